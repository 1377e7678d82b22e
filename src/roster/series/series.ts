import type { Call } from '../../db/pipeline.ts'
import { continued, type Rule, shorten } from '../../recurrence/recurrence.ts'
import { addDays, dateOf } from '../../time/local-time.ts'
import type { ClockTimes } from './occurrences.ts'
import { type SeriesRow, write } from './series.sql.ts'

/** A shift's day in its series. */
export const dayOf = ({ occurrence_on, starts }: { occurrence_on: string | null; starts: string }): string =>
  occurrence_on ?? dateOf(starts)

/** Ends a series before a day of it: it makes no more, and its rule says so. */
export function stopCall(orgId: number, { id, recurrence, starts_on }: SeriesRow, day: string): Call {
  const last = addDays(day, -1)
  // A series that ends before it begins has no last day to show.
  const rule = last < starts_on ? recurrence : shorten(recurrence, starts_on, last)
  return write.call(orgId, id, rule, null, null, null)
}

/** What becomes of a series, and which one the shifts belong to from here on: one that is there, or a new one. */
export interface NextSeries {
  id?: number
  stopped?: SeriesRow
  written?: { id: number; rule: Rule; next_on: string | null; clock: ClockTimes }
  inserted?: { rule: Rule; starts_on: string; next_on: string | null; clock: ClockTimes }
}

interface Wish {
  /** A rule begins a new series, null ends the one there is, undefined goes on with it. */
  rule: Rule | null | undefined
  startsOn: string
  next_on: string | null
  clock: ClockTimes
}

export function nextSeries(series: SeriesRow | undefined, day: string, wish: Wish): NextSeries {
  const { rule, startsOn, next_on, clock } = wish
  if (rule) return { ...(series && { stopped: series }), inserted: { rule, starts_on: startsOn, next_on, clock } }
  if (!series) throw new Error('a shift without a series and without a rule has no next series')
  const { id, recurrence, starts_on } = series
  if (rule === null) return { id, written: { id, rule: shorten(recurrence, starts_on, day), next_on: null, clock } }
  if (day <= starts_on) return { id, written: { id, rule: recurrence, next_on: series.next_on, clock } }
  const rest = continued(recurrence, starts_on, day)
  return { stopped: series, inserted: { rule: rest, starts_on: day, next_on: series.next_on, clock } }
}
