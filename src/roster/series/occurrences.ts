import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { daysUpTo, horizon, maxOccurrencesAtOnce } from '../../recurrence/horizon.ts'
import { type LocalTimes, type Times, timesOn } from '../../recurrence/occurrence-times.ts'
import { type Rule, ruleErrors } from '../../recurrence/recurrence.ts'
import { dateOf } from '../../time/local-time.ts'

/** A shift to create: its day in the series and its times. A shift outside of a series has no day. */
export interface Occurrence {
  day: string | null
  times: Times
}

/**
 * The shifts that a new series creates at once. It always has the first one, however far away. The others get the local
 * times of the request: on a day that skips one of them, the first shift has other times. If the rule or the times are
 * invalid, the result is the first shift alone, with the errors.
 */
export function occurrencesOf(rule: Rule, local: LocalTimes, times: Times, now: number, timezone: string) {
  const starts_on = dateOf(times.starts)
  const first: Occurrence = { day: starts_on, times }
  const errors: FieldErrors = ruleErrors(rule, starts_on)
  const isValid = Object.keys(errors).length === 0 && Date.parse(times.ends_at) > Date.parse(times.starts_at)
  if (!isValid) return { occurrences: [first], next_on: null, errors }

  const { days, next_on } = daysUpTo(rule, starts_on, starts_on, horizon(now, timezone))
  if (days.length > maxOccurrencesAtOnce) {
    errors.recurrence = [`recurrence would make more than ${maxOccurrencesAtOnce} shifts at once; let it start later.`]
    return { occurrences: [first], next_on, errors }
  }
  const occurrences = days.map((day) => (day === starts_on ? first : { day, times: timesOn(day, local, timezone) }))
  const isOverlapping = occurrences.some((occurrence, i) => {
    const next = occurrences[i + 1]
    return next !== undefined && Date.parse(occurrence.times.ends_at) > Date.parse(next.times.starts_at)
  })
  if (isOverlapping) errors.recurrence = ['recurrence must not repeat the shift before it has ended.']
  return { occurrences, next_on, errors }
}

/** More appointments than this take longer to create than a request may last. */
const maxPairsAtOnce = 10_000

interface WithPeople {
  staff_ids: readonly number[]
  client_ids: readonly number[]
  segments?: readonly { staff_ids: readonly number[] }[]
}
const pairCount = ({ staff_ids, client_ids }: WithPeople) =>
  Math.max(1, staff_ids.length) * Math.max(1, client_ids.length)

/** The error of a series that would create too many appointments, or people in segments, at once. */
export function tooManyErrors(shifts: number, plan: WithPeople): FieldErrors {
  const pairs = shifts * pairCount(plan)
  const inSegments = (plan.segments ?? []).reduce((sum, { staff_ids }) => sum + Math.max(1, staff_ids.length), 0)
  const [count, what] = pairs > maxPairsAtOnce ? [pairs, 'appointments'] : [shifts * inSegments, 'people in segments']
  if (count <= maxPairsAtOnce) return {}
  return {
    recurrence: [
      `recurrence would make ${count} ${what} at once; at most ${maxPairsAtOnce} are possible: let it start later, or have fewer people.`,
    ],
  }
}

/** The same for shifts that are published together, as a message. */
export function tooManyPublished(shifts: readonly WithPeople[]): string | undefined {
  const pairs = shifts.reduce((sum, shift) => sum + pairCount(shift), 0)
  if (pairs <= maxPairsAtOnce) return undefined
  return `refs would publish ${pairs} appointments at once; at most ${maxPairsAtOnce} are possible: send fewer of them.`
}
