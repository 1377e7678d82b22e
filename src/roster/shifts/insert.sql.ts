import { statement } from '../../db/statement.ts'
import { insertAppointments } from '../appointments/appointments.sql.ts'
import type { ShiftStatus } from './moves.ts'

type Shared = [
  ...[orgId: number, connectionId: number | null, type: string, status: ShiftStatus, title: string],
  ...[address: string | null, siteId: number | null, seriesId: number | null, services: string, overridden: string[]],
]
type People = [
  ...[staffIds: readonly number[], clients: string, pairClients: (number | null)[], pairStaff: (number | null)[]],
  ...[fields: string[], detail: string | null, isShort: boolean],
]
type InsertOne = [
  ...Shared,
  starts: string,
  ends: string,
  startsAt: string,
  endsAt: string,
  day: string | null,
  ...People,
]
type InsertMany = [
  ...Shared,
  ...[starts: string[], ends: string[], startsAt: string[], endsAt: string[], days: (string | null)[]],
  ...[...People, segments: string],
]

interface Shape {
  /** SQL for starts, ends, starts_at, ends_at and day of each shift. */
  times: string
  /** How the rows of several shifts are ordered. */
  order: string
  /** A statement for segments. */
  parted: string
}

const insertSql = ({ times, order, parted }: Shape) => `
  with s as (
    insert into shift (org_id, type, status, title, address, site_id, series_id, services, overridden,
                       starts, ends, starts_at, ends_at, occurrence_on, is_short)
    select $1, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, o.*, $22 from (${times}) o (starts, ends, starts_at, ends_at, day)
    ${order && 'order by o.starts_at'}
    returning *),
  staffed as (
    insert into shift_staff (org_id, shift_id, staff_id, place)
    select $1, s.id, p.id, p.place from s, unnest($16::bigint[]) with ordinality p (id, place)),
  attending as (
    insert into shift_client (org_id, shift_id, client_id, place, share, funding_type, price_code, claim_type)
    select $1, s.id, (c ->> 'client_id')::bigint, place, (c ->> 'share')::numeric, c ->> 'funding_type',
           (c ->> 'price_code')::bigint, c ->> 'claim_type'
    from s, jsonb_array_elements($17::jsonb) with ordinality given (c, place)),
  paired as (${insertAppointments(`from s, unnest($18::bigint[], $19::bigint[]) with ordinality p (client_id, employee_id, place) ${order}`)}),
  ${parted}recorded as (
    insert into event (org_id, type, subject_id, fields, detail, connection_id)
    select $1, 'shift.created', s.id, $20::text[], $21::jsonb, $2 from s)
  select s.id from s ${order && 'order by s.starts_at'}`

/**
 * Makes one shift without segments, as most are, with its people, appointments and event. $17 is a list of {client_id,
 * share, funding_type, price_code, claim_type}.
 */
export const insertOne = statement<InsertOne, { id: number }>(
  'shifts.insert_one',
  insertSql({
    times: 'select $11::timestamp, $12::timestamp, $13::timestamptz, $14::timestamptz, $15::date',
    order: '',
    parted: '',
  }),
)

/**
 * The same for shifts that differ in their times alone, and with segments: $23 is a list of {starts_at, place, starts,
 * ends, service, staff_ids} where starts_at is that of the shift.
 */
export const insertMany = statement<InsertMany, { id: number }>(
  'shifts.insert_many',
  insertSql({
    times: `select * from unnest($11::timestamp[], $12::timestamp[], $13::timestamptz[], $14::timestamptz[], $15::date[])`,
    order: 'order by s.starts_at, p.place',
    parted: `parted as (
       insert into shift_segment (org_id, shift_id, starts, ends, service, staff_ids)
       select $1, s.id, g.starts, g.ends, g.service, array(select jsonb_array_elements_text(g.staff_ids)::bigint)
       from jsonb_to_recordset($23::jsonb) g (starts_at timestamptz, place int, starts timestamp, ends timestamp, service text, staff_ids jsonb)
       join s using (starts_at) order by s.starts_at, g.starts, g.place),
     `,
  }),
)
