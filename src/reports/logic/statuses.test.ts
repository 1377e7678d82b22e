import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cell, Results } from './results.ts'
import { inOwnOrder } from './statuses.ts'
import type { View } from './view.ts'

const view: View = { visualization: 'bar', format: { style: 'number' }, aggregation: 'count' }
const values = [
  { value: 'New', name: 'New' },
  { value: 'Called', name: 'Called' },
  { value: 'Won', name: 'Won', tone: 'good' },
] as const
const groups = { stage: { none: 'No stage', values } }

/** The cells of the rows in their order. */
function ordered(keys: string[], cells: Cell[][], more: Partial<View> = {}): Cell[][] {
  const columns = [...keys, 'value'].map((key) => ({ key, label: key, type: 'text' as const }))
  const rows = cells.map((row) => Object.fromEntries(row.map((cell, index) => [columns[index]!.key, cell])))
  return inOwnOrder({ columns, rows } as Results, { ...view, groups, ...more }).map((row) => Object.values(row))
}

const stages: Cell[][] = [
  [null, 9],
  ['Won', 8],
  ['Removed', 7],
  ['New', 3],
  ['Called', 1],
]
const first = (rows: Cell[][]) => rows.map(([cell]) => cell)

test('groups are in their own order; those that are no longer set up come after them, rows without one last', () => {
  assert.deepEqual(first(ordered(['stage'], stages)), ['New', 'Called', 'Won', 'Removed', null])
  for (const [direction, expected] of [
    ['asc', ['New', 'Called', 'Won', 'Removed', null]],
    ['desc', ['Won', 'Called', 'New', 'Removed', null]],
  ] as const)
    assert.deepEqual(first(ordered(['stage'], stages, { options: { sort: { by: 'group', direction } } })), expected)
})

test('groups that the spec sorts by value, and groups that are no statuses, keep their order', () => {
  const options = { sort: { by: 'value', direction: 'desc' } } as const
  assert.deepEqual(ordered(['stage'], stages, { options }), stages)
  assert.deepEqual(ordered(['suburb'], stages), stages)
})

test('a breakdown is in its own order within each group, whose order stays', () => {
  const rows: Cell[][] = [
    ['Website', 'Won', 5],
    ['Website', 'New', 2],
    ['Phone', 'Won', 3],
    ['Phone', 'Called', 1],
  ]
  assert.deepEqual(ordered(['source', 'stage'], rows), [
    ['Website', 'New', 2],
    ['Website', 'Won', 5],
    ['Phone', 'Called', 1],
    ['Phone', 'Won', 3],
  ])
})
