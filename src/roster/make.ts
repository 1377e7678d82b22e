import type { Call } from '../db/conversation.ts'
import { readLocal, writeLocal } from '../time/local-time.ts'
import type { ShiftStatus } from './moves.ts'
import type { Occurrence } from './occurrences.ts'
import type { Accepted } from './override.ts'
import { pairsOf } from './pairs.ts'
import type { Plan, PlannedSegment, Times } from './plan.ts'
import { insert } from './shifts.write.sql.ts'

/** What is made: shifts that differ in their times alone. */
export interface Order extends Accepted {
  plan: Plan
  status: ShiftStatus
  /** Names of what was given, for the event. */
  fields: string[]
  /** Whether its series had to leave somebody out. */
  isShort?: boolean
}

export function insertCall(
  orgId: number,
  connectionId: number | null,
  { plan, status, fields, overridden, detail, isShort = false }: Order,
  occurrences: readonly Occurrence[],
  seriesId: number | null,
): Call<{ id: number; starts: string }> {
  const pairs = pairsOf(plan.client_ids, plan.staff_ids)
  const segments = occurrences.flatMap(({ times }) =>
    moveSegments(plan.segments, plan, times).map(({ id: _, ...segment }) => ({
      ...segment,
      starts_at: times.starts_at,
    })),
  )
  const each = <T>(of: (occurrence: Occurrence) => T) => occurrences.map(of)
  return insert.call(
    orgId,
    connectionId,
    plan.type,
    status,
    plan.title,
    plan.address,
    plan.site_id,
    seriesId,
    JSON.stringify(plan.services),
    overridden,
    each(({ times }) => times.starts),
    each(({ times }) => times.ends),
    each(({ times }) => times.starts_at),
    each(({ times }) => times.ends_at),
    each(({ day }) => day),
    plan.staff_ids,
    JSON.stringify(plan.clients),
    pairs.map(({ client_id }) => client_id),
    pairs.map(({ employee_id }) => employee_id),
    JSON.stringify(segments),
    fields,
    detail && JSON.stringify(detail),
    isShort,
  )
}

/** Segments go where their shift goes, by its clock, and end no later than it does. */
export function moveSegments(segments: readonly PlannedSegment[], from: Times, to: Times): PlannedSegment[] {
  const by = readLocal(to.starts) - readLocal(from.starts)
  const moved = (local: string) => writeLocal(Math.min(readLocal(local) + by, readLocal(to.ends)))
  return segments.map((segment) => ({ ...segment, starts: moved(segment.starts), ends: moved(segment.ends) }))
}
