import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cell, Column, Results } from './results.ts'
import { chartOf, mostSeries, slicesOf } from './series.ts'
import type { View } from './view.ts'

const group = (key: string, type: Column['type'] = key.includes(':') ? 'date' : 'text'): Column => ({
  key,
  label: key,
  type,
})
/** Rows as lists of cells, in the order of the columns. */
const resultsOf = (groups: Column[], rows: Cell[][], more: Partial<Results> = {}): Results => {
  const columns = [...groups, { key: 'value', label: 'Tasks', type: 'number' as const }]
  return {
    columns,
    rows: rows.map((cells) => Object.fromEntries(cells.map((cell, place) => [columns[place]!.key, cell]))),
    ...{ row_count: rows.length, truncated: false, date_range: { from: null, to: null } },
    ...{ timezone: 'Australia/Sydney', generated_at: '2026-07-14T02:00:00.000000Z' },
    ...more,
  }
}
const view = (more: Partial<View> = {}): View => ({
  ...{ visualization: 'bar', format: { style: 'number' }, aggregation: 'count' },
  ...more,
})
const labels = (results: Results, more?: Partial<View>) => chartOf(results, view(more)).groups.map(({ label }) => label)

test('periods without rows are nought for counts and sums, and a gap for averages', () => {
  const results = resultsOf(
    [group('date:month')],
    [
      ['2025-11', 3],
      ['2026-02', 4],
    ],
  )
  const chart = chartOf(results, view())
  assert.deepEqual(
    chart.groups.map(({ label }) => label),
    ['Nov 2025', 'Dec 2025', 'Jan 2026', 'Feb 2026'],
  )
  assert.deepEqual(chart.series, [{ name: 'Tasks', values: [3, 0, 0, 4] }])
  for (const aggregation of ['avg', 'min', 'max']) {
    assert.deepEqual(chartOf(results, view({ aggregation })).series[0]!.values, [3, null, null, 4])
  }
})

test('a range of days is filled to its ends, but not into days to come on which nothing is planned', () => {
  const range = { date_range: { from: '2026-07-10', to: '2026-07-31' } }
  assert.deepEqual(labels(resultsOf([group('date:day')], [['2026-07-12', 1]], range)), [
    ...['10 Jul 2026', '11 Jul 2026', '12 Jul 2026', '13 Jul 2026', '14 Jul 2026'],
  ])
  const planned = labels(resultsOf([group('date:day')], [['2026-07-16', 1]], range))
  assert.deepEqual([planned[0], planned.at(-1)], ['10 Jul 2026', '16 Jul 2026'])
  const past = { date_range: { from: '2026-06-29', to: '2026-07-05' } }
  assert.equal(labels(resultsOf([group('date:day')], [['2026-07-01', 1]], past)).length, 7)
})

test('what is cut off, limited, or in another order than that of time is not filled beyond what came', () => {
  const range = { date_range: { from: '2026-01-01', to: '2026-06-30' } }
  const rows: Cell[][] = [
    ['2026-03', 2],
    ['2026-05', 9],
  ]
  const whole = resultsOf([group('date:month')], rows, range)
  assert.equal(labels(whole).length, 6)
  assert.equal(labels({ ...whole, truncated: true }).length, 3)
  assert.equal(labels(whole, { options: { limit: 2 } }).length, 3)
  assert.deepEqual(labels(whole, { options: { sort: { by: 'value', direction: 'desc' } } }), ['Mar 2026', 'May 2026'])
})

test('dates without a value come last, also behind filled ones; other empty groups are named', () => {
  const rows: Cell[][] = [
    ['2026-03', 2],
    ['2026-05', 9],
    [null, 1],
  ]
  assert.deepEqual(labels(resultsOf([group('date:month')], rows)), ['Mar 2026', 'Apr 2026', 'May 2026', 'None'])
  const flags: Cell[][] = [
    [true, 2],
    [false, 1],
    [null, 1],
  ]
  assert.deepEqual(labels(resultsOf([group('done', 'boolean')], flags)), ['Yes', 'No', 'None'])
})

test('periods whose days were not all counted, or that are not over, are marked', () => {
  const rows: Cell[][] = [
    ['2026-05', 2],
    ['2026-06', 2],
    ['2026-07', 1],
  ]
  const marked = (range: Results['date_range']) =>
    chartOf(resultsOf([group('date:month')], rows, { date_range: range }), view())
      .groups.filter(({ isCutShort }) => isCutShort)
      .map(({ label }) => label)
  assert.deepEqual(marked({ from: null, to: null }), ['Jul 2026'])
  assert.deepEqual(marked({ from: '2026-05-02', to: '2026-07-14' }), ['May 2026', 'Jul 2026'])
  assert.deepEqual(marked({ from: '2026-05-01', to: '2026-07-31' }), ['Jul 2026'])
})

test('a breakdown gives series with a value at each group, the largest first', () => {
  const rows: Cell[][] = [
    ['A', 'x', 1],
    ['A', 'y', 5],
    ['B', null, 2],
  ]
  assert.deepEqual(chartOf(resultsOf([group('stage'), group('kind')], rows), view()).series, [
    { name: 'y', values: [5, 0] },
    { name: 'None', values: [0, 2] },
    { name: 'x', values: [1, 0] },
  ])
})

test('more series than there are colours are put together where they stand on each other, and else left out', () => {
  const rows = Array.from({ length: 12 }, (_, n): Cell[] => ['A', `s${n}`, 12 - n])
  const results = resultsOf([group('stage'), group('kind')], rows)
  const stacked = chartOf(results, view({ options: { stacked: true } }))
  assert.equal(stacked.series.length, mostSeries)
  assert.deepEqual(stacked.series.at(-1), { name: '5 others', values: [15], isRest: true })
  assert.equal(stacked.leftOut, 0)
  for (const more of [{}, { aggregation: 'avg', options: { stacked: true } }]) {
    const { series, leftOut } = chartOf(results, view(more))
    assert.deepEqual([series.length, series.at(-1)!.name, leftOut], [mostSeries, 's7', 4])
  }
})

test('parts of a whole are above nought, the largest first, and small ones are put together', () => {
  const few = slicesOf(
    resultsOf(
      [group('type')],
      [
        ['A', 1],
        ['B', 3],
        ['C', 0],
        ['D', null],
        ['E', -2],
      ],
    ),
    view(),
  )
  assert.deepEqual(few, {
    slices: [
      { name: 'B', value: 3 },
      { name: 'A', value: 1 },
    ],
    whole: 4,
    leftOut: 3,
  })
  const rows = Array.from({ length: 20 }, (_, n): Cell[] => [`t${n}`, n + 1])
  const many = slicesOf(resultsOf([group('type')], rows), view())
  assert.equal(many.slices.length, mostSeries)
  assert.deepEqual(many.slices.at(-1), { name: '13 others', value: 91, isRest: true })
  assert.equal(
    many.slices.reduce((sum, { value }) => sum + value, 0),
    many.whole,
  )
})
