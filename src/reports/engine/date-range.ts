import { calendarDay, daysInMonth, numberOf, readDay, writeDay } from '../../time/calendar.ts'
import type { Grain } from '../logic/dates.ts'
import type { DayRange } from '../logic/results.ts'
import type { DatePreset, DateRange } from '../spec/spec.schema.ts'

type Days = [from: number, to: number]

/** The days of a date range, both included. Weeks begin on Monday and financial years in July. */
export function daysOf(range: DateRange | undefined, today: string): DayRange {
  if (range === undefined) return allTime
  if ('from' in range) return { from: range.from, to: range.to }
  const day = readDay(today)
  if ('last' in range) return toDayRange(lastOf(range.last, range.unit.replace(/s$/, '') as Grain, day))
  return range.preset === 'all_time' ? allTime : toDayRange(presets[range.preset](day))
}

const allTime: DayRange = { from: null, to: null }
const toDayRange = ([from, to]: Days): DayRange => ({ from: writeDay(from), to: writeDay(to) })

/** The last `count` units up to and including today: the last month before 14 July begins on 15 June. */
function lastOf(count: number, unit: Grain, today: number): Days {
  if (unit === 'day') return [today - count + 1, today]
  if (unit === 'week') return [today - 7 * count + 1, today]
  return [monthsBefore(today, count * { month: 1, quarter: 3, year: 12 }[unit]) + 1, today]
}

/** The same day of an earlier month, or its last day. */
function monthsBefore(day: number, months: number): number {
  const { year, month, day: dayOfMonth } = calendarDay(day)
  const first = firstOfMonth(year, month - months)
  const earlier = calendarDay(first)
  return first + Math.min(dayOfMonth, daysInMonth(earlier.year, earlier.month)) - 1
}

/** Months may be out of range: month 0 is December of the year before. */
const firstOfMonth = (year: number, month: number): number => {
  const index = year * 12 + month - 1
  return numberOf(Math.floor(index / 12), (((index % 12) + 12) % 12) + 1, 1)
}

/** A whole calendar period of `months` months, `back` periods before the current one. */
const period =
  (months: number, back: number, firstMonth = 1) =>
  (today: number): Days => {
    const { year, month } = calendarDay(today)
    const into = (((month - firstMonth) % months) + months) % months
    const first = month - into - back * months
    return [firstOfMonth(year, first), firstOfMonth(year, first + months) - 1]
  }

const week =
  (back: number) =>
  (today: number): Days => {
    // 1970-01-01 was a Thursday.
    const monday = today - ((((today + 3) % 7) + 7) % 7) - 7 * back
    return [monday, monday + 6]
  }

const presets: Record<Exclude<DatePreset, 'all_time'>, (today: number) => Days> = {
  today: (today) => [today, today],
  yesterday: (today) => [today - 1, today - 1],
  this_week: week(0),
  last_week: week(1),
  this_month: period(1, 0),
  last_month: period(1, 1),
  last_30_days: (today) => lastOf(30, 'day', today),
  last_90_days: (today) => lastOf(90, 'day', today),
  this_quarter: period(3, 0),
  last_quarter: period(3, 1),
  this_financial_year: period(12, 0, 7),
  last_financial_year: period(12, 1, 7),
}
