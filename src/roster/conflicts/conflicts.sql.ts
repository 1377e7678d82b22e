import { statement } from '../../db/statement.ts'
import type { ShiftType } from '../shifts/shifts.schema.ts'
import type { ConflictCode } from './conflicts.schema.ts'

/** Shifts last at most 7 days, and an hour more when the clocks go back. An earlier start cannot overlap. */
const maxDuration = `interval '8 days'`

/** Lists of equal length, with a row for each planned shift and each of its people (or its site); and ids to leave out. */
type Bookings = [
  ...[orgId: number, indexes: number[], ids: number[], starts: string[], ends: string[], own: number[]],
  ...[except: number[], isStaff: boolean[]],
]
const lists = ['$2::int[]', '$3::bigint[]', '$4::timestamptz[]', '$5::timestamptz[]', '$6::bigint[]', '$8::boolean[]']
const bookings = `unnest(${lists.join(', ')}) booking (place, id, starts_at, ends_at, own, is_staff)`

/** A person who is on another shift at the time of a planned shift, whose index in the lists is `place`. */
export interface Overlap {
  place: number
  is_staff: boolean
  person_id: number
  shift_id: number
}

/** The condition for an appointment `a` of a person that overlaps a time, as half-open intervals. */
const during = (person: string, { starts_at, ends_at }: { starts_at: string; ends_at: string }) => `
  a.org_id = $1 and a.${person}
    and a.starts_at > ${starts_at} - ${maxDuration} and a.starts_at < ${ends_at} and a.ends_at > ${starts_at}
    and a.is_deleted = 0 and a.appointment_cancelled = 0`
const each = { starts_at: 'booking.starts_at', ends_at: 'booking.ends_at' }

/**
 * Half-open intervals on instants: two shifts that touch do not overlap. Drafts count like published shifts; cancelled
 * and deleted ones do not. Most requests have no overlap, so `otherShifts` loads the other shifts only when there is one.
 * Each overlap takes 10 µs of the thread, which is why there is a limit.
 */
export const maxOverlaps = 3000
const atMost = `limit ${maxOverlaps + 1}`
export const overlaps = statement<Bookings, Overlap>(
  'roster.overlaps',
  `select distinct booking.place, booking.is_staff, booking.id as person_id, o.shift_id
   from ${bookings} cross join lateral (
     select a.shift_id from appointment a where ${during('employee_id = booking.id', each)} and booking.is_staff
     union all
     select a.shift_id from appointment a where ${during('client_id = booking.id', each)} and not booking.is_staff) o
   where o.shift_id <> booking.own and o.shift_id <> all ($7::bigint[]) ${atMost}`,
)

type BookingsOfOne = [
  ...[orgId: number, staffIds: readonly number[], clientIds: readonly number[], starts: string, ends: string],
  ...[own: number, except: number[]],
]
const once = { starts_at: '$4::timestamptz', ends_at: '$5::timestamptz' }
const others = 'a.shift_id <> $6 and a.shift_id <> all ($7::bigint[])'

/** The same for one planned shift, as nearly every write has: half the work. */
export const overlapsOfOne = statement<BookingsOfOne, Overlap>(
  'roster.overlaps_of_one',
  `select distinct 0 as place, true as is_staff, a.employee_id as person_id, a.shift_id from appointment a
   where ${during(`employee_id = any ($2::bigint[])`, once)} and ${others}
   union all
   select distinct 0, false, a.client_id, a.shift_id from appointment a
   where ${during(`client_id = any ($3::bigint[])`, once)} and ${others} ${atMost}`,
)

export interface OtherShift {
  id: number
  type: ShiftType
  first_appointment: number
  starts: string
  ends: string
  overridden: ConflictCode[]
}

export const otherShifts = statement<[orgId: number, ids: number[]], OtherShift>(
  'roster.other_shifts',
  `select id, type, starts, ends, overridden,
     (select min(a.id) from appointment a where a.org_id = $1 and a.shift_id = shift.id) as first_appointment
   from shift where org_id = $1 and id = any ($2::bigint[]) order by starts_at, id`,
)

/** The clients of other shifts at the same site and time. */
export const clientsAtSite = statement<Bookings, { place: number; client_ids: number[] }>(
  'roster.clients_at_site',
  `select booking.place, json_agg(distinct c.client_id) as client_ids
   from ${bookings}
   join shift o on o.org_id = $1 and o.site_id = booking.id and o.deleted_at is null and o.status <> 'cancelled'
     and o.starts_at > booking.starts_at - ${maxDuration} and o.starts_at < booking.ends_at and o.ends_at > booking.starts_at
     and o.id <> booking.own and o.id <> all ($7::bigint[])
   join shift_client c on c.org_id = $1 and c.shift_id = o.id
   group by booking.place`,
)

/** A supplier is no staff member, but a staff member of a shift can become one later. */
export interface StaffMember {
  id: number
  name: string
  status: string
  supplier: boolean
}
export interface Client {
  id: number
  name: string
  status: string
  client_type: string
  address: string | null
}
export interface Site {
  id: number
  name: string
  address: string | null
  client_capacity: number | null
  participant_ids: number[]
}

const name = `first_name || ' ' || last_name as name`

/**
 * Locks staff members until the end of the transaction, in the order of their ids. Requests that put the same person on
 * a shift run one after the other, and each sees the shifts of the one before.
 */
export const lockStaff = statement<[orgId: number, ids: number[]], StaffMember>(
  'roster.lock_staff',
  `select id, ${name}, status, supplier from staff where org_id = $1 and id = any ($2::bigint[]) order by id for no key update`,
)
export const findStaff = statement<[orgId: number, ids: number[]], StaffMember>(
  'roster.find_staff',
  `select id, ${name}, status, supplier from staff where org_id = $1 and id = any ($2::bigint[])`,
)
export const findClients = statement<[orgId: number, ids: number[]], Client>(
  'roster.find_clients',
  `select id, ${name}, status, client_type, address from client where org_id = $1 and id = any ($2::bigint[])`,
)
export const findSites = statement<[orgId: number, ids: number[]], Site>(
  'roster.find_sites',
  `select id, name, address, client_capacity,
     (select coalesce(json_agg(client_id), '[]') from site_participant p where p.org_id = $1 and p.site_id = site.id) as participant_ids
   from site where org_id = $1 and id = any ($2::bigint[])`,
)
