import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { filtersOf, groupsOf, metricsOf, pairsOf, ranges } from '../../../test/factories/reports/cases.ts'
import { type Fixture, makeFixture, storeFixture } from '../../../test/factories/reports/fixture.ts'
import { createDatabase } from '../../../test/harness/database.ts'
import { oracleResults } from '../../../test/oracles/reports.ts'
import { oracleDays } from '../../../test/oracles/reports-days.ts'
import { type OracleRow, oracleRows } from '../../../test/oracles/reports-rows.ts'
import { todayIn } from '../../time/local-time.ts'
import { sources } from '../catalogue/sources.ts'
import type { Row } from '../logic/results.ts'
import type { Spec } from '../spec/spec.schema.ts'
import { computeResults } from './compute.ts'

/**
 * Computes everything that the catalogue offers for two organisations and compares it with an oracle without SQL.
 * Their ids are equal and their records differ, so a statement that reads another organisation's rows fails too.
 */
const database = await createDatabase()
after(() => database.drop())
/** Half past midnight in Sydney, the day before in New York. */
const now = Date.parse('2026-07-14T14:30:00Z')

interface FixtureOrganisation {
  fixture: Fixture
  orgId: number
  timezone: string
  today: string
  rows: Record<string, OracleRow[]>
}
const organisations: FixtureOrganisation[] = []
for (const [seed, timezone] of [
  [20261115, 'Australia/Sydney'],
  [7, 'America/New_York'],
] as const) {
  const fixture = makeFixture(seed, timezone)
  const today = todayIn(now, timezone)
  const orgId = await storeFixture(database.pool, `world-${seed}`, fixture)
  organisations.push({ fixture, orgId, timezone, today, rows: oracleRows(fixture, today) })
}

async function compare(
  organisation: FixtureOrganisation,
  spec: Spec,
  formula?: Parameters<typeof oracleResults>[3],
): Promise<Row[]> {
  const results = await computeResults(database.pool, organisation, spec, now)
  const expected = oracleResults(organisation.rows[spec.source]!, spec, organisation.today, formula)
  const message = `${JSON.stringify(spec)} in ${organisation.timezone}`
  assert.deepEqual(results.rows.map(near), expected.rows.map(near), message)
  assert.equal(results.truncated, expected.truncated, message)
  assert.equal(results.row_count, expected.rows.length, message)
  assert.deepEqual(results.date_range, { ...oracleDays(spec.date_range, organisation.today) }, message)
  for (const row of results.rows)
    assert.deepEqual(
      Object.keys(row),
      results.columns.map(({ key }) => key),
      message,
    )
  return results.rows
}
const near = (row: Row): Row => ({
  ...row,
  value: typeof row.value === 'number' ? Math.round(row.value * 1e6) / 1e6 : row.value!,
})

const all = async (specs: Spec[], wanted: readonly FixtureOrganisation[] = organisations) => {
  assert.ok(specs.length > 0)
  for (const organisation of wanted) {
    let next = 0
    const work = async () => {
      while (next < specs.length) await compare(organisation, specs[next++]!)
    }
    await Promise.all([work(), work(), work(), work()])
  }
}
const specOf = (source: string, more: Partial<Spec> = {}): Spec => ({
  ...{ source, metric: 'records::count', visualization: more.group_by === undefined ? 'metric' : 'table' },
  ...more,
})

for (const [name, source] of Object.entries(sources)) {
  test(`${name}: the oracle knows every field and metric`, () => {
    for (const { rows } of organisations) {
      assert.deepEqual(Object.keys(source.fields).sort(), Object.keys(rows[name]![0]!.fields).sort())
      assert.deepEqual(Object.keys(source.metrics).sort(), Object.keys(rows[name]![0]!.metrics).sort())
    }
  })

  test(`${name}: each metric, alone, by each group and each pair of groups`, async () => {
    const metrics = metricsOf(source)
    await all(metrics.map((metric) => specOf(name, { metric })))
    await all(metrics.flatMap((metric) => groupsOf(source).map((group_by) => specOf(name, { metric, group_by }))))
    const pairs = metrics.flatMap((metric) => pairsOf(source).map((pair) => specOf(name, { metric, ...pair })))
    await all(pairs, [organisations[0]!])
    await all(
      pairs.filter((_, organisation) => organisation % 7 === 0),
      [organisations[1]!],
    )
  })

  test(`${name}: each operator of each filter`, async () => {
    for (const [field, declared] of Object.entries(source.fields)) {
      for (const organisation of organisations) {
        const whole = organisation.rows[name]!.length
        const message = new Map<string, Set<string>>()
        for (const { operator, filter } of filtersOf(field, declared, organisation.rows[name]!)) {
          const [row] = await compare(organisation, specOf(name, { filters: { [field]: filter } }))
          const kind = row!.value === 0 ? 'none' : row!.value === whole ? 'all' : 'some'
          message.set(operator, (message.get(operator) ?? new Set()).add(kind))
        }
        // A filter that always matches everything or nothing would prove little.
        for (const [operator, kinds] of message)
          assert.ok(kinds.has('some') || kinds.size > 1, `${name} ${field} ${operator}`)
      }
    }
  })

  test(`${name}: each range of days`, async () => {
    await all(ranges.map((date_range) => specOf(name, { date_range })))
    await all(ranges.map((date_range) => specOf(name, { date_range, group_by: `${source.dated}:day` })))
  })

  test(`${name}: each order and limit`, async () => {
    const orders = [
      undefined,
      ...(['group', 'value'] as const).flatMap((by) =>
        (['asc', 'desc'] as const).map((direction) => ({ by, direction })),
      ),
    ]
    const specs = orders.flatMap((sort) =>
      [undefined, 1, 2, 5, 1000].flatMap((limit) =>
        groupsOf(source).flatMap((group_by, organisation, groups) => {
          const metric = metricsOf(source)[organisation % metricsOf(source).length]!
          const options = { ...(sort && { sort }), ...(limit && { limit }) }
          const breakdown_by = groups[(organisation + 1) % groups.length]!
          return [
            specOf(name, { metric, group_by, options }),
            specOf(name, { metric, group_by, breakdown_by, options }),
          ]
        }),
      ),
    )
    await all(specs, [organisations[0]!])
  })
}

test('a metric has no groups, and a chart without a group has one row', async () => {
  await all([
    specOf('tasks', { group_by: 'client', breakdown_by: 'assignee', visualization: 'metric' }),
    specOf('tasks', { visualization: 'bar' }),
    specOf('tasks', { metric: 'minutes::avg', visualization: 'table', filters: { title: 'no such task' } }),
  ])
})

test('filters on several fields and a date range apply together', async () => {
  await all([
    specOf('charges', {
      ...{ metric: 'total_cost::sum', group_by: 'client', breakdown_by: 'date:quarter' },
      filters: { billed: { operator: 'empty' }, minutes: { operator: 'at_least', value: 7 }, completed: true },
      date_range: { preset: 'this_financial_year' },
    }),
    specOf('appointments', {
      ...{ metric: 'hours::avg', group_by: 'employee_id' },
      filters: { client_type: ['NDIS', 'HCP'], status: { operator: 'is_not', value: 'cancelled' } },
      date_range: { last: 12, unit: 'months' },
    }),
  ])
})

test('a formula combines its terms, each with its own filters', async () => {
  const invoiced = { metric: 'total_cost::sum', filters: { billed: 'invoiced' } }
  const charged = { metric: 'total_cost::sum' }
  const none = { metric: 'total_cost::max', filters: { name: 'no such charge' } }
  const formula = (expression: string, terms: object): Partial<Spec> => ({
    formula: { expression, terms: terms as NonNullable<Spec['formula']>['terms'] },
    filters: { primary: true },
  })
  for (const organisation of organisations) {
    const check = (more: Partial<Spec>, evaluateFormula: Parameters<typeof oracleResults>[3]) =>
      compare(organisation, specOf('charges', more), evaluateFormula)
    await check(formula('a / b * 100', { a: invoiced, b: charged }), ({ a, b }) => (a! / b!) * 100)
    await check(formula('round(a ÷ n, 2) − 1', { a: charged, n: { metric: 'records::count' } }), ({ a, n }) => {
      return Number((a! / n!).toFixed(2)) - 1
    })
    await check(formula('a + x', { a: charged, x: none }), () => null)
    const zero = { metric: 'records::count', filters: { name: 'no such charge' } }
    await check(formula('a / z', { a: charged, z: zero }), () => null)
  }
})
