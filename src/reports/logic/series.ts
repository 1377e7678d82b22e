import { dayAt, firstDayOf, following, type Grain, grainOf, groupOf, inWords, lastDayOf, onAxis } from './dates.ts'
import type { Cell, Column, Results, Row } from './results.ts'
import { isAdditive, isZeroWhenEmpty, type View } from './view.ts'

/** What a chart draws: so many groups along it, and for each series a value or none at each of them. */
export interface Chart {
  groups: Group[]
  series: Series[]
  /** Series that there is no room for and that may not be added up; they are in the table. */
  leftOut: number
  isOverTime: boolean
}
export interface Group {
  label: string
  short: string
  /** Not all days of the period were counted, or it is not over: less of it is no decline. */
  isCutShort?: true
}
export interface Series {
  name: string
  values: (number | null)[]
  /** The sum of several that were too many. */
  isRest?: true
}

/** As many as can be told apart by colour. */
export const mostSeries = 8
const mostFilled = 5000

/** A cell as people read it. */
export function cellInWords(cell: Cell | undefined, { type, key }: Column): string {
  if (cell === null || cell === undefined || cell === '') return 'None'
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  return type === 'date' ? inWords(String(cell), grainOf(key)) : String(cell)
}

export const numberIn = (row: Row): number | null => (typeof row.value === 'number' ? row.value : null)

/** Results as a chart draws them: periods in which nothing happened are filled in, and what there is too much of is put together. */
export function chartOf(results: Results, view: View): Chart {
  const [group, breakdown] = results.columns.filter(({ key }) => key !== 'value')
  if (!group) return { groups: [], series: [], leftOut: 0, isOverTime: false }
  const grain = group.type === 'date' ? grainOf(group.key) : undefined
  const cells = groupsOf(results, group, view)
  const places = new Map(cells.map((cell, place) => [cell, place]))
  const isEmpty = isZeroWhenEmpty(view) ? 0 : null
  const rows = new Map<Cell, Row[]>()
  for (const row of results.rows) {
    const key = breakdown ? (row[breakdown.key] ?? null) : null
    const same = rows.get(key)
    if (same) same.push(row)
    else rows.set(key, [row])
  }
  const series = [...rows].map(([cell, own]): Series => {
    const values = cells.map((): number | null => isEmpty)
    for (const row of own) values[places.get(row[group.key] ?? null)!] = numberIn(row)
    return { name: breakdown ? cellInWords(cell, breakdown) : results.columns.at(-1)!.label, values }
  })
  const ordered = breakdown?.type === 'date' ? series : series.sort((a, b) => sizeOf(b) - sizeOf(a))
  const groups = cells.map((cell, place) => {
    const label = cellInWords(cell, group)
    if (!grain || typeof cell !== 'string') return { label, short: label }
    const before = cells[place - 1] as string | undefined
    return {
      label,
      short: onAxis(cell, grain, before),
      ...(isCutShort(cell, grain, results) && { isCutShort: true as const }),
    }
  })
  return {
    groups,
    ...fewer(ordered, isAdditive(view) && view.options?.stacked === true),
    isOverTime: grain !== undefined,
  }
}

/** The groups along a chart. Over time there is one for each period, unless they stand in another order than that of time. */
function groupsOf(results: Results, group: Column, view: View): Cell[] {
  const found = [...new Set(results.rows.map((row) => row[group.key] ?? null))]
  const grain = group.type === 'date' ? grainOf(group.key) : undefined
  const dates = found.filter((cell) => cell !== null) as string[]
  const { sort } = view.options ?? {}
  const isByTime = sort === undefined || (sort.by === 'group' && sort.direction !== 'desc')
  if (!grain || !isByTime || dates.length === 0) return found
  const { from, to } = results.truncated || view.options?.limit ? { from: null, to: null } : results.date_range
  const today = groupOf(dayAt(results.generated_at, results.timezone), grain)
  const [first, last] = [dates[0]!, dates.at(-1)!]
  const begin = from === null ? first : earlier(groupOf(from, grain), first)
  // Days to come are drawn where something is planned on them.
  const end = to === null ? last : later(earlier(groupOf(to, grain), today), last)
  const filled: Cell[] = []
  for (let cell = begin; cell <= end; cell = following(cell, grain)) {
    filled.push(cell)
    if (filled.length > mostFilled) return found
  }
  return found.includes(null) ? [...filled, null] : filled
}
/** Whether a period has days that were not counted, or today and days to come. */
function isCutShort(
  group: string,
  grain: Grain,
  { date_range: { from, to }, generated_at, timezone }: Results,
): boolean {
  const today = dayAt(generated_at, timezone)
  const last = lastDayOf(group, grain)
  if (from !== null && groupOf(from, grain) === group && from > firstDayOf(group, grain)) return true
  return (to !== null && to < last) || (groupOf(today, grain) === group && today < last)
}

const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a > b ? a : b)

const sizeOf = ({ values }: Series): number => values.reduce<number>((sum, value) => sum + Math.abs(value ?? 0), 0)

/**
 * At most as many series as can be told apart. The smallest become one where they stand on each other; beside the others their sum
 * would dwarf them, and so they are left out.
 */
function fewer(series: Series[], canAdd: boolean): Pick<Chart, 'series' | 'leftOut'> {
  if (series.length <= mostSeries) return { series, leftOut: 0 }
  const kept = mostSeries - (canAdd ? 1 : 0)
  const largest = new Set([...series].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, kept))
  const shown = series.filter((one) => largest.has(one))
  const others = series.filter((one) => !largest.has(one))
  if (!canAdd) return { series: shown, leftOut: others.length }
  const values = shown[0]!.values.map((_, place) => others.reduce((sum, one) => sum + (one.values[place] ?? 0), 0))
  return { series: [...shown, { name: `${others.length} others`, values, isRest: true }], leftOut: 0 }
}

export interface Slice {
  name: string
  value: number
  isRest?: true
}

/** Parts of a whole, the largest first. What is not above nought is no part of one. */
export function slicesOf(results: Results, view: View): { slices: Slice[]; whole: number; leftOut: number } {
  const groups = results.columns.filter(({ key }) => key !== 'value')
  const all = results.rows
    .map((row) => ({
      name: groups.map((group) => cellInWords(row[group.key], group)).join(' · '),
      value: numberIn(row) ?? 0,
    }))
    .filter(({ value }) => value > 0)
  const isSorted = view.options?.sort !== undefined
  const slices: Slice[] = isSorted ? all : all.sort((a, b) => b.value - a.value)
  const whole = slices.reduce((sum, { value }) => sum + value, 0)
  if (slices.length <= mostSeries) return { slices, whole, leftOut: results.rows.length - slices.length }
  const largest = new Set([...slices].sort((a, b) => b.value - a.value).slice(0, mostSeries - 1))
  const rest = slices.filter((slice) => !largest.has(slice))
  const name = `${rest.length} others`
  const value = rest.reduce((sum, slice) => sum + slice.value, 0)
  return {
    slices: [...slices.filter((slice) => largest.has(slice)), { name, value, isRest: true }],
    whole,
    leftOut: results.rows.length - all.length,
  }
}
