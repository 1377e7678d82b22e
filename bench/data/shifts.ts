import type pg from 'pg'
import { generate } from './generate.ts'

/** Shifts of an organisation, by their use in the benchmark. */
export interface Shifts {
  staffIds: number[]
  clientIds: number[]
  /** Shifts to read, each with a service, a segment and a note. */
  readable: number[]
  /** Shifts to clock in to once: the appointment and its staff member. */
  clockable: { id: number; staffId: number }[]
}

/** Creates shifts in 2029, each with one client and one staff member: 1,000 to read and `clockable` to clock in to. */
export async function makeShifts(db: pg.Pool, orgId: number, clockable: number): Promise<Shifts> {
  const ids = async (from: string): Promise<number[]> =>
    (await db.query(`select id from ${from} order by id`, [orgId])).rows.map((row) => row.id)
  const staffIds = await ids(`staff where org_id = $1 and status = 'Active' and not supplier`)
  const clientIds = await ids(`client where org_id = $1 and status = 'Active'`)
  await generate(
    db,
    `with pick as materialized (
       select n, starts, starts + interval '2 hours' as ends, ($3::bigint[])[n % array_length($3::bigint[], 1) + 1] as staff_id,
              ($4::bigint[])[n % array_length($4::bigint[], 1) + 1] as client_id
       from generate_series(1, $2::int) n,
         lateral (select timestamp '2029-01-01 06:00' + n / array_length($3::bigint[], 1) * interval '3 hours' as starts) t),
     s as (
       insert into shift (org_id, id, type, status, title, starts, ends, starts_at, ends_at, address, services)
       select $1, nextval('shift_id_seq'), 'single', 'scheduled', 'Morning visit', starts, ends, starts - interval '10 hours',
              ends - interval '10 hours', n || ' Wattle St, Marrickville NSW 2204',
              jsonb_build_array(jsonb_build_object('staff_id', staff_id, 'service', 'Personal care'))
       from pick order by n returning *),
     numbered as (select *, row_number() over (order by id) as n from s),
     staffed as (insert into shift_staff (org_id, shift_id, staff_id, place) select $1, id, staff_id, 1 from numbered join pick using (n)),
     attending as (
       insert into shift_client (org_id, shift_id, client_id, place, funding_type) select $1, id, client_id, 1, 'NDIS' from numbered join pick using (n)),
     parted as (
       insert into shift_segment (org_id, shift_id, starts, ends, service, staff_ids)
       select $1, id, numbered.starts, numbered.ends, 'Personal care', array[staff_id] from numbered join pick using (n) where n <= 1000 order by id),
     noted as (
       insert into shift_note (org_id, shift_id, staff_id, notes)
       select $1, id, staff_id, 'Showered and dressed with one-person assist. In good spirits.' from numbered join pick using (n) where n <= 1000 order by id)
     insert into appointment (org_id, shift_id, client_id, employee_id, appointment_title, appointment_address, starts, ends,
                              starts_at, ends_at, is_draft, appointment_cancelled, is_deleted)
     select $1, id, client_id, staff_id, title, address, numbered.starts, numbered.ends, starts_at, ends_at, 0, 0, 0
     from numbered join pick using (n) order by id`,
    [orgId, clockable + 1000, staffIds, clientIds],
  )
  const { rows } = await db.query<{ id: number; staffId: number }>(
    'select id, employee_id as "staffId" from appointment where org_id = $1 order by id',
    [orgId],
  )
  return { staffIds, clientIds, readable: rows.slice(0, 1000).map(({ id }) => id), clockable: rows.slice(1000) }
}
