import type { FieldErrors } from '../http/contract/field-errors.ts'
import { numberOf, readDay, writeDay } from '../time/calendar.ts'
import { type PlaceInMonth, type Recurrence, type Unit, type Weekday, weekdays } from './recurrence.schema.ts'
import { dayRounds, monthRounds, onTheDay, onTheWeekday, type Rounds, weekdayOf, weekRounds } from './rounds.ts'

/** A rule as it is stored: nothing null, every field in its place. */
export interface Rule {
  every: number
  unit: Unit
  on_days?: Weekday[]
  month_on_day?: number
  month_on_the?: PlaceInMonth
  ends_after?: number
  ends_on?: string
}

/** What was sent, without its nulls, with days in the order of the week and fields in the order they are documented in. */
export function normalise(sent: Recurrence): Rule {
  const { every, unit, on_days, month_on_day, month_on_the, ends_after, ends_on } = sent
  return {
    every: every ?? 1,
    unit,
    ...(on_days && { on_days: weekdays.filter((day) => on_days.includes(day)) }),
    ...(month_on_day && { month_on_day }),
    ...(month_on_the && { month_on_the }),
    ...(ends_after && { ends_after }),
    ...(ends_on && { ends_on }),
  }
}

/** Fields that do not go together. A rule without any is one that days can be counted by. */
export function ruleErrors(rule: Rule, startsOn: string, prefix = 'recurrence'): FieldErrors {
  const errors: FieldErrors = {}
  const refuse = (field: keyof Rule, sentence: string) => {
    errors[`${prefix}.${field}`] = [`${prefix}.${field} ${sentence}.`]
  }
  if (rule.on_days && rule.unit !== 'Week') refuse('on_days', 'is only supported with unit Week')
  if (rule.unit !== 'Month') {
    if (rule.month_on_day) refuse('month_on_day', 'is only supported with unit Month')
    if (rule.month_on_the) refuse('month_on_the', 'is only supported with unit Month')
  } else if (rule.month_on_day && rule.month_on_the) {
    refuse('month_on_the', 'must be left out where month_on_day is sent: unit Month takes exactly one of them')
  } else if (!rule.month_on_day && !rule.month_on_the) {
    refuse('month_on_day', 'or month_on_the is required with unit Month')
  }
  if (rule.ends_after && rule.ends_on) {
    refuse('ends_on', 'must be left out where ends_after is sent: at most one of them is supported')
  } else if (rule.ends_on && rule.ends_on < startsOn) {
    refuse('ends_on', `must be ${startsOn} or later, the first date`)
  }
  return errors
}

/**
 * The days of a record that repeats, in order. Its own day `startsOn` is always the first, and the first that
 * `ends_after` counts, whether the rule names it or not; the others are the days after it that the rule names.
 */
export function* occurrences(rule: Rule, startsOn: string): Generator<string> {
  const series = seriesOf(rule, startsOn)
  let day = dayAfter(series, series.start - 1)
  for (; day !== undefined; day = dayAfter(series, day)) yield writeDay(day)
}

/** The first occurrence after a day, found without going through those before it. */
export function nextAfter(rule: Rule, startsOn: string, day: string): string | undefined {
  const found = dayAfter(seriesOf(rule, startsOn), readDay(day))
  return found === undefined ? undefined : writeDay(found)
}

/** The rule with nothing after `lastDay`; one that ends earlier already is not made longer. */
export function shorten(rule: Rule, startsOn: string, lastDay: string): Rule {
  const last = Math.min(seriesOf(rule, startsOn).last, readDay(lastDay))
  return normalise({ ...rule, ends_after: null, ends_on: writeDay(last) })
}

/**
 * The rule for the rest of a series, which starts on its occurrence `from`. Rounds counted from there are the same
 * ones, because every occurrence but the first is a day of the rule; what the first day alone says has to be written out.
 */
export function continued(rule: Rule, startsOn: string, from: string): Rule {
  const onDays = rule.unit === 'Week' ? (rule.on_days ?? [weekdays[weekdayOf(readDay(startsOn))]!]) : null
  if (rule.ends_after === undefined) return normalise({ ...rule, on_days: onDays })
  let before = 0
  for (const day of occurrences(rule, startsOn)) {
    if (day >= from) break
    before++
  }
  return normalise({ ...rule, on_days: onDays, ends_after: Math.max(1, rule.ends_after - before) })
}

/** A rule in words, to follow a noun: 'every 2 weeks on Mon and Wed until 2026-12-31'. */
export function describe(rule: Rule): string {
  const unit = rule.unit.toLowerCase()
  const words = [rule.every === 1 ? `every ${unit}` : `every ${rule.every} ${unit}s`]
  if (rule.on_days) words.push(`on ${inWords(rule.on_days)}`)
  if (rule.month_on_day) words.push(`on day ${rule.month_on_day}`)
  if (rule.month_on_the) {
    const [place, weekday] = rule.month_on_the.split(' ')
    words.push(`on the ${place!.toLowerCase()} ${weekday}`)
  }
  if (rule.ends_after) words.push(rule.ends_after === 1 ? 'once' : `${rule.ends_after} times`)
  if (rule.ends_on) words.push(`until ${rule.ends_on}`)
  return words.join(' ')
}

const inWords = (days: string[]): string =>
  days.length === 1 ? days[0]! : `${days.slice(0, -1).join(', ')} and ${days.at(-1)}`

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
