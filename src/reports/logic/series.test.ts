import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cell, Column, Results } from './results.ts'
import { chartOf } from './series.ts'
import { maxColours, openColourIndex, toneColours } from './series-colours.ts'
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
    rows: rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [columns[index]!.key, cell]))),
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

test('periods without rows are zero for counts and sums, and null for averages', () => {
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
  assert.deepEqual(chart.series, [{ name: 'Tasks', values: [3, 0, 0, 4], colourIndex: 0 }])
  for (const aggregation of ['avg', 'min', 'max']) {
    assert.deepEqual(chartOf(results, view({ aggregation })).series[0]!.values, [3, null, null, 4])
  }
})

test('a date range is filled to its ends, but not into future days without records', () => {
  const range = { date_range: { from: '2026-07-10', to: '2026-07-31' } }
  assert.deepEqual(labels(resultsOf([group('date:day')], [['2026-07-12', 1]], range)), [
    ...['10 Jul 2026', '11 Jul 2026', '12 Jul 2026', '13 Jul 2026', '14 Jul 2026'],
  ])
  // A line does not drop to zero because a period has begun.
  const line = labels(resultsOf([group('date:day')], [['2026-07-12', 1]], range), { visualization: 'line' })
  assert.equal(line.at(-1), '13 Jul 2026')
  const begun = labels(resultsOf([group('date:day')], [['2026-07-14', 1]], range), { visualization: 'line' })
  assert.equal(begun.at(-1), '14 Jul 2026')
  const planned = labels(resultsOf([group('date:day')], [['2026-07-16', 1]], range))
  assert.deepEqual([planned[0], planned.at(-1)], ['10 Jul 2026', '16 Jul 2026'])
  const past = { date_range: { from: '2026-06-29', to: '2026-07-05' } }
  assert.equal(labels(resultsOf([group('date:day')], [['2026-07-01', 1]], past)).length, 7)
})

test('truncated, limited or unordered results are not filled beyond their periods', () => {
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

test('lines and areas are in order of time and leave out rows without a date; bars can be descending', () => {
  const rows: Cell[][] = [
    ['2026-05', 9],
    [null, 5],
    ['2026-03', 2],
  ]
  const results = resultsOf([group('date:month')], rows)
  const sort = { by: 'value', direction: 'desc' } as const
  for (const visualization of ['line', 'area'] as const) {
    const chart = chartOf(results, view({ visualization, options: { sort } }))
    assert.deepEqual(
      chart.groups.map(({ label }) => label),
      ['Mar 2026', 'Apr 2026', 'May 2026'],
    )
    assert.deepEqual([chart.series[0]!.values, chart.isByTime, chart.hasUndated], [[2, 0, 9], true, true])
  }
  const bars = chartOf(results, view({ options: { sort } }))
  assert.deepEqual([bars.series[0]!.values, bars.isByTime, bars.hasUndated], [[9, 5, 2], false, false])
  const back = { sort: { by: 'group', direction: 'desc' } } as const
  assert.deepEqual(chartOf(results, view({ options: back })).series[0]!.values, [9, 0, 2, 5])
})

test('between the largest periods only there are nulls, not zeros', () => {
  const rows: Cell[][] = [
    ['2026-05', 9],
    ['2026-03', 2],
  ]
  const picked = resultsOf([group('date:month')], rows, { truncated: true })
  const options: View['options'] = { sort: { by: 'value', direction: 'desc' }, limit: 2 }
  assert.deepEqual(chartOf(picked, view({ visualization: 'line', options })).series[0]!.values, [2, null, 9])
})

test('empty periods are zero up to today and null after it', () => {
  const rows: Cell[][] = [
    ['2026-06', 'x', 2],
    ['2026-06', 'y', 1],
    ['2026-09', 'x', 4],
  ]
  const results = resultsOf([group('date:month'), group('kind')], rows)
  const chart = chartOf(results, view({ visualization: 'line' }))
  assert.deepEqual(
    chart.groups.map(({ label }) => label),
    ['Jun 2026', 'Jul 2026', 'Aug 2026', 'Sep 2026'],
  )
  assert.deepEqual(
    chart.series.map(({ values }) => values),
    [
      [2, 0, null, 4],
      [1, 0, null, null],
    ],
  )
})

test('a record in the year 9999 breaks no chart', () => {
  for (const [grain, cell] of Object.entries({ day: '9999-12-31', week: '9999-12-27', month: '9999-12', year: '9999' }))
    assert.equal(labels(resultsOf([group(`date:${grain}`)], [[cell, 1]])).length, 1)
  const rows: Cell[][] = [
    ['2026-Q2', 1],
    ['9999-Q4', 1],
  ]
  assert.deepEqual(labels(resultsOf([group('date:quarter')], rows)), ['Apr–Jun 2026', 'Oct–Dec 9999'])
})

test('of 5,000 series only as many as there are colours are built', () => {
  const rows = Array.from({ length: 5000 }, (_, n): Cell[] => [`g${n}`, `s${n}`, n])
  const { groups, series, leftOut } = chartOf(resultsOf([group('stage'), group('kind')], rows), view())
  assert.deepEqual([groups.length, series.length, leftOut], [5000, maxColours, 5000 - maxColours])
  assert.deepEqual([series[0]!.name, series[0]!.values.at(-1), series[0]!.values[0]], ['s4999', 4999, 0])
})

test('rows without a date come last, after filled periods; values and rows without one have names', () => {
  const rows: Cell[][] = [
    ['2026-03', 2],
    ['2026-05', 9],
    [null, 1],
  ]
  const undated = { groups: { 'date:month': { none: 'No date' } } }
  assert.deepEqual(labels(resultsOf([group('date:month')], rows), undated), [
    ...['Mar 2026', 'Apr 2026', 'May 2026', 'No date'],
  ])
  const flags: Cell[][] = [
    [true, 2],
    [false, 1],
    [null, 1],
  ]
  const values = [
    { value: true, name: 'Done' },
    { value: false, name: 'Not done' },
  ]
  const named = { groups: { done: { none: 'Unknown', values } } }
  assert.deepEqual(labels(resultsOf([group('done', 'boolean')], flags), named), ['Done', 'Not done', 'Unknown'])
})

test('periods that are not over and those only partly in the range are marked, each for its reason', () => {
  const rows: Cell[][] = [
    ['2026-05', 2],
    ['2026-06', 2],
    ['2026-07', 1],
  ]
  const marked = (range: Results['date_range'], key = 'date:month', last?: string) => {
    const { groups } = chartOf(resultsOf([group(key)], last ? [[last, 1]] : rows, { date_range: range }), view())
    const labelsOf = (reason: 'isCutShort' | 'isOngoing') =>
      groups.filter((one) => one[reason]).map(({ label }) => label)
    return { cut: labelsOf('isCutShort'), ongoing: labelsOf('isOngoing') }
  }
  const july = { cut: [], ongoing: ['Jul 2026'] }
  assert.deepEqual(marked({ from: null, to: null }), july)
  assert.deepEqual(marked({ from: '2026-05-01', to: '2026-07-31' }), july)
  assert.deepEqual(marked({ from: null, to: null }, 'date:quarter', '2026-Q3'), { cut: [], ongoing: ['Jul–Sep 2026'] })
  // Today is wholly within the range and not over; so are future days, which nobody takes for over.
  assert.deepEqual(marked({ from: '2026-07-01', to: '2026-07-31' }, 'date:day', '2026-07-20'), {
    ...{ cut: [], ongoing: ['14 Jul 2026'] },
  })
  assert.deepEqual(marked({ from: '2026-05-02', to: '2026-06-30' }), { cut: ['May 2026'], ongoing: ['Jul 2026'] })
  assert.deepEqual(marked({ from: '2026-05-02', to: '2026-07-14' }), {
    ...{ cut: ['May 2026', 'Jul 2026'], ongoing: ['Jul 2026'] },
  })
})

test('a breakdown gives series with a value for each group, the largest first', () => {
  const rows: Cell[][] = [
    ['A', 'x', 1],
    ['A', 'y', 5],
    ['B', null, 2],
  ]
  assert.deepEqual(chartOf(resultsOf([group('stage'), group('kind')], rows), view()).series, [
    { name: 'y', values: [5, 0], colourIndex: 1 },
    { name: 'None', values: [0, 2], colourIndex: 2 },
    { name: 'x', values: [1, 0], colourIndex: 0 },
  ])
})

test('series beyond the number of colours are added up if stacked, and otherwise left out', () => {
  const rows = Array.from({ length: 12 }, (_, n): Cell[] => ['A', `s${n}`, 12 - n])
  const results = resultsOf([group('stage'), group('kind')], rows)
  const stacked = chartOf(results, view({ options: { stacked: true } }))
  assert.equal(stacked.series.length, maxColours)
  assert.deepEqual(stacked.series.at(-1), { name: '5 others', values: [15] })
  assert.equal(stacked.leftOut, 0)
  const apart: Partial<View>[] = [
    {},
    { aggregation: 'avg', options: { stacked: true } },
    // Lines are never stacked.
    { visualization: 'line', options: { stacked: true } },
  ]
  for (const more of apart) {
    const { series, leftOut } = chartOf(results, view(more))
    assert.deepEqual([series.length, series.at(-1)!.name, leftOut], [maxColours, 's7', 4])
  }
})

const stages = {
  none: 'No stage',
  values: [
    { value: 'New', name: 'New' },
    { value: 'Won', name: 'Won', tone: 'good' },
    { value: 'Lost', name: 'Lost', tone: 'bad' },
  ],
} as const

test('bars of statuses have the colours of their meanings, and the others one that means nothing', () => {
  const rows: Cell[][] = [
    ['Lost', 9],
    ['New', 2],
    ['Won', 1],
    ['Gone', 1],
  ]
  const { series } = chartOf(resultsOf([group('stage')], rows), view({ groups: { stage: stages } }))
  assert.deepEqual(series[0]!.colourIndexes, [toneColours.bad, openColourIndex, toneColours.good, openColourIndex])
  assert.equal(chartOf(resultsOf([group('suburb')], rows), view()).series[0]!.colourIndexes, undefined)
})

test('series of statuses are in their own order, others by size', () => {
  const rows: Cell[][] = [
    ['a', 'Lost', 9],
    ['a', 'Gone', 7],
    ['a', 'Won', 1],
    ['a', 'New', 5],
  ]
  const results = resultsOf([group('source'), group('stage')], rows)
  const names = (more?: Partial<View>) => chartOf(results, view(more)).series.map(({ name }) => name)
  assert.deepEqual(names({ groups: { stage: stages } }), ['New', 'Won', 'Lost', 'Gone'])
  assert.deepEqual(names(), ['Lost', 'Gone', 'New', 'Won'])
})
