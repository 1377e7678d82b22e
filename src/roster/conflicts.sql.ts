import { statement } from '../db/statement.ts'
import type { ConflictCode } from './conflicts.schema.ts'
import type { ShiftType } from './shifts.schema.ts'

/** Shifts last at most 7 days, and an hour more when the clocks go back: none that began earlier can still run. */
const longest = `interval '8 days'`

/** Another shift that a person is on at the same time as a shift in question. */
export interface Overlap {
  /** Which of the shifts in question, by its place in the lists given. */
  place: number
  person_id: number
  id: number
  type: ShiftType
  first_appointment: number
  starts: string
  ends: string
  overridden: ConflictCode[]
}

/** Lists of equal length: for each shift in question and each of its people (or its site) a row; and ids to leave out. */
type Asked = [
  ...[orgId: number, places: number[], ids: number[], starts: string[], ends: string[], own: number[]],
  ...[except: number[]],
]
const asked = (what: string) =>
  `unnest($2::int[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::bigint[]) asked (place, ${what}, starts_at, ends_at, own)`

/**
 * Half-open intervals on instants: two shifts that touch do not overlap. Drafts count like published shifts, because
 * whoever plans over one wants to know; cancelled and deleted ones do not. At most ten are found for each person and
 * shift in question, so that many on one shift hide none on another; what nobody has accepted comes first.
 */
const overlaps = (name: string, column: string, code: ConflictCode) =>
  statement<Asked, Overlap>(
    name,
    `select asked.place, asked.person as person_id, o.*
     from ${asked('person')} cross join lateral (
       select o.id, o.type, o.starts, o.ends, o.overridden,
         (select min(f.id) from appointment f where f.org_id = $1 and f.shift_id = o.id) as first_appointment
       from shift o where o.org_id = $1 and o.id <> asked.own and o.id <> all ($7::bigint[]) and o.id in (
         select a.shift_id from appointment a where a.org_id = $1 and a.${column} = asked.person
           and a.starts_at > asked.starts_at - ${longest} and a.starts_at < asked.ends_at and a.ends_at > asked.starts_at
           and a.is_deleted = 0 and a.appointment_cancelled = 0)
       order by '${code}' = any (o.overridden), o.starts_at, o.id limit 10) o
     order by asked.place, asked.person, o.starts, o.id`,
  )
export const staffOverlaps = overlaps('roster.staff_overlaps', 'employee_id', 'staff_overlap')
export const clientOverlaps = overlaps('roster.client_overlaps', 'client_id', 'client_overlap')

/** The clients that other shifts bring to a site at the same time. */
export const clientsAtSite = statement<Asked, { place: number; client_ids: number[] }>(
  'roster.clients_at_site',
  `select asked.place, json_agg(distinct c.client_id) as client_ids
   from ${asked('site')}
   join shift o on o.org_id = $1 and o.site_id = asked.site and o.deleted_at is null and o.status <> 'cancelled'
     and o.starts_at > asked.starts_at - ${longest} and o.starts_at < asked.ends_at and o.ends_at > asked.starts_at
     and o.id <> asked.own and o.id <> all ($7::bigint[])
   join shift_client c on c.org_id = $1 and c.shift_id = o.id
   group by asked.place`,
)
