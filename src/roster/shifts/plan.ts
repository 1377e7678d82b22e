import type { FieldErrors } from '../../http/contract/field-errors.ts'
import type { Times } from '../../recurrence/occurrence-times.ts'
import { instantOf, localOf, readLocal, writeLocal } from '../../time/local-time.ts'
import type { People, Planned } from '../conflicts/conflicts.ts'
import type { ShiftCreate, ShiftType } from './shifts.schema.ts'

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

/** A complete shift before it is stored, whether a request creates it, an edit changes it or a series repeats it. */
export interface Plan extends Planned {
  type: ShiftType
  /** Ids of the segments that the shift has already. */
  segment_ids: readonly number[]
  /** The split of the charge, if the request has one. */
  client_charge_split: readonly { client_id: number; share: number }[] | undefined
  title: string
  address: string | null
  services: { staff_id: number | null; service: string }[]
  segments: PlannedSegment[]
  clients: PlannedClient[]
}

/** Local times as instants, and as the clock shows them: a time that the clock skips moves forward. */
export function timesOf(start: string, end: string, timezone: string): Times {
  const [starts_at, ends_at] = [instantOf(start, timezone), instantOf(end, timezone)]
  return { starts: localOf(starts_at, timezone), ends: localOf(ends_at, timezone), starts_at, ends_at }
}

/** Whether two shifts have the same times. They are compared as numbers, because some texts have fractions of a second. */
export const isSameTime = (a: Times, b: Times): boolean =>
  Date.parse(a.starts_at) === Date.parse(b.starts_at) && Date.parse(a.ends_at) === Date.parse(b.ends_at)

/** The shift that a body describes, with defaults for what the body leaves out. */
export function planFromBody(body: ShiftCreate, times: Times, people: People, timezone: string): Plan {
  const { type, staff_ids, client_ids, site_id = null, client_charge_split } = body
  const home = type === 'single' ? people.clients.get(client_ids[0]!) : people.sites.get(site_id ?? 0)
  return {
    ...times,
    staff_ids,
    client_ids,
    site_id,
    type,
    title: body.title ?? body.services?.[0]?.service ?? 'Shift',
    address: body.address === undefined ? (home?.address ?? null) : body.address || null,
    ...partsFromBody(body, timezone),
    segment_ids: [],
    client_charge_split,
    clients: plannedClients({ type, client_ids, client_charge_split }, people),
  }
}

/** The services and segments of a body. Segments get times that the local clock shows, like the shift itself. */
export const partsFromBody = (
  { services = [], segments = [] }: Pick<ShiftCreate, 'services' | 'segments'>,
  timezone: string,
) => ({
  services: services.map(({ staff_id = null, service }) => ({ staff_id, service })),
  segments: segments.map(({ id, start, end, service, staff_ids = [] }) => {
    const { starts, ends } = timesOf(start, end, timezone)
    return { ...(id !== undefined && { id }), starts, ends, service, staff_ids }
  }),
})

/** The longest shift, by the local clock. */
export const maxMilliseconds = 7 * 86_400_000
const maxPairs = 200

/**
 * The errors of a plan by field. `before` is the current state of a shift that is edited: people who are already on it
 * are not validated again.
 */
export function planErrors(plan: Plan, people: People, before?: Plan): FieldErrors {
  const errors: FieldErrors = {}
  const add = (field: string, rule: string) => {
    errors[field] = [...(errors[field] ?? []), `${field} ${rule}.`]
  }
  timeErrors(plan, add)
  peopleErrors(plan, people, add, before)
  siteErrors(plan, people, add, before)
  partErrors(plan, add, before)
  splitErrors(plan, add)
  return errors
}

type Add = (field: string, rule: string) => void

function timeErrors({ starts, ends, starts_at, ends_at }: Plan, add: Add) {
  if (Date.parse(ends_at) <= Date.parse(starts_at)) add('end', 'must be after start')
  else if (readLocal(ends) - readLocal(starts) > maxMilliseconds) add('end', 'must be at most 7 days after start')
}

function peopleErrors({ type, client_ids, staff_ids }: Plan, { staff, clients }: People, add: Add, before?: Plan) {
  if (type === 'single' && client_ids.length !== 1) add('client_ids', 'must have exactly one client on a single shift')
  if (type === 'group' && client_ids.length === 0) add('client_ids', 'must have at least one client on a group shift')
  const unknownClients = client_ids.filter((id) => !clients.has(id)).join(', ')
  if (unknownClients) add('client_ids', `must be ids of clients of this organisation; there is no ${unknownClients}`)
  // A staff member of the shift who has become a supplier may stay.
  const isStaff = (id: number) => staff.has(id) && (!staff.get(id)!.supplier || before?.staff_ids.includes(id) === true)
  const unknownStaff = staff_ids.filter((id) => !isStaff(id)).join(', ')
  if (unknownStaff) add('staff_ids', `must be ids of staff of this organisation; there is no ${unknownStaff}`)
  if (client_ids.length * staff_ids.length > maxPairs) {
    add(
      'client_ids',
      `and staff_ids make ${client_ids.length * staff_ids.length} pairs; at most ${maxPairs} are possible`,
    )
  }
}

function siteErrors({ type, site_id, client_ids }: Plan, { sites, clients }: People, add: Add, before?: Plan) {
  if (type === 'single' && site_id !== null) add('site_id', 'must be left out on a single shift')
  if (type === 'site' && site_id === null) add('site_id', 'is required on a site shift')
  if (site_id === null) return
  const site = sites.get(site_id)
  if (!site) return add('site_id', 'must be the id of a site of this organisation')
  if (type !== 'site') return
  const isAlready = (id: number) => before?.site_id === site_id && before.client_ids.includes(id)
  const others = client_ids.filter((id) => clients.has(id) && !site.participant_ids.includes(id) && !isAlready(id))
  const who = `${others.join(', ')} ${others.length > 1 ? 'are not' : 'is not one'}`
  if (others.length > 0) add('client_ids', `must be participants of the site; ${who}`)
}

function partErrors(plan: Plan, add: Add, before?: Plan) {
  const { staff_ids, services, segments } = plan
  // Imported services and segments may name people who are not on the shift. An edit may leave them there.
  const named = [...(before?.services ?? []), ...(before?.segments ?? [])].flatMap((part) =>
    'staff_ids' in part ? part.staff_ids : (part.staff_id ?? []),
  )
  const isOn = (id: number) => staff_ids.includes(id) || (named.includes(id) && !before!.staff_ids.includes(id))
  services.forEach(({ staff_id }, i) => {
    if (staff_id !== null && !isOn(staff_id)) add(`services.${i}.staff_id`, 'must be one of staff_ids')
  })
  segments.forEach(({ id, starts, ends, staff_ids: segmentStaff }, i) => {
    if (id !== undefined && !plan.segment_ids.includes(id)) add(`segments.${i}.id`, 'must be a segment of this shift')
    if (ends <= starts) add(`segments.${i}.end`, 'must be after its start')
    if (starts < plan.starts || starts > plan.ends) add(`segments.${i}.start`, 'must be within the shift')
    if (ends > plan.ends) add(`segments.${i}.end`, 'must be within the shift')
    if (!segmentStaff.every(isOn)) add(`segments.${i}.staff_ids`, 'must be among staff_ids')
  })
  const ids = segments.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) add('segments', 'must not name the same segment twice')
}

function splitErrors({ type, client_ids, client_charge_split: split }: Plan, add: Add) {
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

/** Each client's share and funding: the current ones, or for a new client those of its type. */
export function plannedClients(
  { type, client_ids, client_charge_split: split }: Pick<Plan, 'type' | 'client_ids' | 'client_charge_split'>,
  { clients }: People,
  before: readonly PlannedClient[] = [],
): PlannedClient[] {
  const isSame =
    before.length === client_ids.length && client_ids.every((id) => before.some((client) => client.client_id === id))
  const equal = equalShares(client_ids.length)
  // A later shift of a series may have other clients than the shift that the split is for.
  const isSplitOfThese =
    split?.length === client_ids.length && split.every(({ client_id }) => client_ids.includes(client_id))
  return client_ids.map((client_id, index) => {
    const current = before.find((client) => client.client_id === client_id)
    const ownShare = isSplitOfThese ? split.find((share) => share.client_id === client_id)?.share : undefined
    const share = ownShare ?? (isSame ? current!.share : null) ?? equal[index]!
    const defaults = { funding_type: clients.get(client_id)?.client_type ?? null, price_code: null, claim_type: null }
    return { ...defaults, ...current, client_id, share: type === 'single' ? null : share }
  })
}

/** Equal shares with six decimals. The first one gets the rest of the division. */
function equalShares(count: number): number[] {
  const part = Math.floor(1e6 / count)
  return Array.from({ length: count }, (_, i) => (i === 0 ? 1e6 - part * (count - 1) : part) / 1e6)
}

/** Moves segments with their shift, by the local clock. They end no later than the shift. */
export function moveSegments(
  segments: readonly PlannedSegment[],
  from: Times,
  to: Times,
  timezone: string,
): PlannedSegment[] {
  const offset = readLocal(to.starts) - readLocal(from.starts)
  const move = (local: string) => {
    const moved = localOf(instantOf(writeLocal(readLocal(local) + offset), timezone), timezone)
    return moved < to.ends ? moved : to.ends
  }
  return segments.map((segment) => ({ ...segment, starts: move(segment.starts), ends: move(segment.ends) }))
}

/** An appointment is one client with one staff member. A vacant one has no staff member. */
export interface Pair {
  client_id: number | null
  employee_id: number | null
}

/** Every client with every staff member. */
export function pairsOf(clientIds: readonly number[], staffIds: readonly number[]): Pair[] {
  const clients = clientIds.length > 0 ? clientIds : [null]
  const staff = staffIds.length > 0 ? staffIds : [null]
  return clients.flatMap((client_id) => staff.map((employee_id) => ({ client_id, employee_id })))
}
