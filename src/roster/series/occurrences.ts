import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { daysUpTo, horizon, mostAtOnce } from '../../recurrence/horizon.ts'
import { placeOn } from '../../recurrence/occurrence-times.ts'
import type { Rule } from '../../recurrence/recurrence.ts'
import type { Times } from '../shifts/plan.ts'

/** A shift of a series to be made: its day in the series and its times. A shift of no series has no day. */
export interface Occurrence {
  day: string | null
  times: Times
}

/** Local times as somebody asks for them, whether or not the clock shows them that day. */
export type ClockTimes = Pick<Times, 'starts' | 'ends'>

/** More appointments than these take longer to make than a request may. */
const mostPairsAtOnce = 10_000

interface WithPeople {
  staff_ids: readonly number[]
  client_ids: readonly number[]
  segments?: readonly { staff_ids?: readonly number[] }[]
}
const pairsOf = ({ staff_ids, client_ids }: WithPeople) =>
  Math.max(1, staff_ids.length) * Math.max(1, client_ids.length)

/** Whether a series would make too much at once, as a sentence. */
export function tooMany(shifts: number, plan: WithPeople) {
  const pairs = shifts * pairsOf(plan)
  const inSegments = (plan.segments ?? []).reduce((sum, { staff_ids = [] }) => sum + Math.max(1, staff_ids.length), 0)
  const [count, what] = pairs > mostPairsAtOnce ? [pairs, 'appointments'] : [shifts * inSegments, 'people in segments']
  if (count <= mostPairsAtOnce) return {}
  return {
    recurrence: [
      `recurrence would make ${count} ${what} at once; at most ${mostPairsAtOnce} are possible: let it start later, or have fewer people.`,
    ],
  }
}

/** The same for shifts that are published together. */
export function tooManyPairs(shifts: readonly WithPeople[]): string | undefined {
  const pairs = shifts.reduce((sum, shift) => sum + pairsOf(shift), 0)
  if (pairs <= mostPairsAtOnce) return undefined
  return `refs would publish ${pairs} appointments at once; at most ${mostPairsAtOnce} are possible: send fewer of them.`
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
