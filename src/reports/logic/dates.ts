import { monthNames, readableDay, readableTime } from '../../time/readable.ts'
import type { DayRange } from './results.ts'

/** Periods of dates as results name them: 2026-07-14 (day or Monday of a week), 2026-07, 2026-Q3, 2026. */
export const grains = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Grain = (typeof grains)[number]

const dayLength = 86_400_000

/** The grain of a date column, whose key is such as `start:month`. */
export const grainOf = (key: string): Grain | undefined => grains.find((grain) => key.endsWith(`:${grain}`))

/** `14 Jul 2026`, `Week of 13 Jul 2026`, `Jul 2026`, `Jul–Sep 2026`, `2026`. */
export function formatPeriod(group: string, grain: Grain | undefined): string {
  if (grain === 'quarter') {
    const first = (Number(group.slice(6)) - 1) * 3
    return `${monthNames[first]}–${monthNames[first + 2]} ${group.slice(0, 4)}`
  }
  if (grain === 'month') return `${monthNames[Number(group.slice(5)) - 1]} ${group.slice(0, 4)}`
  if (grain === 'year') return group
  return grain === 'week' ? `Week of ${readableDay(group)}` : readableDay(group)
}

/** The label of a period on an axis. The year is separate because it is shown only where it changes. */
export function axisLabelOf(group: string, grain: Grain): { short: string; year?: string } {
  if (grain === 'year') return { short: group }
  const label = grain === 'week' ? readableDay(group) : formatPeriod(group, grain)
  return { short: label.slice(0, -5), year: label.slice(-4) }
}

/** The period that contains a day. */
export function periodOf(day: string, grain: Grain): string {
  if (grain === 'day') return day
  if (grain === 'month') return day.slice(0, 7)
  if (grain === 'year') return day.slice(0, 4)
  if (grain === 'quarter') return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
  const number = numberOf(day)
  // 1970-01-01 was a Thursday.
  return dayOf(number - ((((number + 3) % 7) + 7) % 7))
}

export function firstDayOf(group: string, grain: Grain): string {
  if (grain === 'year') return `${group}-01-01`
  if (grain === 'month') return `${group}-01`
  return grain === 'quarter' ? `${group.slice(0, 4)}-${String(Number(group[6]) * 3 - 2).padStart(2, '0')}-01` : group
}
/** The last day of a period. Dates end with the year 9999, and so does its last week. */
export function lastDayOf(group: string, grain: Grain): string {
  const next = nextPeriod(group, grain)
  return next === undefined ? lastDay : dayOf(numberOf(firstDayOf(next, grain)) - 1)
}

/** The next period; undefined after the last one of the year 9999. */
export function nextPeriod(group: string, grain: Grain): string | undefined {
  if (grain === 'day' || grain === 'week') {
    const next = numberOf(group) + (grain === 'week' ? 7 : 1)
    return next > numberOf(lastDay) ? undefined : dayOf(next)
  }
  const inYear = { month: 12, quarter: 4, year: 1 }[grain]
  const index =
    Number(group.slice(0, 4)) * inYear + (grain === 'year' ? 0 : Number(group.slice(5).replace('Q', '')) - 1)
  const year = Math.floor((index + 1) / inYear)
  if (year > 9999) return undefined
  const [yearText, part] = [String(year).padStart(4, '0'), ((index + 1) % inYear) + 1]
  if (grain === 'year') return yearText
  return grain === 'quarter' ? `${yearText}-Q${part}` : `${yearText}-${String(part).padStart(2, '0')}`
}
const lastDay = '9999-12-31'
const numberOf = (day: string): number => Date.parse(day) / dayLength
const dayOf = (number: number): string => new Date(number * dayLength).toISOString().slice(0, 10)

/** `1 Jul 2026 to 30 Sep 2026`, `14 Jul 2026`, `All time`. */
export function formatDayRange({ from, to }: DayRange): string {
  if (from === null || to === null) return 'All time'
  return from === to ? readableDay(from) : `${readableDay(from)} to ${readableDay(to)}`
}

/** An instant in a time zone: `14 Jul 2026, 3:05 pm`. */
export const formatTime = (instant: string, timezone: string): string => readableTime(localAt(instant, timezone))

/** The day of an instant in a time zone. */
export const dayAt = (instant: string, timezone: string): string => localAt(instant, timezone).slice(0, 10)

/** `2026-07-14 15:05` */
function localAt(instant: string, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en-AU', {
    timeZone: timezone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })
  const named = Object.fromEntries(parts.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return `${named.year}-${named.month}-${named.day} ${named.hour}:${named.minute}`
}
