import { addDays, todayIn } from '../time/local-time.ts'
import { nextAfter, type Rule } from './recurrence.ts'

/** Series create their occurrences this many days ahead. */
export const horizonDays = 12 * 7
/** A limit for series that start far in the past. */
export const maxOccurrencesAtOnce = 400

export const horizon = (now: number, zone: string): string => addDays(todayIn(now, zone), horizonDays)

/** The days of a series from its day `from` to `last`, and the first day after those. */
export function daysUpTo(rule: Rule, startsOn: string, from: string, last: string) {
  const days: string[] = [from]
  let next = nextAfter(rule, startsOn, from)
  while (next !== undefined && next <= last && days.length <= maxOccurrencesAtOnce) {
    days.push(next)
    next = nextAfter(rule, startsOn, next)
  }
  return { days, next_on: next ?? null }
}
