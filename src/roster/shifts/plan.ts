import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { instantOf, localOf, readLocal } from '../../time/local-time.ts'
import type { People, Planned } from '../conflicts/conflicts.ts'
import type { ShiftCreate, ShiftType } from './shifts.schema.ts'
import type { ShiftRow } from './shifts.sql.ts'

export interface PlannedClient {
  client_id: number
  share: number | null
  funding_type: string | null
  price_code: number | null
  claim_type: string | null
}
export interface PlannedSegment {
  id?: number
  starts: string
  ends: string
  service: string
  staff_ids: readonly number[]
}

/** All that a shift is, before it is written: the same for one that is made, changed or made by its series. */
export interface Plan extends Planned {
  type: ShiftType
  /** Segments that the shift has already. */
  segment_ids: readonly number[]
  /** How the charge is split, if somebody says so. */
  split: readonly { client_id: number; share: number }[] | undefined
  title: string
  address: string | null
  services: { staff_id: number | null; service: string }[]
  segments: PlannedSegment[]
  clients: PlannedClient[]
}

export type Times = Pick<Plan, 'starts' | 'ends' | 'starts_at' | 'ends_at'>

/** Times as the clock of the zone really shows them: one that it skips is shown moved forward. */
export function timesOf(start: string, end: string, zone: string): Times {
  const [starts_at, ends_at] = [instantOf(start, zone), instantOf(end, zone)]
  return { starts: localOf(starts_at, zone), ends: localOf(ends_at, zone), starts_at, ends_at }
}

/** Whether two shifts are at the same time; instants are written with and without fractions of a second. */
export const isSameTime = (a: Times, b: Times): boolean =>
  Date.parse(a.starts_at) === Date.parse(b.starts_at) && Date.parse(a.ends_at) === Date.parse(b.ends_at)

/** No shift lasts longer, by the clock. */
export const longestMilliseconds = 7 * 86_400_000
const mostPairs = 200

/**
 * Everything that is wrong with a plan as such, by the field that is to be mended. Of a shift that is there, people who
 * are on it already are not asked again whether they may be.
 */
export function planErrors(plan: Plan, people: People, before?: Plan): FieldErrors {
  const errors: FieldErrors = {}
  const add = (field: string, rule: string) => {
    errors[field] = [...(errors[field] ?? []), `${field} ${rule}.`]
  }
  timeErrors(plan, add)
  peopleErrors(plan, people, add, before)
  placeErrors(plan, people, add, before)
  partErrors(plan, add, before)
  splitErrors(plan, add)
  return errors
}

type Add = (field: string, rule: string) => void

function timeErrors({ starts, ends, starts_at, ends_at }: Plan, add: Add) {
  if (Date.parse(ends_at) <= Date.parse(starts_at)) add('end', 'must be after start')
  else if (readLocal(ends) - readLocal(starts) > longestMilliseconds) add('end', 'must be at most 7 days after start')
}

function peopleErrors({ type, client_ids, staff_ids }: Plan, { staff, clients }: People, add: Add, before?: Plan) {
  if (type === 'single' && client_ids.length !== 1) add('client_ids', 'must have exactly one client on a single shift')
  if (type === 'group' && client_ids.length === 0) add('client_ids', 'must have at least one client on a group shift')
  const unknownClients = client_ids.filter((id) => !clients.has(id)).join(', ')
  if (unknownClients) add('client_ids', `must be ids of clients of this organisation; there is no ${unknownClients}`)
  // Somebody who is on the shift and has become a supplier stays on it.
  const isStaff = (id: number) => staff.has(id) && (!staff.get(id)!.supplier || before?.staff_ids.includes(id) === true)
  const unknownStaff = staff_ids.filter((id) => !isStaff(id)).join(', ')
  if (unknownStaff) add('staff_ids', `must be ids of staff of this organisation; there is no ${unknownStaff}`)
  if (client_ids.length * staff_ids.length > mostPairs) {
    add(
      'client_ids',
      `and staff_ids make ${client_ids.length * staff_ids.length} pairs; at most ${mostPairs} are possible`,
    )
  }
}

function placeErrors({ type, site_id, client_ids }: Plan, { sites, clients }: People, add: Add, before?: Plan) {
  if (type === 'single' && site_id !== null) add('site_id', 'must be left out on a single shift')
  if (type === 'site' && site_id === null) add('site_id', 'is required on a site shift')
  if (site_id === null) return
  const site = sites.get(site_id)
  if (!site) return add('site_id', 'must be the id of a site of this organisation')
  if (type !== 'site') return
  const isThere = (id: number) => before?.site_id === site_id && before.client_ids.includes(id)
  const others = client_ids.filter((id) => clients.has(id) && !site.participant_ids.includes(id) && !isThere(id))
  const who = `${others.join(', ')} ${others.length > 1 ? 'are not' : 'is not one'}`
  if (others.length > 0) add('client_ids', `must be participants of the site; ${who}`)
}

function partErrors(plan: Plan, add: Add, before?: Plan) {
  const { staff_ids, services, segments } = plan
  // An import may name somebody who was not on the shift either; such parts stand until somebody changes them.
  const named = [...(before?.services ?? []), ...(before?.segments ?? [])].flatMap((part) =>
    'staff_ids' in part ? part.staff_ids : (part.staff_id ?? []),
  )
  const isOn = (id: number) => staff_ids.includes(id) || (named.includes(id) && !before!.staff_ids.includes(id))
  services.forEach(({ staff_id }, i) => {
    if (staff_id !== null && !isOn(staff_id)) add(`services.${i}.staff_id`, 'must be one of staff_ids')
  })
  segments.forEach(({ id, starts, ends, staff_ids: own }, i) => {
    if (id !== undefined && !plan.segment_ids.includes(id)) add(`segments.${i}.id`, 'must be a segment of this shift')
    if (ends <= starts) add(`segments.${i}.end`, 'must be after its start')
    if (starts < plan.starts || starts > plan.ends) add(`segments.${i}.start`, 'must be within the shift')
    if (ends > plan.ends) add(`segments.${i}.end`, 'must be within the shift')
    if (!own.every(isOn)) add(`segments.${i}.staff_ids`, 'must be among staff_ids')
  })
  const kept = segments.flatMap(({ id }) => id ?? [])
  if (new Set(kept).size < kept.length) add('segments', 'must not name the same segment twice')
}

function splitErrors({ type, client_ids, split }: Plan, add: Add) {
  if (!split) return
  if (type === 'single') return add('client_charge_split', 'must be left out on a single shift')
  const ids = split.map(({ client_id }) => client_id)
  split.forEach(({ share }, i) => {
    if (Number(share.toFixed(6)) !== share) add(`client_charge_split.${i}.share`, 'must have at most 6 decimals')
  })
  const isWhole = ids.length === client_ids.length && client_ids.every((id) => ids.includes(id))
  const sum = split.reduce((total, { share }) => total + Math.round(share * 1e6), 0)
  if (!isWhole) add('client_charge_split', 'must have one share for each of client_ids')
  else if (sum !== 1_000_000) add('client_charge_split', 'must have shares whose sum is 1')
}

/** What each client pays and how it is funded: as it was, or as a new client's type says. */
export function plannedClients(
  { type, client_ids, split }: Pick<Plan, 'type' | 'client_ids' | 'split'>,
  { clients }: People,
  before: readonly PlannedClient[] = [],
): PlannedClient[] {
  const isSame =
    before.length === client_ids.length && client_ids.every((id) => before.some((was) => was.client_id === id))
  const equal = equalShares(client_ids.length)
  // A later shift of a series may have other clients than the one that a split was sent for.
  const isFor = split?.length === client_ids.length && split.every(({ client_id }) => client_ids.includes(client_id))
  return client_ids.map((client_id, place) => {
    const was = before.find((client) => client.client_id === client_id)
    const sent = isFor ? split.find((share) => share.client_id === client_id)?.share : undefined
    const share = sent ?? (isSame ? was!.share : null) ?? equal[place]!
    const fresh = { funding_type: clients.get(client_id)?.client_type ?? null, price_code: null, claim_type: null }
    return { ...fresh, ...was, client_id, share: type === 'single' ? null : share }
  })
}

/** Equal parts of a charge with six decimals; what rounding leaves over goes to the first. */
function equalShares(count: number): number[] {
  const part = Math.floor(1e6 / count)
  return Array.from({ length: count }, (_, i) => (i === 0 ? 1e6 - part * (count - 1) : part) / 1e6)
}

export const peopleOf = ({ staff_ids, client_ids, site_id = null }: ShiftCreate) => ({ staff_ids, client_ids, site_id })

/** The shift asked for, with what a shift has when nothing is said. */
export function planOf(body: ShiftCreate, times: Times, people: People, zone: string): Plan {
  const { type, client_ids, site_id, client_charge_split: split } = body
  const home = type === 'single' ? people.clients.get(client_ids[0]!) : people.sites.get(site_id ?? 0)
  return {
    ...times,
    ...peopleOf(body),
    type,
    title: body.title ?? body.services?.[0]?.service ?? 'Shift',
    address: body.address === undefined ? (home?.address ?? null) : body.address || null,
    ...partsOf(body, zone),
    segment_ids: [],
    split,
    clients: plannedClients({ type, client_ids, split }, people),
  }
}

/** Services and segments as a body gives them, at times that the clock shows, as those of the shift are. */
export const partsOf = (
  { services = [], segments = [] }: Pick<ShiftCreate, 'services' | 'segments'>,
  zone: string,
) => ({
  services: services.map(({ staff_id = null, service }) => ({ staff_id, service })),
  segments: segments.map(({ id, start, end, service, staff_ids = [] }) => {
    const { starts, ends } = timesOf(start, end, zone)
    return { ...(id !== undefined && { id }), starts, ends, service, staff_ids }
  }),
})

/** A shift that is there, as a plan: what a change is laid over, and what its series makes the next one like. */
export function standing(row: ShiftRow): Plan & { id: number } {
  const { id, type, title, address, starts, ends, starts_at, ends_at, services } = row
  const clients = row.clients ?? []
  const segments = row.segments ?? []
  const staff_ids = (row.staff ?? []).map((person) => person.id)
  return {
    id,
    type,
    title,
    address,
    starts,
    ends,
    starts_at,
    ends_at,
    services,
    site_id: row.site?.id ?? null,
    staff_ids,
    client_ids: clients.map((client) => client.id),
    segments: segments.map(({ start, end, ...segment }) => ({ ...segment, starts: start, ends: end })),
    segment_ids: segments.map((segment) => segment.id),
    split: undefined,
    clients: clients.map(({ id: client_id, name: _, ...client }) => ({ client_id, ...client })),
  }
}
