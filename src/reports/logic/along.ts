import type { Grain } from './dates.ts'
import type { Group, Series } from './series.ts'

/** How many periods may be from one name below an axis to the next: people count in these. */
const strides: Record<Grain, number[]> = {
  day: [1, 2, 7, 14, 28],
  week: [1, 2, 4, 13, 26, 52],
  month: [1, 2, 3, 6, 12],
  quarter: [1, 2, 4],
  year: [1, 2, 5, 10],
}
export function strideOf(grain: Grain, least: number): number {
  const largest = strides[grain].at(-1)!
  return strides[grain].find((stride) => stride >= least) ?? Math.ceil(least / largest) * largest
}

/**
 * What stands below an axis over time, each so many periods. The year is on a line of its own where it is another than at the name
 * before; periods in another order than that of time all have theirs.
 */
export function namesAlong(groups: Group[], stride: number, isByTime: boolean): string[] {
  let said: string | undefined
  return groups.map(({ short, year }, place) => {
    if (place % stride > 0) return ''
    if (year === undefined || (isByTime && year === said)) return short
    said = year
    return `${short}\n${year}`
  })
}

/** How many series that are drawn before it each one runs along: it would hide them. That several are nought is seen anyway. */
export const covers = (series: Series[]): number[] =>
  series.map(({ values }, place) => series.slice(0, place).filter((other) => runsAlong(values, other.values)).length)

function runsAlong(values: Series['values'], others: Series['values']): boolean {
  const places = [...values.keys()].filter((place) => values[place])
  const same = places.filter((place) => values[place] === others[place])
  return same.length > 0 && same.length * 2 >= places.length
}
