import type { Cell, Results, Row } from './results.ts'
import { nameOf, valueIn } from './series.ts'
import { colourIndexes, maxColours } from './series-colours.ts'
import { declaredValues, isStatus } from './statuses.ts'
import type { View } from './view.ts'

export interface Slice {
  name: string
  value: number
  /** The index of its colour. The sum of the smallest slices has none. */
  colourIndex?: number
}
export interface PieData {
  slices: Slice[]
  total: number
  /** The number of values that are zero or negative, which have no slice. */
  leftOut: number
  /** Whether groups were left out, so that the total is of the returned groups only. */
  isTruncated: boolean
}

/** The slices of a pie, largest first unless the spec sorts them or they are statuses, which have an order. */
export function slicesOf(results: Results, view: View): PieData {
  const groups = results.columns.filter(({ key }) => key !== 'value')
  const nameOfRow = (row: Row) => groups.map((group) => nameOf(row[group.key], group, view)).join(' · ')
  const keyOf = (row: Row): Cell => (groups.length === 1 ? (row[groups[0]!.key] ?? null) : nameOfRow(row))
  const parts = results.rows
    .map((row) => ({ key: keyOf(row), name: nameOfRow(row), value: valueIn(row) ?? 0 }))
    .filter(({ value }) => value > 0)
  const bySize = [...parts].sort((a, b) => b.value - a.value)
  const largest = parts.length > maxColours ? bySize.slice(0, maxColours - 1) : bySize
  const largestParts = new Set(largest)
  const declared = groups.length === 1 ? declaredValues(groups[0]!, view) : undefined
  const isOrdered = view.options?.sort !== undefined || isStatus(declared)
  const displayed = isOrdered ? parts.filter((part) => largestParts.has(part)) : largest
  const colours = colourIndexes(
    displayed.map(({ key }) => key),
    results.rows.map(keyOf),
    declared,
  )
  const slices = displayed.map(({ name, value }, index): Slice => ({ name, value, colourIndex: colours[index]! }))
  const rest = parts.filter((part) => !largestParts.has(part))
  if (rest.length > 0) slices.push({ name: `${rest.length} others`, value: sum(rest) })
  const leftOut = results.rows.length - parts.length
  return { slices, total: sum(parts), leftOut, isTruncated: results.truncated }
}

const sum = (parts: { value: number }[]): number => parts.reduce((whole, { value }) => whole + value, 0)
