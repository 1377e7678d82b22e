import { addDays, todayIn } from '../time/local-time.ts'
import { nextAfter, type Rule } from './recurrence.ts'

/** Series are kept made this far ahead. */
export const horizonDays = 12 * 7
/** A series that begins far in the past would make more at once than anybody means. */
export const mostAtOnce = 400

export const horizon = (now: number, zone: string): string => addDays(todayIn(now, zone), horizonDays)

/** The days of a series from `from` on, which is one of them, up to its horizon; and the first day after those. */
export function daysUpTo(rule: Rule, startsOn: string, from: string, last: string) {
  const days: string[] = [from]
  let next = nextAfter(rule, startsOn, from)
  while (next !== undefined && next <= last && days.length <= mostAtOnce) {
    days.push(next)
    next = nextAfter(rule, startsOn, next)
  }
  return { days, next_on: next ?? null }
}
