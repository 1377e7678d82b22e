import { statement } from '../../db/statement.ts'
import type { CalendarSettings } from './calendars.schema.ts'
import type { RosteredShift } from './detail.ts'

export interface StoredCalendar extends CalendarSettings {
  id: number
  created_at: string
  updated_at: string
}
const columns = 'id, detail, days_back, days_ahead, created_at, updated_at'

/** Locks a staff member. Two requests for one calendar wait for each other here. */
export const lockStaff = statement<[orgId: number, staffId: number], { id: number }>(
  'calendars.lock_staff',
  'select id from staff where org_id = $1 and id = $2 and not supplier for no key update',
)

export const find = statement<[orgId: number, staffId: number, connectionId: number], StoredCalendar>(
  'calendars.find',
  `select ${columns} from calendar where org_id = $1 and staff_id = $2 and connection_id = $3`,
)

type Settings = [detail: string, daysBack: number, daysAhead: number]

export const insert = statement<
  [orgId: number, staffId: number, connectionId: number, ...settings: Settings],
  StoredCalendar
>(
  'calendars.insert',
  `insert into calendar (org_id, staff_id, connection_id, detail, days_back, days_ahead)
   values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
)

export const update = statement<[orgId: number, id: number, ...settings: Settings], StoredCalendar>(
  'calendars.update',
  `update calendar set detail = $3, days_back = $4, days_ahead = $5, updated_at = statement_timestamp()
   where org_id = $1 and id = $2 returning ${columns}`,
)

export const remove = statement<[orgId: number, id: number], object>(
  'calendars.remove',
  'delete from calendar where org_id = $1 and id = $2',
)

/** The organisation of an address, found by its slug. */
export interface CalendarOrganisation {
  orgId: number
  name: string
  timezone: string
  signingKey: Buffer
  integrationsEnabled: boolean
}
export const findOrganisation = statement<[slug: string], CalendarOrganisation>(
  'calendars.organisation',
  `select id as "orgId", name, timezone, signing_key as "signingKey", integrations_enabled as "integrationsEnabled"
   from organisation where slug = $1`,
)

export interface OpenedCalendar extends CalendarSettings {
  staff_id: number
  staff: string
  staff_status: string
  connection_id: number
}
export const findById = statement<[orgId: number, id: number], OpenedCalendar>(
  'calendars.find_by_id',
  `select c.detail, c.days_back, c.days_ahead, c.connection_id, c.staff_id,
     s.first_name || ' ' || s.last_name as staff, s.status as staff_status
   from calendar c join staff s on s.org_id = $1 and s.id = c.staff_id
   where c.org_id = $1 and c.id = $2`,
)

/** More than a person can work in all days of a calendar. The later ones are left out. */
export const maxShifts = 10_000

/**
 * The published shifts of a person that overlap a window, from the instant $3 to $4; $5 is whether names of clients are read. A shift
 * lasts at most 7 days, so those that began more than 8 days before it are over. Drafts are not published. `offset 0` looks up each
 * shift by its key: without statistics of a new organisation PostgreSQL would read all shifts for each of them.
 */
export const findShifts = statement<
  [orgId: number, staffId: number, from: string, to: string, withClients: boolean],
  RosteredShift
>(
  'calendars.shifts',
  `with rostered as materialized (
     select distinct a.shift_id from appointment a
     where a.org_id = $1 and a.employee_id = $2 and a.starts_at >= $3::timestamptz - interval '8 days' and a.starts_at < $4)
   select s.id, s.status, s.title, s.starts_at, s.ends_at, s.updated_at,
     coalesce(s.address, (select t.address from site t where t.org_id = $1 and t.id = s.site_id)) as address,
     case when $5 then array(
       select c.first_name from shift_client sc join client c on c.org_id = $1 and c.id = sc.client_id
       where sc.org_id = $1 and sc.shift_id = s.id order by sc.place) end as clients,
     case when $5 then array(
       select sc.client_id from shift_client sc where sc.org_id = $1 and sc.shift_id = s.id) end as client_ids
   from rostered r
     cross join lateral (
       select h.id, h.status, h.title, h.starts_at, h.ends_at, h.updated_at, h.address, h.site_id, h.deleted_at
       from shift h where h.org_id = $1 and h.id = r.shift_id offset 0) s
   where s.deleted_at is null and s.status <> 'draft' and s.ends_at > $3
   order by s.starts_at, s.id limit ${maxShifts}`,
)
