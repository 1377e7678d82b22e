import type { FieldErrors } from '../http/field-errors.ts'
import { daysUpTo, horizon, mostAtOnce } from '../recurrence/horizon.ts'
import { placeOn } from '../recurrence/occurrence-times.ts'
import type { Rule } from '../recurrence/recurrence.ts'
import type { Times } from './plan.ts'

/** A shift of a series to be made: its day in the series and its times. A shift of no series has no day. */
export interface Occurrence {
  day: string | null
  times: Times
}

/** Local times as somebody asks for them, whether or not the clock shows them that day. */
export type ClockTimes = Pick<Times, 'starts' | 'ends'>

/** More appointments than these take longer to make than a request may. */
const mostPairsAtOnce = 10_000

/** Whether a series would make too much at once, as a sentence. */
export function tooMany(
  shifts: number,
  { staff_ids, client_ids }: { staff_ids: readonly number[]; client_ids: readonly number[] },
) {
  const pairs = shifts * Math.max(1, staff_ids.length) * Math.max(1, client_ids.length)
  if (pairs <= mostPairsAtOnce) return {}
  return {
    recurrence: [
      `recurrence would make ${pairs} appointments at once; at most ${mostPairsAtOnce} are possible: let it start later, or have fewer people.`,
    ],
  }
}

/**
 * What a new series makes at once. The first occurrence is made however far away it is. The others are placed by the
 * times as they were asked for: on a day that skips one of them, the first is not what the others shall be like.
 */
export function upcoming(rule: Rule, startsOn: string, asked: ClockTimes, first: Times, now: number, zone: string) {
  const { days, next_on } = daysUpTo(rule, startsOn, startsOn, horizon(now, zone))
  const errors: FieldErrors = {}
  if (days.length > mostAtOnce) {
    errors.recurrence = [`recurrence would make more than ${mostAtOnce} shifts at once; let it start later.`]
    return { occurrences: [{ day: startsOn, times: first }], next_on, errors }
  }
  const occurrences = days.map((day) => ({ day, times: day === startsOn ? first : placeOn(day, asked, zone) }))
  const isTight = occurrences.some(({ times }, i) => {
    const following = occurrences[i + 1]
    return following !== undefined && Date.parse(times.ends_at) > Date.parse(following.times.starts_at)
  })
  if (isTight) errors.recurrence = ['recurrence must not repeat the shift before it has ended.']
  return { occurrences, next_on, errors }
}
