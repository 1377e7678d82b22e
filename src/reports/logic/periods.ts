import { dayAt, firstDayOf, following, type Grain, groupOf, lastDayOf } from './dates.ts'
import type { Cell, Column, Results } from './results.ts'
import type { View } from './view.ts'

/** More periods than that are not filled in: one record with a wrong year would draw a thousand empty ones. */
const mostFilled = 5000

export interface Along {
  /** What stands along a chart, in its order. */
  cells: Cell[]
  /** Whether nothing counts as nought at each of them. */
  isNought: (cell: Cell) => boolean
  /** The cells go by time, so that a year is said where it changes. */
  isByTime: boolean
  /** What has no date is no point of a line. */
  hasUndated: boolean
}

/**
 * The groups along a chart over time: one for each period. Lines always go by time; bars can stand in another order, and are then
 * not filled. Periods to come have no nought: what is not planned yet may still happen.
 */
export function periodsOf(results: Results, { key }: Column, grain: Grain, view: View): Along {
  const found = [...new Set(results.rows.map((row) => row[key] ?? null))]
  const { sort, limit } = view.options ?? {}
  const isBar = view.visualization === 'bar'
  const today = groupOf(dayAt(results.generated_at, results.timezone), grain)
  const counted = new Set(found)
  // Of the largest periods alone the ones between are not empty, only not shown.
  const isPicked = results.truncated && sort?.by === 'value'
  const isNought = (cell: Cell) => (cell === null || cell <= today) && (!isPicked || counted.has(cell))
  const dates = (found.filter((cell) => cell !== null) as string[]).sort()
  if ((isBar && sort?.by === 'value') || dates.length === 0)
    return { cells: found, isNought, isByTime: false, hasUndated: false }
  const { from, to } = results.truncated || limit ? { from: null, to: null } : results.date_range
  const [first, last] = [dates[0]!, dates.at(-1)!]
  const begin = from === null ? first : earlier(groupOf(from, grain), first)
  // Days to come are drawn where something is planned on them.
  const end = to === null ? last : later(earlier(groupOf(to, grain), today), last)
  const cells: Cell[] = between(begin, end, grain) ?? dates
  // A line would fall to the ground on the first morning of each month: a period that has only begun waits for its first record.
  if (!isBar && cells.at(-1) === today && !counted.has(today)) cells.pop()
  if (isBar && sort?.direction === 'desc') cells.reverse()
  const hasUndated = counted.has(null)
  if (hasUndated && isBar) cells.push(null)
  return { cells, isNought, isByTime: true, hasUndated: hasUndated && !isBar }
}

function between(begin: string, end: string, grain: Grain): string[] | undefined {
  const filled: string[] = []
  for (let cell: string | undefined = begin; cell !== undefined && cell <= end; cell = following(cell, grain)) {
    filled.push(cell)
    if (filled.length > mostFilled) return undefined
  }
  return filled
}

/** Whether days of a period were left out by the range, or it is still going on: less of it is no decline. */
export function isCutShort(group: string, grain: Grain, { date_range, generated_at, timezone }: Results): boolean {
  const { from, to } = date_range
  if (groupOf(dayAt(generated_at, timezone), grain) === group) return true
  if (from !== null && groupOf(from, grain) === group && from > firstDayOf(group, grain)) return true
  return to !== null && groupOf(to, grain) === group && to < lastDayOf(group, grain)
}

const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a > b ? a : b)
