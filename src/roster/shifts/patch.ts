import type { FieldErrors } from '../../http/contract/field-errors.ts'
import type { Times } from '../../recurrence/occurrence-times.ts'
import { readLocal } from '../../time/local-time.ts'
import type { ConflictMatch, People } from '../conflicts/conflicts.ts'
import {
  isSameTime,
  moveSegments,
  type Plan,
  type PlannedSegment,
  partsFromBody,
  plannedClients,
  timesOf,
} from './plan.ts'
import type { ShiftPatch } from './shifts.schema.ts'
import type { ShiftRow } from './shifts.sql.ts'

/**
 * Applies a patch to a shift. Fields that the patch leaves out stay as they are; services and segments lose the people
 * who leave the shift.
 */
export function applyPatch(before: Plan, patch: ShiftPatch, timezone: string): Plan {
  const { start = before.starts, end = before.ends, staff_ids = before.staff_ids } = patch
  const isMoved = patch.start !== undefined || patch.end !== undefined
  const times: Times = isMoved ? timesOf(start, end, timezone) : before
  const parts = partsFromBody(patch, timezone)
  const isOn = (id: number | null) => patch.staff_ids === undefined || id === null || staff_ids.includes(id)
  return {
    ...before,
    starts: times.starts,
    ends: times.ends,
    starts_at: times.starts_at,
    ends_at: times.ends_at,
    staff_ids,
    title: patch.title ?? before.title,
    address: patch.address === undefined ? before.address : patch.address || null,
    site_id: patch.site_id === undefined ? before.site_id : patch.site_id,
    client_ids: patch.client_ids ?? before.client_ids,
    client_charge_split: patch.client_charge_split,
    services: patch.services ? parts.services : before.services.filter(({ staff_id }) => isOn(staff_id)),
    segments: patch.segments
      ? reuseIds(parts.segments, before.segments)
      : remainingSegments(before, times, isOn, timezone),
  }
}

/** Segments that the patch leaves out move with a shift that keeps its length. */
function remainingSegments(
  before: Plan,
  times: Times,
  isOn: (id: number) => boolean,
  timezone: string,
): PlannedSegment[] {
  const length = ({ starts, ends }: Times) => readLocal(ends) - readLocal(starts)
  const isShifted = length(before) === length(times) && times.starts !== before.starts
  const segments = isShifted ? moveSegments(before.segments, before, times, timezone) : before.segments
  return segments.map((segment) => ({ ...segment, staff_ids: segment.staff_ids.filter(isOn) }))
}

/** A segment without an id gets the id of an existing segment with the same content, if no other segment has it. */
export function reuseIds(segments: PlannedSegment[], before: PlannedSegment[]): PlannedSegment[] {
  const usedIds = segments.map(({ id }) => id)
  const free = before.filter(({ id }) => !usedIds.includes(id))
  const content = ({ starts, ends, service, staff_ids }: PlannedSegment) =>
    JSON.stringify([starts, ends, service, staff_ids])
  return segments.map((segment) => {
    const index = segment.id === undefined ? free.findIndex((one) => content(one) === content(segment)) : -1
    return index < 0 ? segment : { ...segment, id: free.splice(index, 1)[0]!.id! }
  })
}

export const withClients = (plan: Plan, before: Plan, people: People): Plan => ({
  ...plan,
  clients: plannedClients(plan, people, before.clients),
})

/** Compared field by field: jsonb from the database has its keys in another order. */
const segmentText = ({ id, starts, ends, service, staff_ids }: PlannedSegment) =>
  JSON.stringify([starts, id, ends, service, staff_ids])

/** The API's names of the fields that differ. */
export function changedFields(before: Plan, after: Plan): string[] {
  const shares = ({ clients }: Plan) => Object.fromEntries(clients.map(({ client_id, share }) => [client_id, share]))
  const fields: Record<string, (plan: Plan) => unknown> = {
    title: ({ title }) => title,
    start: ({ starts }) => starts,
    end: ({ ends }) => ends,
    client_ids: ({ client_ids }) => client_ids,
    staff_ids: ({ staff_ids }) => staff_ids,
    site_id: ({ site_id }) => site_id,
    services: ({ services }) => services.map(({ staff_id, service }) => [staff_id, service]),
    segments: ({ segments }) => segments.map(segmentText).sort(),
    address: ({ address }) => address,
    client_charge_split: shares,
  }
  return Object.keys(fields).filter((name) => {
    const fieldOf = fields[name]!
    return JSON.stringify(fieldOf(before)) !== JSON.stringify(fieldOf(after))
  })
}

/** A started shift keeps its start and the staff who clocked in. */
export function startedErrors(row: ShiftRow, plan: Plan): FieldErrors {
  if (row.status !== 'started') return {}
  const errors: FieldErrors = {}
  if (plan.starts !== row.starts) errors.start = ['start cannot change: the shift has started.']
  const missing = (row.staff ?? []).filter(({ id, check_in }) => check_in !== null && !plan.staff_ids.includes(id))
  if (missing.length > 0) {
    errors.staff_ids = [`staff_ids must keep ${missing.map(({ name }) => name).join(', ')}, who clocked in.`]
  }
  return errors
}

/**
 * The conflicts that an edit causes: all of them if it moves the shift, otherwise those of the people it adds. Conflicts
 * that the shift already had were checked before.
 */
export function newConflicts(before: Plan, after: Plan, matches: readonly ConflictMatch[]): ConflictMatch[] {
  if (!isSameTime(before, after)) return [...matches]
  const isNew = ({ conflict: { staff, client, code } }: ConflictMatch) => {
    if (staff) return !before.staff_ids.includes(staff.id)
    if (client) return !before.client_ids.includes(client.id)
    const hasNewClient = after.client_ids.some((id) => !before.client_ids.includes(id))
    return code === 'site_full' && (before.site_id !== after.site_id || hasNewClient)
  }
  return matches.filter(isNew)
}
