import type { FieldErrors } from '../http/contract/field-errors.ts'
import { numberOf, readDay, writeDay } from '../time/calendar.ts'
import { type MonthWeekday, type Recurrence, type Unit, type Weekday, weekdays } from './recurrence.schema.ts'
import { dayRounds, monthRounds, onTheDay, onTheWeekday, type Rounds, weekdayOf, weekRounds } from './rounds.ts'

/** A rule as it is stored: without nulls, with its fields in the order of the schema. */
export interface Rule {
  every: number
  unit: Unit
  on_days?: Weekday[]
  month_on_day?: number
  month_on_the?: MonthWeekday
  ends_after?: number
  ends_on?: string
}

/** The stored form of a rule: without nulls, days in the order of the week, fields in the order of the schema. */
export function normalise(recurrence: Recurrence): Rule {
  const { every, unit, on_days, month_on_day, month_on_the, ends_after, ends_on } = recurrence
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

/** Errors of fields that do not go together. The other functions need a rule without errors. */
export function ruleErrors(rule: Rule, startsOn: string, prefix = 'recurrence'): FieldErrors {
  const errors: FieldErrors = {}
  const add = (field: keyof Rule, message: string) => {
    errors[`${prefix}.${field}`] = [`${prefix}.${field} ${message}.`]
  }
  if (rule.on_days && rule.unit !== 'Week') add('on_days', 'is only supported with unit Week')
  if (rule.unit !== 'Month') {
    if (rule.month_on_day) add('month_on_day', 'is only supported with unit Month')
    if (rule.month_on_the) add('month_on_the', 'is only supported with unit Month')
  } else if (rule.month_on_day && rule.month_on_the) {
    add('month_on_the', 'must be left out where month_on_day is sent: unit Month takes exactly one of them')
  } else if (!rule.month_on_day && !rule.month_on_the) {
    add('month_on_day', 'or month_on_the is required with unit Month')
  }
  if (rule.ends_after && rule.ends_on) {
    add('ends_on', 'must be left out where ends_after is sent: at most one of them is supported')
  } else if (rule.ends_on && rule.ends_on < startsOn) {
    add('ends_on', `must be ${startsOn} or later, the first date`)
  }
  return errors
}

/**
 * The days of a recurring record, in order. Its own day `startsOn` is always the first and counts for `ends_after`, even
 * if it is no day of the rule. The others are the days of the rule after it.
 */
export function* occurrences(rule: Rule, startsOn: string): Generator<string> {
  const series = seriesOf(rule, startsOn)
  let day = dayAfter(series, series.start - 1)
  for (; day !== undefined; day = dayAfter(series, day)) yield writeDay(day)
}

/** The first occurrence after a day, without going through those before it. */
export function nextAfter(rule: Rule, startsOn: string, day: string): string | undefined {
  const next = dayAfter(seriesOf(rule, startsOn), readDay(day))
  return next === undefined ? undefined : writeDay(next)
}

/** The rule without days after `lastDay`. A rule that ends earlier stays as short as it is. */
export function shortenRule(rule: Rule, startsOn: string, lastDay: string): Rule {
  const last = Math.min(seriesOf(rule, startsOn).last, readDay(lastDay))
  return normalise({ ...rule, ends_after: null, ends_on: writeDay(last) })
}

/**
 * The rule for the rest of a series from its occurrence `from`. Rounds counted from there are the same, because every
 * occurrence but the first is a day of the rule. A weekly rule without on_days gets the weekday of the first day.
 */
export function restOfRule(rule: Rule, startsOn: string, from: string): Rule {
  const onDays = rule.unit === 'Week' ? (rule.on_days ?? [weekdays[weekdayOf(readDay(startsOn))]!]) : null
  if (rule.ends_after === undefined) return normalise({ ...rule, on_days: onDays })
  let before = 0
  for (const day of occurrences(rule, startsOn)) {
    if (day >= from) break
    before++
  }
  return normalise({ ...rule, on_days: onDays, ends_after: Math.max(1, rule.ends_after - before) })
}

/** A rule as text that follows a noun: 'every 2 weeks on Mon and Wed until 2026-12-31'. */
export function describeRule(rule: Rule): string {
  const unit = rule.unit.toLowerCase()
  const parts = [rule.every === 1 ? `every ${unit}` : `every ${rule.every} ${unit}s`]
  if (rule.on_days) parts.push(`on ${listDays(rule.on_days)}`)
  if (rule.month_on_day) parts.push(`on day ${rule.month_on_day}`)
  if (rule.month_on_the) {
    const [ordinal, weekday] = rule.month_on_the.split(' ')
    parts.push(`on the ${ordinal!.toLowerCase()} ${weekday}`)
  }
  if (rule.ends_after) parts.push(rule.ends_after === 1 ? 'once' : `${rule.ends_after} times`)
  if (rule.ends_on) parts.push(`until ${rule.ends_on}`)
  return parts.join(' ')
}

const listDays = (days: string[]): string =>
  days.length === 1 ? days[0]! : `${days.slice(0, -1).join(', ')} and ${days.at(-1)}`

/** A rule that starts on a day. All days are numbers. */
export interface Series {
  start: number
  /** The last possible day. It is before `start` if the series has no day at all. */
  last: number
  rounds: Rounds
}

/** The last day with a year of four digits. The search for the next day of a rule ends here. */
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

/** The last day by `ends_after`. Rounds have equally many days, unless some months lack the day. */
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

/** The first day of a series after a day: in the round of that day or the next, or later if months lack the day. */
export function dayAfter({ start, last, rounds }: Series, day: number): number | undefined {
  if (day < start) return start <= last ? start : undefined
  const lastRound = rounds.roundOf(last)
  for (let round = rounds.roundOf(day); round <= lastRound; round++) {
    for (const next of rounds.daysIn(round)) if (next > day) return next <= last ? next : undefined
  }
  return undefined
}
