import { numberOf, readDay } from '../time/calendar.ts'
import { weekdays } from './recurrence.schema.ts'
import type { Rule } from './recurrence.ts'
import { dayRounds, monthRounds, onTheDay, onTheWeekday, type Rounds, weekdayOf, weekRounds } from './rounds.ts'

/** A rule that begins on a day; all days are numbers. */
export interface Series {
  start: number
  /** No day comes after it. It is before `start` when there is none. */
  last: number
  rounds: Rounds
}

/** Where days are no longer four digits of a year. A rule that can never come true again is given up here. */
const endOfTime = numberOf(9999, 12, 31)

export function seriesOf(rule: Rule, startsOn: string): Series {
  const start = readDay(startsOn)
  const rounds = roundsOf(rule, start)
  const endsOn = rule.ends_on === undefined ? endOfTime : readDay(rule.ends_on)
  return { start, last: Math.min(endsOn, lastByCount(rule, start, rounds)), rounds }
}

function roundsOf({ every, unit, on_days, month_on_day, month_on_the }: Rule, start: number): Rounds {
  if (unit === 'Day') return dayRounds(every, start)
  if (unit === 'Week') return weekRounds(every, start, on_days ?? [weekdays[weekdayOf(start)]!])
  return monthRounds(every, start, month_on_the ? onTheWeekday(month_on_the) : onTheDay(month_on_day!))
}

/** The day that `ends_after` makes the last: rounds have equally many days, unless some months do not have the day. */
function lastByCount({ ends_after, month_on_day = 1 }: Rule, start: number, rounds: Rounds): number {
  if (ends_after === undefined) return endOfTime
  const first = [start, ...rounds.daysIn(0).filter((day) => day > start)]
  if (ends_after <= first.length) return first[ends_after - 1]!
  if (month_on_day > 28) return walk({ start, last: endOfTime, rounds }, ends_after)
  const size = rounds.daysIn(1).length
  const left = ends_after - first.length - 1
  return rounds.daysIn(1 + Math.floor(left / size))[left % size]!
}

function walk(series: Series, count: number): number {
  let day = series.start
  for (let n = 1; n < count; n++) {
    const next = dayAfter(series, day)
    if (next === undefined) return endOfTime
    day = next
  }
  return day
}

/** The first day of a series after some day: in the round of that day or, but for months without it, the next. */
export function dayAfter({ start, last, rounds }: Series, day: number): number | undefined {
  if (day < start) return start <= last ? start : undefined
  const lastRound = rounds.roundOf(last)
  for (let round = rounds.roundOf(day); round <= lastRound; round++) {
    for (const found of rounds.daysIn(round)) if (found > day) return found <= last ? found : undefined
  }
  return undefined
}
