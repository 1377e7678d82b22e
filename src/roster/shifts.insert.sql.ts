import { statement } from '../db/statement.ts'
import { insertAppointments } from './appointments.sql.ts'
import { during } from './conflicts.sql.ts'
import type { ShiftStatus } from './moves.ts'
import type { Client } from './people.sql.ts'

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
  /** A statement for segments, and SQL for their ids. */
  parted: string
  segmentIds: string
  /** What is looked up before, and what must hold for the shifts to be made. */
  before?: string
  condition?: string
  /** SQL for the address, and for how a client `c` that comes without funding is funded. */
  address?: string
  funding?: string
  /** SQL for further columns of the answer, over the shift `s`. */
  further?: string
}

const insertSql = ({
  times,
  order,
  parted,
  segmentIds,
  before = '',
  condition = '',
  address = '$6',
  ...more
}: Shape) => `
  with ${before} s as (
    insert into shift (org_id, type, status, title, address, site_id, series_id, services, overridden,
                       starts, ends, starts_at, ends_at, occurrence_on, is_short)
    select $1, $3, $4, $5, ${address}, $7, $8, $9::jsonb, $10, o.*, $22 from (${times}) o (starts, ends, starts_at, ends_at, day)
    ${condition} ${order && 'order by o.starts_at'}
    returning *),
  staffed as (
    insert into shift_staff (org_id, shift_id, staff_id, place)
    select $1, s.id, p.id, p.place from s, unnest($16::bigint[]) with ordinality p (id, place)),
  attending as (
    insert into shift_client (org_id, shift_id, client_id, place, share, funding_type, price_code, claim_type)
    select $1, s.id, (c ->> 'client_id')::bigint, place, (c ->> 'share')::numeric, ${more.funding ?? `c ->> 'funding_type'`},
           (c ->> 'price_code')::bigint, c ->> 'claim_type'
    from s, jsonb_array_elements($17::jsonb) with ordinality given (c, place)),
  paired as (${insertAppointments(`from s, unnest($18::bigint[], $19::bigint[]) with ordinality p (client_id, employee_id, place) ${order}`)} returning id, shift_id),
  ${parted}recorded as (
    insert into event (org_id, type, subject_id, fields, detail, connection_id)
    select $1, 'shift.created', s.id, $20::text[], $21::jsonb, $2 from s)
  select s.id, s.starts, s.ends, s.starts_at, s.ends_at, s.created_at, s.updated_at,
    (select min(p.id) from paired p where p.shift_id = s.id) as first_appointment, ${segmentIds} as segment_ids${more.further ?? ''}
  from s ${order && 'order by s.starts_at'}`

/**
 * Makes one shift without segments, as most are, with its people, appointments and event. $17 is a list of {client_id,
 * share, funding_type, price_code, claim_type}.
 */
export const insertOne = statement<InsertOne, InsertedShift>(
  'shifts.insert_one',
  insertSql({
    times: 'select $11::timestamp, $12::timestamp, $13::timestamptz, $14::timestamptz, $15::date',
    order: '',
    parted: '',
    segmentIds: 'null::json',
  }),
)

type InsertIfFree = [...InsertOne, clientIds: readonly number[], isAtHome: boolean]
const once = { starts_at: '$13::timestamptz', ends_at: '$14::timestamptz' }

/**
 * The same, in one step with its check: the shift is made only if its staff ($16) are there, active and free, and its
 * clients ($23) there, not archived and free. Without a row something spoke against it or is to be told, or somebody is
 * unknown. Clients are funded by their type, and with $24 the address is the first one's. The caller holds the staff, by a
 * statement before.
 */
export const insertIfFree = statement<InsertIfFree, InsertedShift & { address: string | null; clients: Client[] }>(
  'shifts.insert_if_free',
  insertSql({
    times: 'select $11::timestamp, $12::timestamp, $13::timestamptz, $14::timestamptz, $15::date',
    order: '',
    parted: '',
    segmentIds: 'null::json',
    before: `
      clients as materialized (
        select p.id, p.first_name || ' ' || p.last_name as name, p.status, p.client_type, p.address
        from client p where p.org_id = $1 and p.id = any ($23::bigint[])),`,
    condition: `
      where (select count(*) from clients where status <> 'Archived') = cardinality($23::bigint[])
        and (select count(*) from staff p where p.org_id = $1 and p.id = any ($16::bigint[]) and p.status = 'Active' and not p.supplier)
          = cardinality($16::bigint[])
        and not exists (select from appointment a where ${during(`employee_id = any ($16::bigint[])`, once)})
        and not exists (select from appointment a where ${during(`client_id = any ($23::bigint[])`, once)})`,
    address: 'case when $24 then (select address from clients where id = ($23::bigint[])[1]) else $6 end',
    funding: `(select client_type from clients where id = (c ->> 'client_id')::bigint)`,
    further: ', s.address, (select json_agg(clients) from clients) as clients',
  }),
)

/**
 * The same for shifts that differ in their times alone, and with segments: $23 is a list of {starts_at, place, starts,
 * ends, service, staff_ids} where starts_at is that of the shift.
 */
export const insertMany = statement<InsertMany, InsertedShift>(
  'shifts.insert_many',
  insertSql({
    times: `select * from unnest($11::timestamp[], $12::timestamp[], $13::timestamptz[], $14::timestamptz[], $15::date[])`,
    order: 'order by s.starts_at, p.place',
    parted: `parted as (
       insert into shift_segment (org_id, shift_id, starts, ends, service, staff_ids)
       select $1, s.id, g.starts, g.ends, g.service, array(select jsonb_array_elements_text(g.staff_ids)::bigint)
       from jsonb_to_recordset($23::jsonb) g (starts_at timestamptz, place int, starts timestamp, ends timestamp, service text, staff_ids jsonb)
       join s using (starts_at) order by s.starts_at, g.starts, g.place
       returning id, shift_id, starts),
     `,
    segmentIds: '(select json_agg(g.id order by g.starts, g.id) from parted g where g.shift_id = s.id)',
  }),
)
export interface InsertedShift {
  id: number
  starts: string
  ends: string
  starts_at: string
  ends_at: string
  created_at: string
  updated_at: string
  first_appointment: number
  segment_ids: number[] | null
}
