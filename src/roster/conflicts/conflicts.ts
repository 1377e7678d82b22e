import { send } from '../../db/pipeline.ts'
import { type ApiError, invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { refOf } from '../shifts/refs.ts'
import type { Overriding } from '../shifts/shifts.schema.ts'
import { type Conflict, type ConflictCode, conflictSeverity } from './conflicts.schema.ts'
import * as sql from './conflicts.sql.ts'
import {
  type Client,
  findClients,
  findSites,
  findStaff,
  lockStaff,
  type Site,
  type StaffMember,
} from './conflicts.sql.ts'

/** A shift as it would be: what can speak against it depends on nothing else. */
export interface Planned {
  /** The shift itself, when it is one already. */
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
  staff: Map<number, StaffMember>
  clients: Map<number, Client>
  sites: Map<number, Site>
}

/** A conflict, which planned shift it speaks against, and whether the other shift was accepted in spite of it. */
export interface Found {
  place: number
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
 * Looks the people of planned shifts up and finds what speaks against each: in one turn, or in two when somebody is on
 * another shift. With `hold` the staff stay locked to the end of the transaction, so that what is found stays true until
 * the shifts are written. `except` are the ids of other shifts that the planned ones replace.
 */
export function* findConflicts(
  orgId: number,
  planned: readonly Planned[],
  { except = [], hold = true }: { except?: number[]; hold?: boolean } = {},
) {
  const staffIds = distinct(planned.flatMap(({ staff_ids }) => staff_ids))
  const clientIds = distinct(planned.flatMap(({ client_ids }) => client_ids))
  const siteIds = distinct(planned.flatMap(({ site_id }) => site_id ?? []))
  const everybody = [...peopleOf(planned, 'staff_ids', true), ...peopleOf(planned, 'client_ids', false)]
  const sited = planned.flatMap((shift, place) =>
    shift.site_id === null ? [] : { place, id: shift.site_id, isStaff: false, shift },
  )
  const [staff, clients, sites, overlaps, atSite] = yield* send(
    staffIds.length > 0 ? (hold ? lockStaff : findStaff).call(orgId, staffIds) : undefined,
    clientIds.length > 0 ? findClients.call(orgId, clientIds) : undefined,
    siteIds.length > 0 ? findSites.call(orgId, siteIds) : undefined,
    everybody.length > 0 ? overlapsCall(orgId, planned, everybody, except) : undefined,
    sited.length > 0 ? sql.clientsAtSite.call(...listsOf(orgId, sited, except)) : undefined,
    // An open shift without clients asks nothing at all, and silence is not answered.
    everybody.length + sited.length === 0 ? findClients.call(orgId, []) : undefined,
  )
  if (hold && overlaps.length > sql.mostOverlaps) throw tooManyOverlaps()
  const people: People = { staff: byId(staff), clients: byId(clients), sites: byId(sites) }
  const others =
    overlaps.length > 0
      ? (yield* send(sql.otherShifts.call(orgId, distinct(overlaps.map((row) => row.shift_id)))))[0]
      : []
  const found = [
    ...planned.flatMap((shift, place) =>
      personal(shift, people).map((conflict) => ({ place, conflict, isAccepted: false })),
    ),
    ...overlapsFound(others, overlaps, people),
    ...planned.flatMap((shift, place) => crowded(shift, place, atSite, people)),
  ]
  return { people, found: found.sort((a, b) => a.place - b.place) }
}

interface Asked {
  place: number
  id: number
  isStaff: boolean
  shift: Planned
}

const peopleOf = (planned: readonly Planned[], who: 'staff_ids' | 'client_ids', isStaff: boolean): Asked[] =>
  planned.flatMap((shift, place) => shift[who].map((id) => ({ place, id, isStaff, shift })))

function overlapsCall(orgId: number, planned: readonly Planned[], everybody: readonly Asked[], except: number[]) {
  const [one] = planned
  if (planned.length > 1) return sql.overlaps.call(...listsOf(orgId, everybody, except))
  const { staff_ids, client_ids, starts_at, ends_at, id = 0 } = one!
  return sql.overlapsOfOne.call(orgId, staff_ids, client_ids, starts_at, ends_at, id, except)
}

/** The same as the lists that the statements take. */
const listsOf = (orgId: number, asked: readonly Asked[], except: number[]) =>
  [
    orgId,
    asked.map(({ place }) => place),
    asked.map(({ id }) => id),
    asked.map(({ shift }) => shift.starts_at),
    asked.map(({ shift }) => shift.ends_at),
    asked.map(({ shift }) => shift.id ?? 0),
    except,
    asked.map(({ isStaff }) => isStaff),
  ] as [number, number[], number[], string[], string[], number[], number[], boolean[]]

const named = ({ id, name }: { id: number; name: string }) => ({ id, name })
const conflict = (code: ConflictCode, rest: Omit<Conflict, 'code' | 'severity'>): Conflict => ({
  code,
  severity: conflictSeverity[code],
  ...rest,
})

/** What the state of a shift's people says against it. */
function personal({ staff_ids, client_ids, starts: start, ends: end }: Planned, people: People): Conflict[] {
  const staff = staff_ids.flatMap((id) => people.staff.get(id) ?? [])
  const clients = client_ids.flatMap((id) => people.clients.get(id) ?? [])
  return [
    ...staff
      .filter(({ status }) => status !== 'Active')
      .map((person) =>
        person.status === 'Non-compliant'
          ? conflict('staff_non_compliant', {
              staff: named(person),
              start,
              end,
              message: `${person.name} is Non-compliant.`,
            })
          : conflict('staff_not_active', {
              staff: named(person),
              start,
              end,
              message: `${person.name} is ${person.status}, not Active.`,
            }),
      ),
    ...clients
      .filter(({ status }) => status === 'Archived')
      .map((client) =>
        conflict('client_archived', { client: named(client), start, end, message: `${client.name} is archived.` }),
      ),
  ]
}

/** Everybody who would be on another shift at the same time, in the order of those shifts. */
function overlapsFound(
  others: readonly sql.OtherShift[],
  overlaps: readonly sql.Overlap[],
  { staff, clients }: People,
): Found[] {
  const byShift = groupBy(overlaps, ({ shift_id }) => shift_id)
  return others.flatMap((other) => {
    const { starts: start, ends: end, overridden } = other
    const ref = refOf(other)
    return byShift.get(other.id)!.map(({ place, is_staff, person_id }) => {
      const code = is_staff ? 'staff_overlap' : 'client_overlap'
      const person = named((is_staff ? staff : clients).get(person_id)!)
      const message = `${person.name} is already on ${ref} from ${start} to ${end}.`
      const who = is_staff ? { staff: person } : { client: person }
      const isAccepted = overridden.includes(code)
      return { place, conflict: conflict(code, { ...who, ref, start, end, message }), isAccepted }
    })
  })
}

function crowded(
  { site_id, client_ids, starts: start, ends: end }: Planned,
  place: number,
  atSite: { place: number; client_ids: number[] }[],
  { sites }: People,
): Found[] {
  const site = site_id === null ? undefined : sites.get(site_id)
  const others = atSite.find((row) => row.place === place)?.client_ids ?? []
  const count = new Set([...client_ids, ...others]).size
  if (!site || site.client_capacity === null || count <= site.client_capacity) return []
  const message = `${site.name} has room for ${site.client_capacity} clients; ${count} would be there.`
  return [{ place, conflict: conflict('site_full', { start, end, message }), isAccepted: false }]
}

const fieldOf: Partial<Record<ConflictCode, string>> = {
  staff_overlap: 'staff_ids',
  staff_not_active: 'staff_ids',
  staff_non_compliant: 'staff_ids',
  client_archived: 'client_ids',
}

/** The blocks among conflicts that nobody has accepted. */
export const blocks = (conflicts: readonly Conflict[], accepted: readonly ConflictCode[] = []) =>
  conflicts.filter(({ code, severity }) => severity === 'block' && !accepted.includes(code))

/** A series can conflict with another on every day; nobody reads more than these. */
export const mostTold = 100

const tooManyOverlaps = () =>
  invalid({
    conflicts: [
      `conflicts must be at most ${sql.mostOverlaps} at once; have fewer shifts or people, or change the others first.`,
    ],
  })

/** A 422 that says what blocks, by field, and lists the conflicts. */
export function conflicting(blocking: readonly Conflict[], conflicts: readonly Conflict[]): ApiError {
  const errors: FieldErrors = {}
  for (const { code, message } of blocking.slice(0, mostTold)) {
    const field = fieldOf[code]!
    errors[field] = [...new Set([...(errors[field] ?? []), message])]
  }
  return invalid(errors, { conflicts: conflicts.slice(0, mostTold) })
}

/** Warnings and what was overridden are told with the answer. */
export const told = (conflicts: Conflict[]) => (conflicts.length > 0 ? { conflicts: conflicts.slice(0, mostTold) } : {})

/** Accepting conflicts is audited: whoever does it says why. */
export function overrideErrors({ override_conflicts = [], override_reason }: Overriding): FieldErrors {
  if (override_conflicts.length === 0 || override_reason !== undefined) return {}
  return { override_reason: ['override_reason is required with override_conflicts.'] }
}

export interface Accepted {
  /** Codes that were there and were accepted; they stay with the shift. */
  overridden: ConflictCode[]
  /** What the event keeps of it: who and what, and the reason given. */
  detail: object | null
}

export function acceptedIn(
  conflicts: readonly Conflict[],
  { override_conflicts = [], override_reason }: Overriding,
): Accepted {
  const accepted = conflicts.filter(({ code, severity }) => severity === 'block' && override_conflicts.includes(code))
  if (accepted.length === 0) return { overridden: [], detail: null }
  return {
    overridden: [...new Set(accepted.map(({ code }) => code))],
    detail: {
      override_reason,
      overridden: accepted.slice(0, mostTold).map(({ code, staff, client, ref }) => ({
        code,
        ...(staff && { staff_id: staff.id }),
        ...(client && { client_id: client.id }),
        ...(ref && { ref }),
      })),
    },
  }
}
