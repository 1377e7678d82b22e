import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type pg from 'pg'
import { createDatabase } from '../../../test/harness/database.ts'
import { transaction } from '../../db/transaction.ts'
import type { ApiError } from '../../http/contract/errors.ts'
import type { Filters, Spec } from '../spec/spec.schema.ts'
import { compile } from './compile.ts'
import { computeResults, isReportError, runReport } from './compute.ts'
import { questionOf } from './question.ts'

// One connection, so that a setting that a report leaves behind is detected.
const { pool, drop } = await createDatabase({ size: 1 })
after(drop)
const orgId = (await pool.query(`insert into organisation (slug, name) values ('acme', 'Acme') returning id`)).rows[0]
  .id
const organisation = { orgId, timezone: 'Australia/Sydney' }
const now = Date.parse('2026-07-14T02:00:00.123Z')
const limitOf = async (db: pg.Pool | pg.PoolClient) =>
  (await db.query('show statement_timeout')).rows[0].statement_timeout

await transaction(pool, async (tx) => {
  // The service's limit is too short for so many rows.
  await tx.query('set local statement_timeout = 0')
  await tx.query(
    `with days as (select g, date '2020-01-01' + g % 2500 as day from generate_series(1, 30000) g)
     insert into task (org_id, title, date, minutes) select $1, 'T' || g % 6000, day, g % 60 from days`,
    [orgId],
  )
})
await pool.query('analyze task')

const spec = (more: Partial<Spec> = {}): Spec => ({
  ...{ source: 'tasks', metric: 'records::count', visualization: 'table' },
  ...more,
})
const results = (more: Partial<Spec> = {}) => computeResults(pool, organisation, spec(more), now)

test('results have columns, days, time zone and time', async () => {
  const { rows, ...rest } = await results({
    ...{ metric: 'minutes::avg', group_by: 'date:month', breakdown_by: 'completed', options: { limit: 1 } },
    date_range: { preset: 'last_financial_year' },
  })
  assert.deepEqual(rest, {
    columns: [
      { key: 'date:month', label: 'Date (month)', type: 'date' },
      { key: 'completed', label: 'Completed', type: 'boolean' },
      { key: 'value', label: 'Minutes (average)', type: 'number' },
    ],
    row_count: 1,
    truncated: true,
    date_range: { from: '2025-07-01', to: '2026-06-30' },
    timezone: 'Australia/Sydney',
    generated_at: '2026-07-14T02:00:00.123000Z',
  })
  assert.deepEqual(Object.entries(rows[0]!).slice(0, 2), [
    ['date:month', '2025-07'],
    ['completed', false],
  ])
})

test('a given date range replaces the spec’s own', async () => {
  const own = spec({ date_range: { preset: 'today' } })
  const other = await computeResults(pool, organisation, own, now, {
    dateRange: { from: '2020-01-02', to: '2020-01-02' },
  })
  assert.deepEqual(other.date_range, { from: '2020-01-02', to: '2020-01-02' })
  assert.deepEqual(other.rows, [{ value: 12 }])
})

test('results have at most the first 5,000 rows', async () => {
  const groups = await results({ group_by: 'title', options: { sort: { by: 'group', direction: 'asc' } } })
  assert.deepEqual([groups.rows.length, groups.row_count, groups.truncated], [5000, 5000, true])
  assert.equal(groups.rows[1]!.title, 'T1')
  const cells = await results({ group_by: 'date:year', breakdown_by: 'title' })
  assert.deepEqual([cells.rows.length, cells.truncated], [5000, true])
  assert.deepEqual([cells.rows[0]!['date:year'], cells.rows[4999]!['date:year']], ['2020', '2021'])
  const few = await results({ group_by: 'date:year', options: { limit: 7 } })
  assert.deepEqual([few.rows.length, few.truncated], [7, false])
})

test('a report that times out is an error with a message, and the connection keeps its settings', async () => {
  const endless = { text: 'select count(*) from generate_series(1, 1e12) g where $1::bigint > 0', values: [orgId] }
  await assert.rejects(runReport(pool, orgId, endless, { milliseconds: 30 }), (error: ApiError) => {
    assert.ok(isReportError(error))
    assert.equal(error.status, 422)
    assert.equal(
      error.message,
      'This insight took longer than 10 seconds. Choose a shorter date range or fewer groups.',
    )
    return true
  })
  assert.equal(await limitOf(pool), '15s')
  assert.deepEqual((await results()).rows, [{ value: 30_000 }])
  assert.equal(await limitOf(pool), '15s')
})

test('the timeout is ten seconds, and JIT is off', async () => {
  const statement = {
    text: `select current_setting('statement_timeout') as l, current_setting('jit') as j`,
    values: [],
  }
  assert.deepEqual(await runReport(pool, orgId, statement), [{ l: '10s', j: 'off' }])
})

test('other database errors are not changed', async () => {
  await assert.rejects(
    runReport(pool, orgId, { text: 'select 1 / (0 * $1::int) as broken', values: [1] }),
    (error) => !isReportError(error) && /division by zero/.test(String(error)),
  )
})

test('many concurrent reports on one connection all get their results', async () => {
  const all = await Promise.all(Array.from({ length: 40 }, () => results()))
  assert.ok(all.every(({ rows }) => rows[0]!.value === 30_000))
})

test('a report in a transaction sees its writes', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`insert into task (org_id, title, date) values ($1, 'New', '2026-07-14')`, [orgId])
    const seen = await computeResults(client, organisation, spec({ filters: { title: 'new' } }), now)
    assert.deepEqual(seen.rows, [{ value: 1 }])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('texts of callers are parameters, never part of the statement', async () => {
  const hostile = `'; drop table task; -- $1 :zone :today \\ %_"`
  const filters = {
    title: { operator: 'contains', value: hostile },
    client: [hostile, 7],
    date: { operator: 'between', value: ['2026-01-01', '2026-01-02'] },
  } satisfies Filters
  const context = { orgId, timezone: hostile, today: '2026-07-14', days: { from: null, to: null } }
  const { text, values } = compile(questionOf(spec({ filters })), {}, context)
  assert.ok(!text.includes('drop'))
  assert.ok(values.includes(hostile))
  assert.deepEqual((await results({ filters })).rows, [{ value: 0 }])
})

test('names that are not in the catalogue are rejected before a statement runs', async () => {
  for (const invalid of [
    { source: 'constructor' },
    { source: 'organisation' },
    { metric: 'records::sum' },
    { metric: 'constructor::count' },
    { group_by: 'minutes' },
    { group_by: 'date' },
    { group_by: 'date:hour' },
    { group_by: 'title:day' },
    { filters: { toString: 'x' } },
    { filters: { minutes: { operator: 'contains', value: 1 } } },
    { filters: { date: { operator: 'in', value: ['2026-01-01'] } } },
    { filters: { title: { operator: 'like', value: 'x' } } },
  ])
    await assert.rejects(results(invalid as Partial<Spec>), Error, JSON.stringify(invalid))
})
