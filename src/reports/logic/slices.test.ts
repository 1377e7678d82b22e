import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cell, Results } from './results.ts'
import { maxColours, toneColours } from './series-colours.ts'
import { slicesOf } from './slices.ts'
import type { View } from './view.ts'

const resultsOf = (rows: [Cell, number | null][], more: Partial<Results> = {}): Results => ({
  columns: [
    { key: 'type', label: 'Type', type: 'text' },
    { key: 'value', label: 'Tasks', type: 'number' },
  ],
  rows: rows.map(([type, value]) => ({ type, value })),
  ...{ row_count: rows.length, truncated: false, date_range: { from: null, to: null } },
  ...{ timezone: 'Australia/Sydney', generated_at: '2026-07-14T02:00:00.000000Z' },
  ...more,
})
const view: View = { visualization: 'pie', format: { style: 'number' }, aggregation: 'count' }

test('slices are above zero and the largest is first', () => {
  const rows: [Cell, number | null][] = [
    ['A', 1],
    ['B', 3],
    ['C', 0],
    ['D', null],
    ['E', -2],
  ]
  assert.deepEqual(slicesOf(resultsOf(rows), view), {
    slices: [
      { name: 'B', value: 3, colourIndex: 1 },
      { name: 'A', value: 1, colourIndex: 0 },
    ],
    ...{ total: 4, leftOut: 3, isTruncated: false },
  })
  const sorted = { ...view, options: { sort: { by: 'group', direction: 'asc' } } } as const
  assert.deepEqual(
    slicesOf(resultsOf(rows), sorted).slices.map(({ name }) => name),
    ['A', 'B'],
  )
})

test('small slices are added up, and a limit makes the total one of the returned groups', () => {
  const many = slicesOf(resultsOf(Array.from({ length: 20 }, (_, n) => [`t${n}`, n + 1])), view)
  assert.equal(many.slices.length, maxColours)
  assert.deepEqual(many.slices.at(-1), { name: '13 others', value: 91 })
  assert.equal(
    many.slices.reduce((sum, { value }) => sum + value, 0),
    many.total,
  )
  assert.equal(slicesOf(resultsOf([['A', 1]], { truncated: true }), view).isTruncated, true)
})

test('a slice has the colour of its value, whatever the other slices are', () => {
  const values = ['draft', 'scheduled', 'completed'].map((value) => ({ value, name: value }))
  const groups = { type: { none: 'No type', values } }
  const colours = (rows: [Cell, number][]) =>
    Object.fromEntries(
      slicesOf(resultsOf(rows), { ...view, groups }).slices.map(({ name, colourIndex }) => [name, colourIndex]),
    )
  const all = colours([
    ['draft', 1],
    ['completed', 9],
    ['scheduled', 4],
    [null, 2],
  ])
  assert.deepEqual(all, { draft: 0, scheduled: 1, completed: 2, 'No type': 3 })
  assert.deepEqual(colours([['completed', 1]]), { completed: 2 })
})

test('slices of statuses are in their own order', () => {
  const values = [
    { value: 'scheduled', name: 'Scheduled', tone: 'planned' },
    { value: 'completed', name: 'Completed', tone: 'good' },
  ] as const
  const rows: [Cell, number][] = [
    ['scheduled', 1],
    ['completed', 9],
  ]
  const { slices } = slicesOf(resultsOf(rows), { ...view, groups: { type: { none: 'No type', values } } })
  assert.deepEqual(
    slices.map(({ name, colourIndex }) => [name, colourIndex]),
    [
      ['Scheduled', toneColours.planned],
      ['Completed', toneColours.good],
    ],
  )
})
