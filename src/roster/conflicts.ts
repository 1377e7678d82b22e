import { ask } from '../db/conversation.ts'
import { ApiError } from '../http/errors.ts'
import type { FieldErrors } from '../http/field-errors.ts'
import { type Conflict, type ConflictCode, conflictSeverity } from './conflicts.schema.ts'
import * as sql from './conflicts.sql.ts'
import { type Client, findClients, findSites, findStaff, lockStaff, type Site, type StaffMember } from './people.sql.ts'
import { refOf } from './refs.ts'

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
const distinct = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b)

/**
 * Looks the people of planned shifts up and finds what speaks against each, in one turn. With `hold` the staff stay
 * locked to the end of the transaction, so that what is found stays true until the shifts are written. `except` are the
 * ids of other shifts that the planned ones replace.
 */
export function* findConflicts(
  orgId: number,
  planned: readonly Planned[],
  { except = [], hold = true }: { except?: number[]; hold?: boolean } = {},
) {
  const staffOf = ({ staff_ids }: Planned) => staff_ids
  const clientsOf = ({ client_ids }: Planned) => client_ids
  const siteOf = ({ site_id }: Planned) => (site_id === null ? [] : [site_id])
  const [staffIds, clientIds, siteIds] = [staffOf, clientsOf, siteOf].map((ids) => distinct(planned.flatMap(ids)))
  const asked = (ids: (shift: Planned) => readonly number[]) => spread(orgId, planned, ids, except)

  const hasStaff = staffIds!.length > 0
  const [staff, clients, sites, staffOverlaps, clientOverlaps, atSite] = yield* ask(
    hasStaff ? (hold ? lockStaff : findStaff).call(orgId, staffIds!) : undefined,
    findClients.call(orgId, clientIds!),
    siteIds!.length > 0 ? findSites.call(orgId, siteIds!) : undefined,
    hasStaff ? sql.staffOverlaps.call(...asked(staffOf)) : undefined,
    sql.clientOverlaps.call(...asked(clientsOf)),
    siteIds!.length > 0 ? sql.clientsAtSite.call(...asked(siteOf)) : undefined,
  )
  const people: People = { staff: byId(staff), clients: byId(clients), sites: byId(sites) }
  const found = [
    ...planned.flatMap((shift, place) =>
      personal(shift, people).map((conflict) => ({ place, conflict, isAccepted: false })),
    ),
    ...staffOverlaps.flatMap((row) => overlap('staff_overlap', row, people.staff)),
    ...clientOverlaps.flatMap((row) => overlap('client_overlap', row, people.clients)),
    ...planned.flatMap((shift, place) => crowded(shift, place, atSite, people)),
  ]
  return { people, found: found.sort((a, b) => a.place - b.place) }
}

/** One row for each planned shift and each of its people, as the lists that the statements take. */
function spread(
  orgId: number,
  planned: readonly Planned[],
  idsOf: (shift: Planned) => readonly number[],
  except: number[],
) {
  const rows = planned.flatMap((shift, place) => idsOf(shift).map((id) => ({ place, id, shift })))
  const list = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of)
  return [
    orgId,
    list(({ place }) => place),
    list(({ id }) => id),
    list(({ shift }) => shift.starts_at),
    list(({ shift }) => shift.ends_at),
    list(({ shift }) => shift.id ?? 0),
    except,
  ] as [number, number[], number[], string[], string[], number[], number[]]
}

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

function overlap(
  code: 'staff_overlap' | 'client_overlap',
  row: sql.Overlap,
  people: Map<number, { name: string }>,
): Found[] {
  const { place, person_id: id, starts: start, ends: end, overridden } = row
  const ref = refOf(row)
  // Somebody who became a supplier is on old shifts still, and is no longer looked after.
  const known = people.get(id)
  if (!known) return []
  const person = { id, name: known.name }
  const message = `${person.name} is already on ${ref} from ${start} to ${end}.`
  const who = code === 'staff_overlap' ? { staff: person } : { client: person }
  const isAccepted = overridden.includes(code)
  return [{ place, conflict: conflict(code, { ...who, ref, start, end, message }), isAccepted }]
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

/** A 422 that says what blocks, by field, and lists the conflicts: the first 100, of which a series can have thousands. */
export function conflicting(blocking: readonly Conflict[], conflicts: readonly Conflict[]): ApiError {
  const errors: FieldErrors = {}
  for (const { code, message } of blocking.slice(0, 100)) {
    const field = fieldOf[code]!
    errors[field] = [...new Set([...(errors[field] ?? []), message])]
  }
  return new ApiError(422, 'The given data was invalid.', { errors, conflicts: conflicts.slice(0, 100) })
}
