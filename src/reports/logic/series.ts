import {
  axisLabelOf,
  dayAt,
  firstDayOf,
  formatPeriod,
  type Grain,
  grainOf,
  lastDayOf,
  nextPeriod,
  periodOf,
} from './dates.ts'
import type { Cell, Column, Results, Row } from './results.ts'
import { colourIndexes, declaredValues, maxColours } from './series-colours.ts'
import { isAdditive, isStacked, isZeroWhenEmpty, type View } from './view.ts'

/** What a chart draws: so many groups axis it, and for each series a value or none at each of them. */
export interface Chart {
  groups: Group[]
  series: Series[]
  /** Series that there is no room for and that may not be added up; they are in the table. */
  leftOut: number
  isOverTime: boolean
  isByTime: boolean
  /** There are values without a date, which a line has no place for. */
  hasUndated: boolean
}
export interface Group {
  label: string
  short: string
  year?: string
  /** Not all days of the period were counted, or it is not over: less of it is no decline. */
  isCutShort?: true
}
export interface Series {
  name: string
  values: (number | null)[]
  /** Its place among the colours; the sum of several that were too many has none. */
  colourIndex?: number
}

/** A cell as people read it. */
export function formatCell(cell: Cell | undefined, { type, key }: Column): string {
  if (cell === null || cell === undefined || cell === '') return 'None'
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  return type === 'date' ? formatPeriod(String(cell), grainOf(key)) : String(cell)
}

export const valueIn = (row: Row): number | null => (typeof row.value === 'number' ? row.value : null)

/** Results as a chart draws them: periods in which empty happened are filled in, and what there is too much of is put together. */
export function chartOf(results: Results, view: View): Chart {
  const [group, breakdown] = results.columns.filter(({ key }) => key !== 'value') as [Column, Column | undefined]
  const grain = group.type === 'date' ? grainOf(group.key) : undefined
  const axis = grain ? periodsOf(results, group, grain, view) : groupsOf(results, group)
  const groups = axis.cells.map((cell): Group => {
    const label = formatCell(cell, group)
    if (!grain || typeof cell !== 'string') return { label, short: label }
    return { label, ...axisLabelOf(cell, grain), ...(isCutShort(cell, grain, results) && { isCutShort: true }) }
  })
  const { isByTime, hasUndated } = axis
  return {
    ...{ groups, ...seriesOf(results, { group, breakdown, axis }, view) },
    ...{ isOverTime: grain !== undefined, isByTime, hasUndated },
  }
}

const groupsOf = ({ rows }: Results, { key }: Column): GroupAxis => ({
  cells: [...new Set(rows.map((row) => row[key] ?? null))],
  ...{ isZero: () => true, isByTime: false, hasUndated: false },
})

interface RowGroup {
  cell: Cell
  rows: Row[]
  size: number
}

/**
 * At most as many series as can be told apart. The smallest become one where they stand on each other; beside the others their sum
 * would dwarf them, and so they are left out. Which these are is known from their rows: thousands of series are never laid out.
 */
function seriesOf(
  results: Results,
  { group, breakdown, axis }: { group: Column; breakdown: Column | undefined; axis: GroupAxis },
  view: View,
): Pick<Chart, 'series' | 'leftOut'> {
  const indexes = new Map(axis.cells.map((cell, index) => [cell, index]))
  const empty = axis.cells.map((cell): number | null => (isZeroWhenEmpty(view) && axis.isZero(cell) ? 0 : null))
  const valuesOf = (rows: Row[]) => {
    const values = [...empty]
    for (const row of rows) {
      const index = indexes.get(row[group.key] ?? null)
      const value = valueIn(row)
      if (index !== undefined && value !== null) values[index] = (values[index] ?? 0) + value
    }
    return values
  }
  if (!breakdown)
    return {
      series: [{ name: results.columns.at(-1)!.label, values: valuesOf(results.rows), colourIndex: 0 }],
      leftOut: 0,
    }
  const all = groupRows(results.rows, breakdown.key)
  const canAdd = isAdditive(view) && isStacked(view)
  const limit = all.length <= maxColours ? all.length : maxColours - (canAdd ? 1 : 0)
  const bySize = [...all].sort((a, b) => b.size - a.size)
  const largest = new Set(bySize.slice(0, limit))
  // Periods keep their order; of others the largest is first.
  const displayed = (breakdown.type === 'date' ? all : bySize).filter((one) => largest.has(one))
  const colours = colourIndexes(
    displayed.map(({ cell }) => cell),
    all.map(({ cell }) => cell),
    declaredValues(breakdown, view),
  )
  const series = displayed.map(
    ({ cell, rows }, index): Series => ({
      ...{ name: formatCell(cell, breakdown), values: valuesOf(rows), colourIndex: colours[index]! },
    }),
  )
  const rest = bySize.slice(limit)
  if (rest.length === 0 || !canAdd) return { series, leftOut: rest.length }
  series.push({ name: `${rest.length} others`, values: valuesOf(rest.flatMap(({ rows }) => rows)) })
  return { series, leftOut: 0 }
}

/** The rows of each value of a column, in the order in which they came. */
function groupRows(rows: Row[], key: string): RowGroup[] {
  const all = new Map<Cell, RowGroup>()
  for (const row of rows) {
    const cell = row[key] ?? null
    let one = all.get(cell)
    if (!one) {
      one = { cell, rows: [], size: 0 }
      all.set(cell, one)
    }
    one.rows.push(row)
    one.size += Math.abs(valueIn(row) ?? 0)
  }
  return [...all.values()]
}

/** More periods than that are not filled in: one record with a wrong year would draw a thousand empty ones. */
const maxFilled = 5000

export interface GroupAxis {
  /** What stands axis a chart, in its order. */
  cells: Cell[]
  /** Whether empty counts as nought at each of them. */
  isZero: (cell: Cell) => boolean
  /** The cells go by time, so that a year is said where it changes. */
  isByTime: boolean
  /** What has no date is no point of a line. */
  hasUndated: boolean
}

/**
 * The groups axis a chart over time: one for each period. Lines always go by time; bars can stand in another order, and are then
 * not filled. Periods to come have no nought: what is not planned yet may still happen.
 */
export function periodsOf(results: Results, { key }: Column, grain: Grain, view: View): GroupAxis {
  const cellsInOrder = [...new Set(results.rows.map((row) => row[key] ?? null))]
  const { sort, limit } = view.options ?? {}
  const isBar = view.visualization === 'bar'
  const today = periodOf(dayAt(results.generated_at, results.timezone), grain)
  const counted = new Set(cellsInOrder)
  // Of the largest periods alone the ones between are not empty, only not shown.
  const isPicked = results.truncated && sort?.by === 'value'
  const isZero = (cell: Cell) => (cell === null || cell <= today) && (!isPicked || counted.has(cell))
  const dates = (cellsInOrder.filter((cell) => cell !== null) as string[]).sort()
  if ((isBar && sort?.by === 'value') || dates.length === 0)
    return { cells: cellsInOrder, isZero, isByTime: false, hasUndated: false }
  const { from, to } = results.truncated || limit ? { from: null, to: null } : results.date_range
  const [first, last] = [dates[0]!, dates.at(-1)!]
  const begin = from === null ? first : earlier(periodOf(from, grain), first)
  // Days to come are drawn where something is planned on them.
  const end = to === null ? last : later(earlier(periodOf(to, grain), today), last)
  const cells: Cell[] = fillPeriods(begin, end, grain) ?? dates
  // A line would fall to the ground on the first morning of each month: a period that has only begun waits for its first record.
  if (!isBar && cells.at(-1) === today && !counted.has(today)) cells.pop()
  if (isBar && sort?.direction === 'desc') cells.reverse()
  const hasUndated = counted.has(null)
  if (hasUndated && isBar) cells.push(null)
  return { cells, isZero, isByTime: true, hasUndated: hasUndated && !isBar }
}

function fillPeriods(begin: string, end: string, grain: Grain): string[] | undefined {
  const filled: string[] = []
  for (let cell: string | undefined = begin; cell !== undefined && cell <= end; cell = nextPeriod(cell, grain)) {
    filled.push(cell)
    if (filled.length > maxFilled) return undefined
  }
  return filled
}

/** Whether days of a period were left out by the range, or it is still going on: less of it is no decline. */
export function isCutShort(group: string, grain: Grain, { date_range, generated_at, timezone }: Results): boolean {
  const { from, to } = date_range
  if (periodOf(dayAt(generated_at, timezone), grain) === group) return true
  if (from !== null && periodOf(from, grain) === group && from > firstDayOf(group, grain)) return true
  return to !== null && periodOf(to, grain) === group && to < lastDayOf(group, grain)
}

const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a > b ? a : b)
