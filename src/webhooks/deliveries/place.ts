import { type FeedBounds, firstEventSince } from '../../events/read.ts'
import { endInstant, isDateOrInstant, startInstant } from '../../http/contract/dates.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'

/** A place in the feed as it was sent: the number of an event, or a time. */
export type Place = { number: number } | { instant: string }

/** Reads a place. Undefined for a text that is no day or instant. At the end of a range its instant is the first one after it. */
export function placeOf(value: number | string, timezone: string, at: 'start' | 'end' = 'start'): Place | undefined {
  if (typeof value === 'number') return { number: value }
  if (!isDateOrInstant(value)) return undefined
  return { instant: at === 'end' ? endInstant(value, timezone) : startInstant(value, timezone) }
}

/** In a batch: looks up a time. */
export const lookUp = (orgId: number, place: Place | undefined) =>
  place && 'instant' in place ? firstEventSince(orgId, place.instant) : undefined

type Found = { first: number; is_after_oldest: boolean } | undefined

/** The number of the first event from a place on, or why it cannot be sent. */
export function firstNumber(
  field: string,
  place: Place,
  found: Found,
  { head, oldest }: FeedBounds,
): { number: number } | { error: string } {
  const gone = `Events up to ${oldest - 1} are no longer kept: the first that can be sent is ${oldest}.`
  if ('instant' in place) return !found!.is_after_oldest && oldest > 1 ? { error: gone } : { number: found!.first }
  if (place.number < oldest) return { error: gone }
  if (place.number > head + 1) return { error: `${field} must be at most ${head + 1}: the last event is ${head}.` }
  return { number: place.number }
}

/** The number of the last event up to a place. */
export const lastNumber = (place: Place, found: Found, { head }: FeedBounds): number =>
  'instant' in place ? found!.first - 1 : Math.min(place.number, head)

export const placeError = (field: string, others = ''): FieldErrors => ({
  [field]: [`${field} must be ${others}the number of an event, a day such as 2026-11-16, or an ISO 8601 instant.`],
})
