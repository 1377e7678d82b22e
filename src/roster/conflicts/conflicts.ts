import { nextIds } from '../../db/next-ids.ts'
import { send } from '../../db/pipeline.ts'
import { invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { refOf } from '../shifts/refs.ts'
import type { ConflictOverride } from '../shifts/shifts.schema.ts'
import { type Conflict, type ConflictCode, conflictSeverity } from './conflicts.schema.ts'
import * as sql from './conflicts.sql.ts'

/** The part of a shift that its conflicts depend on. The shift may not exist yet. */
export interface Planned {
  /** The id of the shift, if it exists. */
  id?: number
  starts: string
  ends: string
  starts_at: string
  ends_at: string
  staff_ids: readonly number[]
  client_ids: readonly number[]
  site_id: number | null
}

export interface People {
  staff: Map<number, sql.StaffMember>
  clients: Map<number, sql.Client>
  sites: Map<number, sql.Site>
}

/** A conflict, the index of the planned shift that has it, and whether it was accepted for the other shift. */
export interface ConflictMatch {
  index: number
  conflict: Conflict
  isAccepted: boolean
}

const byId = <T extends { id: number }>(rows: T[]) => new Map(rows.map((row) => [row.id, row]))
/** Node 20 has no Map.groupBy yet. */
export function groupBy<T>(rows: readonly T[], key: (row: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}
const distinct = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b)

/**
 * Loads the people of planned shifts and finds the conflicts of each. It takes one batch, or two if people are on other
 * shifts at the time. With `lock` the staff stay locked to the end of the transaction, so that the result stays valid
 * until the shifts are stored. `except` are the ids of other shifts that the planned ones replace. The result has `ids`
 * for the planned shifts that do not exist yet, in their order.
 */
export function* findConflicts(
  orgId: number,
  planned: readonly Planned[],
  { except = [], lock = true }: { except?: number[]; lock?: boolean } = {},
) {
  const staffIds = distinct(planned.flatMap(({ staff_ids }) => staff_ids))
  const clientIds = distinct(planned.flatMap(({ client_ids }) => client_ids))
  const siteIds = distinct(planned.flatMap(({ site_id }) => site_id ?? []))
  const bookings = [...bookingsOf(planned, 'staff_ids', true), ...bookingsOf(planned, 'client_ids', false)]
  const siteBookings = planned.flatMap((shift, index) =>
    shift.site_id === null ? [] : { index, id: shift.site_id, isStaff: false, shift },
  )
  const created = planned.filter(({ id = 0 }) => id === 0).length
  const [staff, clients, sites, overlaps, atSite, ids] = yield* send(
    staffIds.length > 0 ? (lock ? sql.lockStaff : sql.findStaff).call(orgId, staffIds) : undefined,
    clientIds.length > 0 ? sql.findClients.call(orgId, clientIds) : undefined,
    siteIds.length > 0 ? sql.findSites.call(orgId, siteIds) : undefined,
    bookings.length > 0 ? overlapsCall(orgId, planned, bookings, except) : undefined,
    siteBookings.length > 0 ? sql.clientsAtSite.call(...listsOf(orgId, siteBookings, except)) : undefined,
    created > 0 ? nextIds.call('shift_id_seq', created) : undefined,
    // An existing open shift without clients needs no statement, and an empty batch gets no response.
    bookings.length + siteBookings.length + created === 0 ? sql.findClients.call(orgId, []) : undefined,
  )
  if (lock && overlaps.length > sql.maxOverlaps) throw tooManyOverlaps()
  const people: People = { staff: byId(staff), clients: byId(clients), sites: byId(sites) }
  const others =
    overlaps.length > 0
      ? (yield* send(sql.otherShifts.call(orgId, distinct(overlaps.map((row) => row.shift_id)))))[0]
      : []
  const matches = [
    ...planned.flatMap((shift, index) =>
      statusConflicts(shift, people).map((conflict) => ({ index, conflict, isAccepted: false })),
    ),
    ...overlapConflicts(others, overlaps, people),
    ...planned.flatMap((shift, index) => capacityConflicts(shift, index, atSite, people)),
  ]
  return { people, matches: matches.sort((a, b) => a.index - b.index), ids: ids.map(({ id }) => id) }
}

/** A person, or a site, that a planned shift occupies. */
interface Booking {
  index: number
  id: number
  isStaff: boolean
  shift: Planned
}

const bookingsOf = (planned: readonly Planned[], who: 'staff_ids' | 'client_ids', isStaff: boolean): Booking[] =>
  planned.flatMap((shift, index) => shift[who].map((id) => ({ index, id, isStaff, shift })))

function overlapsCall(orgId: number, planned: readonly Planned[], bookings: readonly Booking[], except: number[]) {
  const [one] = planned
  if (planned.length > 1) return sql.overlaps.call(...listsOf(orgId, bookings, except))
  const { staff_ids, client_ids, starts_at, ends_at, id = 0 } = one!
  return sql.overlapsOfOne.call(orgId, staff_ids, client_ids, starts_at, ends_at, id, except)
}

/** Bookings as the lists that the statements take. */
const listsOf = (orgId: number, bookings: readonly Booking[], except: number[]) =>
  [
    orgId,
    bookings.map(({ index }) => index),
    bookings.map(({ id }) => id),
    bookings.map(({ shift }) => shift.starts_at),
    bookings.map(({ shift }) => shift.ends_at),
    bookings.map(({ shift }) => shift.id ?? 0),
    except,
    bookings.map(({ isStaff }) => isStaff),
  ] as [number, number[], number[], string[], string[], number[], number[], boolean[]]

const personOf = ({ id, name }: { id: number; name: string }) => ({ id, name })
const conflict = (code: ConflictCode, rest: Omit<Conflict, 'code' | 'severity'>): Conflict => ({
  code,
  severity: conflictSeverity[code],
  ...rest,
})

/** Staff who are not active, and archived clients. */
function statusConflicts({ staff_ids, client_ids, starts: start, ends: end }: Planned, people: People): Conflict[] {
  const staff = staff_ids.flatMap((id) => people.staff.get(id) ?? [])
  const clients = client_ids.flatMap((id) => people.clients.get(id) ?? [])
  return [
    ...staff
      .filter(({ status }) => status !== 'Active')
      .map((person) =>
        person.status === 'Non-compliant'
          ? conflict('staff_non_compliant', {
              staff: personOf(person),
              start,
              end,
              message: `${person.name} is Non-compliant.`,
            })
          : conflict('staff_not_active', {
              staff: personOf(person),
              start,
              end,
              message: `${person.name} is ${person.status}, not Active.`,
            }),
      ),
    ...clients
      .filter(({ status }) => status === 'Archived')
      .map((client) =>
        conflict('client_archived', { client: personOf(client), start, end, message: `${client.name} is archived.` }),
      ),
  ]
}

/** People who are on another shift at the same time, in the order of those shifts. */
function overlapConflicts(
  others: readonly sql.OtherShift[],
  overlaps: readonly sql.Overlap[],
  { staff, clients }: People,
): ConflictMatch[] {
  const byShift = groupBy(overlaps, ({ shift_id }) => shift_id)
  return others.flatMap((other) => {
    const { starts: start, ends: end, overridden } = other
    const ref = refOf(other)
    return byShift.get(other.id)!.map(({ place: index, is_staff, person_id }) => {
      const code = is_staff ? 'staff_overlap' : 'client_overlap'
      const person = personOf((is_staff ? staff : clients).get(person_id)!)
      const message = `${person.name} is already on ${ref} from ${start} to ${end}.`
      const who = is_staff ? { staff: person } : { client: person }
      const isAccepted = overridden.includes(code)
      return { index, conflict: conflict(code, { ...who, ref, start, end, message }), isAccepted }
    })
  })
}

function capacityConflicts(
  { site_id, client_ids, starts: start, ends: end }: Planned,
  index: number,
  atSite: { place: number; client_ids: number[] }[],
  { sites }: People,
): ConflictMatch[] {
  const site = site_id === null ? undefined : sites.get(site_id)
  const others = atSite.find((row) => row.place === index)?.client_ids ?? []
  const count = new Set([...client_ids, ...others]).size
  if (!site || site.client_capacity === null || count <= site.client_capacity) return []
  const message = `${site.name} has room for ${site.client_capacity} clients; ${count} would be there.`
  return [{ index, conflict: conflict('site_full', { start, end, message }), isAccepted: false }]
}

/** A series can conflict with another on every day. Responses and events list no more than this. */
export const maxListed = 100

/** The `conflicts` of a response or an error. Of too many, the important ones come first. */
export function listConflicts(conflicts: readonly Conflict[], important: readonly Conflict[] = []) {
  if (conflicts.length === 0) return {}
  if (conflicts.length <= maxListed) return { conflicts: [...conflicts] }
  const first = new Set(important)
  const others = conflicts.filter((conflict) => !first.has(conflict))
  return { conflicts: [...important, ...others].slice(0, maxListed) }
}

/** The blocking conflicts whose code is not accepted. */
export const blockingConflicts = (conflicts: readonly Conflict[], accepted: readonly ConflictCode[] = []) =>
  conflicts.filter(({ code, severity }) => severity === 'block' && !accepted.includes(code))

const fieldOf: Partial<Record<ConflictCode, string>> = {
  staff_overlap: 'staff_ids',
  staff_not_active: 'staff_ids',
  staff_non_compliant: 'staff_ids',
  client_archived: 'client_ids',
}

/** Throws a 422 if a conflict blocks and the request does not override it. Returns all conflicts. */
export function checkConflicts(
  matches: readonly ConflictMatch[],
  { override_conflicts }: Pick<ConflictOverride, 'override_conflicts'>,
): Conflict[] {
  const conflicts = matches.map(({ conflict }) => conflict)
  const blocking = blockingConflicts(conflicts, override_conflicts)
  if (blocking.length === 0) return conflicts
  const errors: FieldErrors = {}
  for (const { code, message } of blocking.slice(0, maxListed)) {
    const field = fieldOf[code]!
    errors[field] = [...new Set([...(errors[field] ?? []), message])]
  }
  throw invalid(errors, listConflicts(conflicts, blocking))
}

const tooManyOverlaps = () =>
  invalid({
    conflicts: [
      `conflicts must be at most ${sql.maxOverlaps} at once; have fewer shifts or people, or change the others first.`,
    ],
  })

/** Overriding conflicts is audited, so it needs a reason. */
export function overrideErrors({ override_conflicts = [], override_reason }: ConflictOverride): FieldErrors {
  if (override_conflicts.length === 0 || override_reason !== undefined) return {}
  return { override_reason: ['override_reason is required with override_conflicts.'] }
}

export interface AcceptedConflicts {
  /** Codes of the conflicts that the request overrides. The shift stores them. */
  overridden: ConflictCode[]
  /** What the event records: the conflicts and the reason. */
  detail: object | null
}

export function acceptedConflicts(
  conflicts: readonly Conflict[],
  { override_conflicts = [], override_reason }: ConflictOverride,
): AcceptedConflicts {
  const accepted = conflicts.filter(({ code, severity }) => severity === 'block' && override_conflicts.includes(code))
  if (accepted.length === 0) return { overridden: [], detail: null }
  return {
    overridden: [...new Set(accepted.map(({ code }) => code))],
    detail: {
      override_reason,
      overridden: accepted.slice(0, maxListed).map(({ code, staff, client, ref }) => ({
        code,
        ...(staff && { staff_id: staff.id }),
        ...(client && { client_id: client.id }),
        ...(ref && { ref }),
      })),
    },
  }
}
