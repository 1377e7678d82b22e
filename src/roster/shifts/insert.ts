import type { Call } from '../../db/pipeline.ts'
import { instantOf, localOf, readLocal, writeLocal } from '../../time/local-time.ts'
import { pairsOf } from '../appointments/pairs.ts'
import type { Accepted } from '../conflicts/conflicts.ts'
import type { Occurrence } from '../series/occurrences.ts'
import type { ShiftStatus } from './moves.ts'
import type { Plan, PlannedSegment, Times } from './plan.ts'
import { insertMany, insertOne } from './shifts.sql.ts'

/** What is made: shifts that differ in their times alone. */
export interface Order extends Accepted {
  plan: Plan
  zone: string
  status: ShiftStatus
  /** Names of what was given, for the event. */
  fields: string[]
  /** Whether its series had to leave somebody out. */
  isShort?: boolean
}

export function insertCall(
  orgId: number,
  connectionId: number | null,
  order: Order,
  occurrences: readonly Occurrence[],
  seriesId: number | null,
): Call<{ id: number }> {
  const { shared, people } = valuesOf(orgId, connectionId, order, seriesId)
  const { plan } = order
  const segments =
    plan.segments.length === 0 ? [] : occurrences.flatMap(({ times }) => segmentsOf(plan, times, order.zone))
  const [first] = occurrences
  if (occurrences.length === 1 && segments.length === 0) {
    const { starts, ends, starts_at, ends_at } = first!.times
    const values = [...shared, starts, ends, starts_at, ends_at, first!.day, ...people]
    return insertOne.call(...(values as Parameters<typeof insertOne.call>))
  }
  const each = <T>(of: (occurrence: Occurrence) => T) => occurrences.map(of)
  const times = [
    each(({ times }) => times.starts),
    each(({ times }) => times.ends),
    each(({ times }) => times.starts_at),
    each(({ times }) => times.ends_at),
    each(({ day }) => day),
  ]
  const values = [...shared, ...times, ...people, JSON.stringify(segments)]
  return insertMany.call(...(values as Parameters<typeof insertMany.call>))
}

/** What the statements that make shifts take before the times and after them. */
function valuesOf(orgId: number, connectionId: number | null, order: Order, seriesId: number | null) {
  const { plan, status, fields, overridden, detail, isShort = false } = order
  const pairs = pairsOf(plan.client_ids, plan.staff_ids)
  return {
    shared: [
      ...[orgId, connectionId, plan.type, status, plan.title, plan.address, plan.site_id, seriesId],
      ...[JSON.stringify(plan.services), overridden],
    ],
    people: [
      ...[plan.staff_ids, JSON.stringify(plan.clients)],
      ...[pairs.map(({ client_id }) => client_id), pairs.map(({ employee_id }) => employee_id)],
      ...[fields, detail && JSON.stringify(detail), isShort],
    ],
  }
}

const segmentsOf = (plan: Plan, times: Times, zone: string) =>
  moveSegments(plan.segments, plan, times, zone).map(({ id: _, ...segment }, place) => ({
    ...segment,
    place,
    starts_at: times.starts_at,
  }))

/** Segments go where their shift goes, by its clock, at times that it shows, and end no later than it does. */
export function moveSegments(
  segments: readonly PlannedSegment[],
  from: Times,
  to: Times,
  zone: string,
): PlannedSegment[] {
  const by = readLocal(to.starts) - readLocal(from.starts)
  const moved = (local: string) => {
    const shown = localOf(instantOf(writeLocal(readLocal(local) + by), zone), zone)
    return shown < to.ends ? shown : to.ends
  }
  return segments.map((segment) => ({ ...segment, starts: moved(segment.starts), ends: moved(segment.ends) }))
}
