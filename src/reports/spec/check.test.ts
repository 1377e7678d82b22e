import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness } from '../../../test/harness/harness.ts'
import { requiredAreas } from './areas.ts'
import type { Spec } from './spec.schema.ts'

const { organisation } = await harness()
const org = await organisation()
const path = '/reports/insights'
const create = (spec: unknown) => org.post(path, { name: 'A', spec })
/** The spec stored for an input, or for a patch of a stored spec. */
const specOf = async (input: object, stored?: Spec): Promise<Spec> => {
  const made = await create(stored ?? input)
  const { status, body } = stored ? await org.patch(`${path}/${made.body.created}`, { spec: input }) : made
  assert.ok(status < 300, JSON.stringify(body))
  return body.spec
}
const errorsOf = async (spec: unknown): Promise<Record<string, string[]>> => (await create(spec)).body.errors
const tasks = { source: 'tasks' }
const plain = { source: 'tasks', metric: 'records::count', visualization: 'metric' } as const

describe('the stored spec', () => {
  test('has a default visualization by its groups', async () => {
    assert.deepEqual(await specOf(tasks), plain)
    assert.equal((await specOf({ ...tasks, group_by: 'date:week' })).visualization, 'line')
    assert.equal((await specOf({ ...tasks, group_by: 'completed' })).visualization, 'bar')
    assert.equal((await specOf({ ...tasks, group_by: 'completed', visualization: 'table' })).visualization, 'table')
    // The stored visualization stays, though the groups change.
    assert.equal((await specOf({ group_by: 'date:week' }, plain)).visualization, 'metric')
  })

  test('null and empty objects remove a key', async () => {
    const empty = {
      group_by: null,
      breakdown_by: null,
      date_range: null,
      value_format: null,
      target: null,
      formula: null,
    }
    const stored = await specOf({
      ...tasks,
      filters: { completed: true },
      date_range: { preset: 'today' },
      options: { limit: 3 },
    })
    assert.deepEqual(await specOf({ ...empty, filters: {}, options: {}, conditional_formatting: [] }, stored), plain)
    assert.deepEqual(
      await specOf({ filters: null, date_range: null, options: null, conditional_formatting: null }, stored),
      plain,
    )
    const inner = { value_format: { style: 'hours', decimals: null }, options: { sort: null, limit: 2 } }
    assert.deepEqual(await specOf({ ...tasks, ...inner }), {
      ...plain,
      value_format: { style: 'hours' },
      options: { limit: 2 },
    })
  })

  test('has a default sort direction by its key', async () => {
    const sorted = async (sort: object) => (await specOf({ ...tasks, options: { sort } })).options!.sort
    assert.deepEqual(await sorted({ by: 'group' }), { by: 'group', direction: 'asc' })
    assert.deepEqual(await sorted({ by: 'value' }), { by: 'value', direction: 'desc' })
    assert.deepEqual(await sorted({ by: 'value', direction: 'asc' }), { by: 'value', direction: 'asc' })
  })

  test('keeps groups that a metric does not use', async () => {
    const groups = { group_by: 'client', breakdown_by: 'date:year' }
    assert.deepEqual(await specOf({ ...tasks, ...groups, visualization: 'metric' }), { ...plain, ...groups })
  })
})

test('all problems are returned at once, also for an unknown source', async () => {
  const input = {
    ...{
      source: 'x',
      metric: 'y',
      visualization: 'z',
      date_range: {},
      value_format: {},
      options: { limit: 0, stacked: 0 },
    },
    ...{ formula: { expression: '(' }, conditional_formatting: [1], target: {}, more: 1 },
  }
  assert.deepEqual(Object.keys(await errorsOf(input)).sort(), [
    ...[
      'conditional_formatting',
      'date_range',
      'formula',
      'more',
      'options',
      'source',
      'target',
      'value_format',
      'visualization',
    ].map((key) => `spec.${key}`),
  ])
  assert.equal((await errorsOf(input))['spec.options']!.length, 2)
})

test('a token that can read nothing gets a message that says so', async () => {
  const none = await organisation({ reports: 'read-write' })
  assert.deepEqual((await none.post(path, { name: 'A', spec: { source: 'clients' } })).body.errors, {
    'spec.source': ['source cannot be set: this token can read nothing it could be.'],
  })
})

describe('the areas that results require', () => {
  const base: Spec = { source: 'appointments', metric: 'hours::sum', visualization: 'bar' }
  const cases: [Partial<Spec>, string[]][] = [
    [{}, ['roster']],
    [{ group_by: 'client_type' }, ['roster', 'clients']],
    [{ group_by: 'type', breakdown_by: 'client_type' }, ['roster', 'clients']],
    [{ group_by: 'client_type', visualization: 'metric' }, ['roster']],
    [{ filters: { client_type: 'HCP' } }, ['roster', 'clients']],
    [
      {
        visualization: 'metric',
        formula: { expression: 'a', terms: { a: { metric: 'hours::sum', filters: { client_type: 'HCP' } } } },
      },
      ['roster', 'clients'],
    ],
  ]
  for (const [more, areas] of cases) {
    test(`${JSON.stringify(more)}: ${areas}`, () => assert.deepEqual(requiredAreas({ ...base, ...more }), areas))
  }
})

describe('ranges of dates', () => {
  const good = [
    { preset: 'all_time' },
    { from: '2026-01-01', to: '2026-01-01' },
    { last: 1000, unit: 'years' },
    { last: 1, unit: 'day' },
  ]
  for (const range of good) {
    test(`${JSON.stringify(range)} is valid`, async () => {
      assert.deepEqual((await specOf({ ...tasks, date_range: range })).date_range, range)
    })
  }
  const shapes =
    /^date_range must be one of the shapes \{preset\}, \{from, to\} and \{last, unit\}, such as \{"preset": "last_30_days"\}\.$/
  const bad: [unknown, RegExp][] = [
    [{}, shapes],
    [{ preset: 'today', last: 1, unit: 'day' }, shapes],
    [{ preset: 'tomorrow' }, /^date_range\.preset must be one of today, yesterday, /],
    [{ from: '2026-02-01' }, /^date_range\.to is required and must be a date such as 2026-11-30\.$/],
    [{ from: '2026-02-30', to: '2026-03-01' }, /^date_range\.from must be a date/],
    [{ from: '2026-02-02', to: '2026-02-01' }, /^date_range\.to must be on or after from\.$/],
    [{ last: 0, unit: 'day' }, /^date_range\.last must be a whole number from 1 to 1000\.$/],
    [{ last: 1.5, unit: 'hour' }, /whole number.*date_range\.unit must be one of day, week, /],
    [
      { preset: 'today', more: 1 },
      /^date_range\.more is not supported; supported fields are preset, from, to, last, unit\.$/,
    ],
    ['last_30_days', shapes],
    [['today'], shapes],
  ]
  for (const [range, sentence] of bad) {
    test(`${JSON.stringify(range)} is rejected`, async () => {
      const errors = await errorsOf({ ...tasks, date_range: range })
      assert.deepEqual(Object.keys(errors), ['spec.date_range'])
      assert.match(errors['spec.date_range']!.join(' '), sentence)
    })
  }
})
