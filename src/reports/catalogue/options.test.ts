import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reportRows } from '../../../test/factories/reports/reports.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const rows = reportRows(db)

test('the options list the sources with their parts, and the values of every other key', async () => {
  const org = await organisation()
  const id = await rows.space(org, 'Operations', [{ id: 'monthly', name: 'Monthly' }])
  await rows.space(await organisation(), 'Of others')
  const { data } = (await org.get('/reports/options')).body
  const { sources, ...rest } = data
  assert.deepEqual(
    sources.map((source: { id: string }) => source.id),
    [...['clients', 'staff', 'appointments', 'tasks', 'charges', 'prospects', 'form_submissions', 'notes']],
  )
  for (const source of sources) {
    assert.deepEqual(Object.keys(source), [
      ...['id', 'label', 'date', 'metrics', 'groups', 'filters', 'visualizations'],
    ])
    const dated = source.filters.find(({ field }: { field: string }) => field === source.date)
    assert.equal(dated.type, 'date', source.id)
    assert.deepEqual(source.metrics[0], { id: 'records', label: source.metrics[0].label, aggregations: ['count'] })
  }
  assert.deepEqual(rest.spaces, [{ id, name: 'Operations', subfolders: [{ id: 'monthly', name: 'Monthly' }] }])
  assert.deepEqual(rest.aggregations, ['count', 'count_distinct', 'sum', 'avg', 'min', 'max'])
  assert.equal(rest.date_presets.length, 13)
  assert.deepEqual(rest.value_formats, ['number', 'currency', 'percent', 'hours'])
  assert.deepEqual(Object.keys(rest), [
    ...['aggregations', 'date_presets', 'date_units', 'value_formats', 'sorts', 'conditional_formatting', 'spaces'],
  ])
})

test('source filters the options; an unknown or unreadable one is rejected with the readable ones', async () => {
  const org = await organisation({ reports: 'read', staff: 'read', tasks: 'read-write' })
  const { data } = (await org.get('/reports/options?source=tasks')).body
  assert.deepEqual(
    data.sources.map(({ id }: { id: string }) => id),
    ['tasks'],
  )
  const minutes = { id: 'minutes', label: 'Minutes', aggregations: ['sum', 'avg', 'min', 'max'] }
  assert.deepEqual(data.sources[0].metrics[1], minutes)
  assert.deepEqual(data.sources[0].groups.at(-1), { id: 'date:year', label: 'Date (year)', type: 'date' })
  assert.deepEqual(data.sources[0].filters[3], {
    field: 'completed',
    label: 'Completed',
    type: 'boolean',
    operators: ['is'],
  })
  for (const source of ['clients', 'payroll', '', 'constructor']) {
    const { status, body } = await org.get(`/reports/options?source=${source}`)
    assert.deepEqual([status, body.errors], [422, { source: ['source must be one of staff, tasks, charges.'] }])
  }
})

test('a token gets the sources and fields that it can read', async () => {
  const org = await organisation({ reports: 'read', roster: 'read' })
  const { data } = (await org.get('/reports/options')).body
  assert.deepEqual(
    data.sources.map(({ id }: { id: string }) => id),
    ['appointments'],
  )
  const names = [...data.sources[0].groups, ...data.sources[0].filters].map((one) => one.id ?? one.field)
  assert.ok(names.includes('type') && !names.includes('client_type'))
  const none = await organisation({ reports: 'read-write' })
  assert.deepEqual((await none.get('/reports/options')).body.data.sources, [])
})

/** A value of each kind that an operator accepts. */
const sample: Record<string, (filter: { values?: string[] }) => unknown> = {
  text: () => 'Ana',
  choice: ({ values }) => values![0],
  boolean: () => true,
  number: () => 5,
  record: () => 'Ana Li',
  date: () => '2026-11-02',
}
type Filter = { field: string; type: string; operators: string[]; values?: string[] }
const filterOf = ({ type, ...filter }: Filter, operator: string): unknown => {
  const value = sample[type]!(filter)
  if (operator === 'empty' || operator === 'not_empty') return { operator }
  if (operator === 'in' || operator === 'not_in') return { operator, value: filter.values ?? [value, value] }
  return { operator, value: operator === 'between' ? [value, value] : value }
}

describe('everything that the options list is accepted', async () => {
  const org = await organisation()
  await rows.everyKind(org)
  const options = (await org.get('/reports/options')).body.data
  const works = async (spec: object) => {
    const made = await org.post('/reports/insights', { name: 'W', spec })
    assert.equal(made.status, 201, `${JSON.stringify(spec)}: ${JSON.stringify(made.body.errors)}`)
    const { status, body } = await org.get(`/reports/insights/${made.body.created}/results`)
    assert.equal(status, 200, `${JSON.stringify(spec)}: ${JSON.stringify(body)}`)
    return body.data
  }

  for (const { id: source, metrics, groups, filters, visualizations } of options.sources) {
    test(`${source}: every metric, group, filter and visualization`, async () => {
      for (const { id, aggregations } of metrics) {
        for (const how of aggregations) await works({ source, metric: `${id}::${how}` })
      }
      for (const [i, { id, type }] of groups.entries()) {
        const other = groups[(i + 1) % groups.length].id
        const visualization = visualizations[i % visualizations.length]
        const { columns } = await works({ source, group_by: id, visualization: 'bar' })
        assert.deepEqual([columns[0].key, columns[0].type === 'date'], [id, type === 'date'])
        await works({ source, group_by: id, breakdown_by: other, visualization })
      }
      for (const visualization of visualizations) await works({ source, visualization })
      for (const filter of filters as Filter[]) {
        for (const operator of filter.operators)
          await works({ source, filters: { [filter.field]: filterOf(filter, operator) } })
        for (const value of filter.values ?? []) await works({ source, filters: { [filter.field]: value } })
      }
    })
  }

  test('every range of dates, format, sort, colour and operator', async () => {
    const base = { source: 'tasks', metric: 'minutes::sum' }
    for (const preset of options.date_presets) await works({ ...base, date_range: { preset } })
    for (const unit of options.date_units) await works({ ...base, date_range: { last: 3, unit } })
    for (const style of options.value_formats) await works({ ...base, value_format: { style } })
    for (const by of options.sorts.by) {
      for (const direction of options.sorts.directions) {
        await works({ ...base, group_by: 'title', options: { sort: { by, direction }, limit: 2 } })
      }
    }
    const { operators, colors } = options.conditional_formatting
    for (const [i, operator] of operators.entries()) {
      const value = operator === 'between' ? [1, 2] : 1
      await works({ ...base, conditional_formatting: [{ operator, value, color: colors[i % colors.length] }] })
    }
    const term = { metric: 'minutes::sum', filters: { completed: true } }
    await works({
      ...base,
      formula: { expression: 'round(a / b * 100, 1)', terms: { a: term, b: { metric: 'records::count' } } },
    })
  })
})
