import type { Cell, Column, Results, Row } from './results.ts'
import type { DeclaredValue, View } from './view.ts'

export const declaredValues = ({ key }: Column, { groups }: View): readonly DeclaredValue[] | undefined =>
  groups?.[key]?.values

/** Whether the values are those of a status, such as the stages of a pipeline: some have a meaning, and all an order. */
export const isStatus = (declared: readonly DeclaredValue[] = []): boolean => declared.some(({ tone }) => tone)

/** The position of a value in its own order. In both directions others come after them, and rows without one last. */
export function rankIn(declared: readonly DeclaredValue[], direction = 'asc'): (cell: Cell) => number {
  const ordered = direction === 'desc' ? [...declared].reverse() : declared
  const ranks = new Map<Cell, number>(ordered.map(({ value }, index) => [value, index]))
  return (cell) => ranks.get(cell) ?? ordered.length + Number(cell === null)
}

/** The rows with statuses in their own order. Groups that the spec sorts by value keep that order. */
export function inOwnOrder({ columns, rows }: Results, view: View): Row[] {
  const [group, breakdown] = columns.filter(({ key }) => key !== 'value')
  const { by, direction } = view.options?.sort ?? {}
  const inGroup = group && by !== 'value' ? statusRank(group, view, direction) : undefined
  const inBreakdown = breakdown && statusRank(breakdown, view)
  if (!group || !(inGroup || inBreakdown)) return rows
  const firstSeen = new Map<Cell, number>()
  const keys = rows.map((row) => {
    const cell = row[group.key]!
    if (!firstSeen.has(cell)) firstSeen.set(cell, firstSeen.size)
    return [inGroup?.(cell) ?? 0, firstSeen.get(cell)!, inBreakdown?.(row[breakdown!.key]!) ?? 0]
  })
  const order = [...rows.keys()].sort((a, b) => {
    const at = keys[a]!.findIndex((key, index) => key !== keys[b]![index])
    return at < 0 ? 0 : keys[a]![at]! - keys[b]![at]!
  })
  return order.map((index) => rows[index]!)
}

function statusRank(column: Column, view: View, direction?: string): ((cell: Cell) => number) | undefined {
  const declared = declaredValues(column, view)
  return isStatus(declared) ? rankIn(declared!, direction) : undefined
}
