import { invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { readLocal } from '../../time/local-time.ts'
import type { Conflict } from '../conflicts/conflicts.schema.ts'
import { blocks, conflicting, type Found, type People } from '../conflicts/conflicts.ts'
import { moveSegments } from './insert.ts'
import { isSameTime, type Plan, type PlannedSegment, partsOf, plannedClients, type Times, timesOf } from './plan.ts'
import type { Overriding, ShiftPatch } from './shifts.schema.ts'
import type { ShiftRow } from './shifts.sql.ts'

/** Lays a patch over a shift: what it does not name stays, and what hangs on a person who leaves goes with them. */
export function lay(before: Plan, patch: ShiftPatch, zone: string): Plan {
  const { start = before.starts, end = before.ends, staff_ids = before.staff_ids } = patch
  const isMoved = patch.start !== undefined || patch.end !== undefined
  const times: Times = isMoved ? timesOf(start, end, zone) : before
  const given = partsOf(patch, zone)
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
    split: patch.client_charge_split,
    services: patch.services ? given.services : before.services.filter(({ staff_id }) => isOn(staff_id)),
    segments: patch.segments ? sameIds(given.segments, before.segments) : carried(before, times, isOn, zone),
  }
}

/** Segments that were not sent follow a shift that is moved without becoming longer or shorter. */
function carried(before: Plan, times: Times, isOn: (id: number) => boolean, zone: string): PlannedSegment[] {
  const lasts = ({ starts, ends }: Times) => readLocal(ends) - readLocal(starts)
  const isShifted = lasts(before) === lasts(times) && times.starts !== before.starts
  const moved = isShifted ? moveSegments(before.segments, before, times, zone) : before.segments
  return moved.map((segment) => ({ ...segment, staff_ids: segment.staff_ids.filter(isOn) }))
}

/** A segment given without an id that is there already is that one, unless another is. */
export function sameIds(given: PlannedSegment[], before: PlannedSegment[]): PlannedSegment[] {
  const named = given.map(({ id }) => id)
  const free = before.filter(({ id }) => !named.includes(id))
  const content = ({ starts, ends, service, staff_ids }: PlannedSegment) =>
    JSON.stringify([starts, ends, service, staff_ids])
  return given.map((segment) => {
    const place = segment.id === undefined ? free.findIndex((one) => content(one) === content(segment)) : -1
    return place < 0 ? segment : { ...segment, id: free.splice(place, 1)[0]!.id! }
  })
}

export const withClients = (plan: Plan, before: Plan, people: People): Plan => ({
  ...plan,
  clients: plannedClients(plan, people, before.clients),
})

/** Compared field by field: what comes from the database has its keys in another order. */
const inOrder = ({ id, starts, ends, service, staff_ids }: PlannedSegment) =>
  JSON.stringify([starts, id, ends, service, staff_ids])

/** The names of what a change really changes, as a body calls them. */
export function changedNames(before: Plan, after: Plan): string[] {
  const shares = ({ clients }: Plan) => Object.fromEntries(clients.map(({ client_id, share }) => [client_id, share]))
  const compared: Record<string, (plan: Plan) => unknown> = {
    title: ({ title }) => title,
    start: ({ starts }) => starts,
    end: ({ ends }) => ends,
    client_ids: ({ client_ids }) => client_ids,
    staff_ids: ({ staff_ids }) => staff_ids,
    site_id: ({ site_id }) => site_id,
    services: ({ services }) => services.map(({ staff_id, service }) => [staff_id, service]),
    segments: ({ segments }) => segments.map(inOrder).sort(),
    address: ({ address }) => address,
    client_charge_split: shares,
  }
  return Object.keys(compared).filter((name) => {
    const of = compared[name]!
    return JSON.stringify(of(before)) !== JSON.stringify(of(after))
  })
}

/** What stands in the way of a change to a shift that has begun. */
export function startedErrors(row: ShiftRow, plan: Plan): FieldErrors {
  if (row.status !== 'started') return {}
  const errors: FieldErrors = {}
  if (plan.starts !== row.starts) errors.start = ['start cannot change: the shift has started.']
  const left = (row.staff ?? []).filter(({ id, check_in }) => check_in !== null && !plan.staff_ids.includes(id))
  if (left.length > 0) {
    errors.staff_ids = [`staff_ids must keep ${left.map(({ name }) => name).join(', ')}, who clocked in.`]
  }
  return errors
}

/**
 * Which conflicts a change has to answer for: all of them when it moves the shift, otherwise those of the people it
 * brings. What was so before and stays so was judged before.
 */
export function broughtBy(before: Plan, after: Plan, found: readonly Found[]): Found[] {
  if (!isSameTime(before, after)) return [...found]
  const isNew = ({ conflict: { staff, client, code } }: Found) => {
    if (staff) return !before.staff_ids.includes(staff.id)
    if (client) return !before.client_ids.includes(client.id)
    const isJoined = after.client_ids.some((id) => !before.client_ids.includes(id))
    return code === 'site_full' && (before.site_id !== after.site_id || isJoined)
  }
  return found.filter(isNew)
}

/** Ends a change that is wrong in itself or that conflicts; gives the conflicts that it goes on with. */
export function judge(errors: FieldErrors, found: readonly Found[], body: Overriding): Conflict[] {
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const conflicts = found.map(({ conflict }) => conflict)
  const blocking = blocks(conflicts, body.override_conflicts)
  if (blocking.length > 0) throw conflicting(blocking, conflicts)
  return conflicts
}
