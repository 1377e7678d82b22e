import type { Call } from '../../db/pipeline.ts'
import type { LocalTimes } from '../../recurrence/occurrence-times.ts'
import { type Rule, restOfRule, shortenRule } from '../../recurrence/recurrence.ts'
import { addDays, dateOf } from '../../time/local-time.ts'
import { type SeriesRow, update } from './series.sql.ts'

/** A shift's day in its series. */
export const dayOf = ({ occurrence_on, starts }: { occurrence_on: string | null; starts: string }): string =>
  occurrence_on ?? dateOf(starts)

/** Ends a series before one of its days. It creates no more shifts, and its rule shows the end. */
export function stopSeries(orgId: number, { id, recurrence, starts_on }: SeriesRow, day: string): Call {
  const last = addDays(day, -1)
  // A series that ends before its first day has no last day.
  const rule = last < starts_on ? recurrence : shortenRule(recurrence, starts_on, last)
  return update.call(orgId, id, rule, null, null, null)
}

/** What to store of a series after an edit. The shifts then belong to the series `id`, or to the inserted one. */
export interface NextSeries {
  id?: number
  stopped?: SeriesRow
  updated?: { id: number; rule: Rule; next_on: string | null; local: LocalTimes }
  inserted?: { rule: Rule; starts_on: string; next_on: string | null; local: LocalTimes }
}

interface SeriesTerms {
  /** A rule starts a new series, null ends the current one, undefined continues it. */
  rule: Rule | null | undefined
  starts_on: string
  next_on: string | null
  local: LocalTimes
}

export function nextSeries(series: SeriesRow | undefined, day: string, terms: SeriesTerms): NextSeries {
  const { rule, next_on, local } = terms
  if (rule)
    return { ...(series && { stopped: series }), inserted: { rule, starts_on: terms.starts_on, next_on, local } }
  if (!series) throw new Error('a shift without a series and without a rule has no next series')
  const { id, recurrence, starts_on } = series
  if (rule === null) return { id, updated: { id, rule: shortenRule(recurrence, starts_on, day), next_on: null, local } }
  if (day <= starts_on) return { id, updated: { id, rule: recurrence, next_on: series.next_on, local } }
  const rest = restOfRule(recurrence, starts_on, day)
  return { stopped: series, inserted: { rule: rest, starts_on: day, next_on: series.next_on, local } }
}
