import { calendarDay, daysInMonth, numberOf } from '../time/calendar.ts'
import { type MonthWeekday, ordinals, type Weekday, weekdayNames, weekdays } from './recurrence.schema.ts'

/**
 * The days of a rule, as numbers. Time is divided into rounds: round 0 is the day, week or month of the first day, and
 * each next round is `every` units later. A round has at most seven days.
 */
export interface Rounds {
  /** The round of a day, or the previous round if the day is between two. */
  roundOf(day: number): number
  /** The days of a round in order. Those of round 0 may be before the first day. */
  daysIn(round: number): number[]
}

export const dayRounds = (every: number, start: number): Rounds => ({
  roundOf: (day) => Math.floor((day - start) / every),
  daysIn: (round) => [start + round * every],
})

/** Monday is 0; 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

export function weekRounds(every: number, start: number, onDays: Weekday[]): Rounds {
  const monday = start - weekdayOf(start)
  const inWeek = weekdays.flatMap((name, n) => (onDays.includes(name) ? [n] : []))
  return {
    roundOf: (day) => Math.floor((day - monday) / (7 * every)),
    daysIn: (round) => inWeek.map((weekday) => monday + round * 7 * every + weekday),
  }
}

/** The days of a rule in a month: none or one. */
type DaysOfMonth = (year: number, month: number) => number[]

export function monthRounds(every: number, start: number, days: DaysOfMonth): Rounds {
  const first = monthOf(start)
  return {
    roundOf: (day) => Math.floor((monthOf(day) - first) / every),
    daysIn(round) {
      const month = first + round * every
      return days(Math.floor(month / 12), (month % 12) + 1)
    },
  }
}

/** Months counted from the year 0. */
function monthOf(number: number): number {
  const { year, month } = calendarDay(number)
  return year * 12 + month - 1
}

export const onTheDay =
  (day: number): DaysOfMonth =>
  (year, month) =>
    day <= daysInMonth(year, month) ? [numberOf(year, month, day)] : []

export function onTheWeekday(name: MonthWeekday): DaysOfMonth {
  const [ordinal, weekdayName] = name.split(' ') as [(typeof ordinals)[number], (typeof weekdayNames)[number]]
  const weekday = weekdayNames.indexOf(weekdayName)
  const weeks = ordinals.indexOf(ordinal)
  return (year, month) => {
    // The last one is in the last seven days of the month, the first one in the first seven, and so on.
    const from = numberOf(year, month, ordinal === 'Last' ? daysInMonth(year, month) - 6 : 1 + weeks * 7)
    return [from + ((weekday - weekdayOf(from) + 7) % 7)]
  }
}
