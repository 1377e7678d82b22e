import type { Cell, Results, Row } from './results.ts'
import { cellInWords, numberIn } from './series.ts'
import { declaredOf, mostTones, tonesOf } from './series-colours.ts'
import type { View } from './view.ts'

export interface Slice {
  name: string
  value: number
  /** Its place among the colours; the sum of several that were too many has none. */
  tone?: number
}
export interface Whole {
  slices: Slice[]
  whole: number
  /** What is not above nought is no part of a whole. */
  leftOut: number
  /** There is more than what was counted: it is a whole of so many groups alone. */
  isPart: boolean
}

/** Parts of a whole, the largest first unless they are sorted otherwise. */
export function slicesOf(results: Results, view: View): Whole {
  const groups = results.columns.filter(({ key }) => key !== 'value')
  const nameOf = (row: Row) => groups.map((group) => cellInWords(row[group.key], group)).join(' · ')
  const keyOf = (row: Row): Cell => (groups.length === 1 ? (row[groups[0]!.key] ?? null) : nameOf(row))
  const parts = results.rows
    .map((row) => ({ key: keyOf(row), name: nameOf(row), value: numberIn(row) ?? 0 }))
    .filter(({ value }) => value > 0)
  const bySize = [...parts].sort((a, b) => b.value - a.value)
  const largest = parts.length > mostTones ? bySize.slice(0, mostTones - 1) : bySize
  const kept = new Set(largest)
  const shown = view.options?.sort === undefined ? largest : parts.filter((part) => kept.has(part))
  const declared = groups.length === 1 ? declaredOf(groups[0]!, view) : undefined
  const tones = tonesOf(
    shown.map(({ key }) => key),
    results.rows.map(keyOf),
    declared,
  )
  const slices = shown.map(({ name, value }, place): Slice => ({ name, value, tone: tones[place]! }))
  const rest = parts.filter((part) => !kept.has(part))
  if (rest.length > 0) slices.push({ name: `${rest.length} others`, value: sum(rest) })
  const leftOut = results.rows.length - parts.length
  return { slices, whole: sum(parts), leftOut, isPart: results.truncated }
}

const sum = (parts: { value: number }[]): number => parts.reduce((whole, { value }) => whole + value, 0)
