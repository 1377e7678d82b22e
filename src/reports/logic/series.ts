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
import { colourIndexes, maxColours, openColourIndex, toneColours } from './series-colours.ts'
import { declaredValues, isStatus, rankIn } from './statuses.ts'
import { type DeclaredValue, isAdditive, isStacked, isZeroWhenEmpty, type View } from './view.ts'

/** What a chart draws: its groups, and the values of each series, one for each group. */
export interface Chart {
  groups: Group[]
  series: Series[]
  /** The number of series that are not drawn and cannot be added up. They are in the table. */
  leftOut: number
  isOverTime: boolean
  isByTime: boolean
  /** Whether there are values without a date, which a line cannot show. */
  hasUndated: boolean
}
export interface Group {
  label: string
  short: string
  year?: string
  /** The date range covers only part of the period. A lower value is then no decline. */
  isCutShort?: true
  /** The period is not over yet. A lower value is then no decline either. */
  isOngoing?: true
}
export interface Series {
  name: string
  values: (number | null)[]
  /** The index of its colour. The sum of the smallest series has none. */
  colourIndex?: number
  /** The colour index of each value, if the groups are statuses. */
  colourIndexes?: number[]
}

/** A cell of a table, whose column says what is true. */
export const formatCell = (cell: Cell | undefined, column: Column, view: View): string =>
  typeof cell === 'boolean' ? (cell ? 'Yes' : 'No') : nameOf(cell, column, view)

/** The name of a group or a series. */
export function nameOf(cell: Cell | undefined, column: Column, view: View): string {
  const { type, key } = column
  if (cell === null || cell === undefined || cell === '') return view.groups?.[key]?.none ?? 'None'
  if (type === 'date') return formatPeriod(String(cell), grainOf(key))
  return declaredValues(column, view)?.find(({ value }) => value === cell)?.name ?? String(cell)
}

export const valueIn = (row: Row): number | null => (typeof row.value === 'number' ? row.value : null)

/** The chart of results: empty periods are filled in, and the smallest series are added up. */
export function chartOf(results: Results, view: View): Chart {
  const [group, breakdown] = results.columns.filter(({ key }) => key !== 'value') as [Column, Column | undefined]
  const grain = group.type === 'date' ? grainOf(group.key) : undefined
  const axis = grain ? periodsOf(results, group, grain, view) : groupsOf(results, group)
  const groups = axis.cells.map((cell): Group => {
    const label = nameOf(cell, group, view)
    if (!grain || typeof cell !== 'string') return { label, short: label }
    return {
      ...{ label, ...axisLabelOf(cell, grain) },
      ...(isCutShort(cell, grain, results) && { isCutShort: true }),
      ...(isOngoing(cell, grain, results) && { isOngoing: true }),
    }
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
 * At most as many series as there are colours. In a stacked chart the smallest are added up to one; in others they are
 * left out. Sizes come from the rows, so that thousands of series are never built.
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
  if (!breakdown) {
    const own = statusColours(axis.cells, declaredValues(group, view))
    const one = { name: results.columns.at(-1)!.label, values: valuesOf(results.rows), colourIndex: 0 }
    return { series: [{ ...one, ...(own && { colourIndexes: own }) }], leftOut: 0 }
  }
  const all = groupRows(results.rows, breakdown.key)
  const canAdd = isAdditive(view) && isStacked(view)
  const limit = all.length <= maxColours ? all.length : maxColours - (canAdd ? 1 : 0)
  const bySize = [...all].sort((a, b) => b.size - a.size)
  const largest = new Set(bySize.slice(0, limit))
  const declared = declaredValues(breakdown, view)
  // Periods and statuses have an order; other series are sorted by size.
  const ordered = isStatus(declared) ? inOrderOf(all, declared!) : breakdown.type === 'date' ? all : bySize
  const displayed = ordered.filter((one) => largest.has(one))
  const colours = colourIndexes(
    displayed.map(({ cell }) => cell),
    all.map(({ cell }) => cell),
    declared,
  )
  const series = displayed.map(
    ({ cell, rows }, index): Series => ({
      ...{ name: nameOf(cell, breakdown, view), values: valuesOf(rows), colourIndex: colours[index]! },
    }),
  )
  const rest = bySize.slice(limit)
  if (rest.length === 0 || !canAdd) return { series, leftOut: rest.length }
  series.push({ name: `${rest.length} others`, values: valuesOf(rest.flatMap(({ rows }) => rows)) })
  return { series, leftOut: 0 }
}

/** The colours of bars by their statuses; undefined if the groups are none. */
function statusColours(cells: Cell[], declared: readonly DeclaredValue[] | undefined): number[] | undefined {
  if (!isStatus(declared)) return undefined
  const colours = new Map<Cell, number>(
    declared!.flatMap(({ value, tone }) => (tone ? [[value, toneColours[tone]]] : [])),
  )
  return cells.map((cell) => colours.get(cell) ?? openColourIndex)
}

function inOrderOf(all: RowGroup[], declared: readonly DeclaredValue[]): RowGroup[] {
  const rank = rankIn(declared)
  return [...all].sort((a, b) => rank(a.cell) - rank(b.cell))
}

/** The rows of each value of a column, in their first order. */
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

/** Limits the periods filled in: one record with a mistyped year would add thousands. */
const maxFilled = 5000

export interface GroupAxis {
  /** The cells of the group axis in order. */
  cells: Cell[]
  /** Whether a cell without rows has the value zero. */
  isZero: (cell: Cell) => boolean
  /** Whether the cells are in order of time. */
  isByTime: boolean
  /** Whether cells without a date were left out, because a line cannot show them. */
  hasUndated: boolean
}

/**
 * The periods of a time axis, with empty ones filled in. Lines are always in order of time. Bars sorted by value are
 * not filled in. Future periods are not zero, because they are not over.
 */
export function periodsOf(results: Results, { key }: Column, grain: Grain, view: View): GroupAxis {
  const cellsInOrder = [...new Set(results.rows.map((row) => row[key] ?? null))]
  const { sort, limit } = view.options ?? {}
  const isBar = view.visualization === 'bar'
  const today = periodOf(dayAt(results.generated_at, results.timezone), grain)
  const counted = new Set(cellsInOrder)
  // If only the largest periods were returned, the others are not empty.
  const isPicked = results.truncated && sort?.by === 'value'
  const isZero = (cell: Cell) => (cell === null || cell <= today) && (!isPicked || counted.has(cell))
  const dates = (cellsInOrder.filter((cell) => cell !== null) as string[]).sort()
  if ((isBar && sort?.by === 'value') || dates.length === 0)
    return { cells: cellsInOrder, isZero, isByTime: false, hasUndated: false }
  const { from, to } = results.truncated || limit ? { from: null, to: null } : results.date_range
  const [first, last] = [dates[0]!, dates.at(-1)!]
  const begin = from === null ? first : earlier(periodOf(from, grain), first)
  // Future periods are drawn up to the last one with records.
  const end = to === null ? last : later(earlier(periodOf(to, grain), today), last)
  const cells: Cell[] = fillPeriods(begin, end, grain) ?? dates
  // The current period is drawn once it has a record. A line would otherwise drop to zero at the start of each month.
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

const isOngoing = (group: string, grain: Grain, { generated_at, timezone }: Results): boolean =>
  periodOf(dayAt(generated_at, timezone), grain) === group

/** Whether the date range covers only part of a period. */
function isCutShort(group: string, grain: Grain, { date_range: { from, to } }: Results): boolean {
  if (from !== null && periodOf(from, grain) === group && from > firstDayOf(group, grain)) return true
  return to !== null && periodOf(to, grain) === group && to < lastDayOf(group, grain)
}

const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a > b ? a : b)
