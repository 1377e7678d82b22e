import { statement } from '../../db/statement.ts'
import { updateAppointments } from '../appointments/appointments.sql.ts'
import type { ShiftStatus } from './moves.ts'
import type { NoteRow } from './shifts.sql.ts'

type Update = [
  ...[
    orgId: number,
    connectionId: number | null,
    id: number,
    title: string,
    address: string | null,
    siteId: number | null,
  ],
  ...[services: string, overridden: string[], starts: string, ends: string, startsAt: string, endsAt: string],
  ...[seriesId: number | null, day: string | null, editedAlone: boolean, fields: string[], detail: string | null],
]

/** Writes a shift that its caller holds, as it shall be. Its people and appointments are written beside it. */
export const update = statement<Update, object>(
  'shifts.update',
  `with changed as (
     update shift set title = $4, address = $5, site_id = $6, services = $7::jsonb, overridden = $8, starts = $9, ends = $10,
       starts_at = $11, ends_at = $12, series_id = $13, occurrence_on = $14, edited_alone = $15,
       is_short = is_short and not $16::text[] && array['staff_ids', 'client_ids'], updated_at = clock_timestamp()
     where org_id = $1 and id = $3 returning id)
   insert into event (org_id, type, subject_id, fields, detail, connection_id)
   select $1, 'shift.updated', id, $16::text[], $17::jsonb, $2 from changed`,
)

export const setStaff = statement<[orgId: number, id: number, staffIds: readonly number[]], object>(
  'shifts.set_staff',
  `with gone as (delete from shift_staff where org_id = $1 and shift_id = $2 and staff_id <> all ($3::bigint[]))
   insert into shift_staff (org_id, shift_id, staff_id, place)
   select $1, $2, p.id, p.place from unnest($3::bigint[]) with ordinality p (id, place)
   on conflict (org_id, shift_id, staff_id) do update set place = excluded.place`,
)

/** $3 is a list of clients as `insertOne` takes it. */
export const setClients = statement<[orgId: number, id: number, clients: string], object>(
  'shifts.set_clients',
  `with given as materialized (
     select (c ->> 'client_id')::bigint as client_id, place, (c ->> 'share')::numeric as share, c ->> 'funding_type' as funding_type,
            (c ->> 'price_code')::bigint as price_code, c ->> 'claim_type' as claim_type
     from jsonb_array_elements($3::jsonb) with ordinality list (c, place)),
   gone as (
     delete from shift_client where org_id = $1 and shift_id = $2 and client_id not in (select client_id from given))
   insert into shift_client (org_id, shift_id, client_id, place, share, funding_type, price_code, claim_type)
   select $1, $2, client_id, place, share, funding_type, price_code, claim_type from given
   on conflict (org_id, shift_id, client_id) do update
     set (place, share, funding_type, price_code, claim_type)
       = row (excluded.place, excluded.share, excluded.funding_type, excluded.price_code, excluded.claim_type)`,
)

/** $3 is a list of {id?, starts, ends, service, staff_ids}; a segment that keeps its id keeps its notes. */
export const setSegments = statement<[orgId: number, id: number, segments: string], object>(
  'shifts.set_segments',
  `with given as materialized (
     select coalesce(g.id, nextval('shift_segment_id_seq')) as id, g.starts, g.ends, g.service,
            array(select jsonb_array_elements_text(g.staff_ids)::bigint) as staff_ids
     from jsonb_to_recordset($3::jsonb) g (id bigint, starts timestamp, ends timestamp, service text, staff_ids jsonb)),
   gone as (delete from shift_segment where org_id = $1 and shift_id = $2 and id not in (select id from given))
   insert into shift_segment (org_id, id, shift_id, starts, ends, service, staff_ids)
   select $1, id, $2, starts, ends, service, staff_ids from given
   on conflict (org_id, id) do update
     set (starts, ends, service, staff_ids) = row (excluded.starts, excluded.ends, excluded.service, excluded.staff_ids)
     where shift_segment.shift_id = $2`,
)

type Move = [
  ...[orgId: number, connectionId: number, ids: number[], status: ShiftStatus, cancellations: string],
  ...[overridden: string[], type: string, detail: string | null],
]

/** Moves shifts that the caller holds to a status. $5 is a list of {id, cancellation}; without one there is none. */
export const move = statement<Move, { id: number }>(
  'shifts.move',
  `with s as (
     update shift set status = $4, updated_at = clock_timestamp(), overridden = array(select unnest(overridden) union select unnest($6::text[])),
       cancellation = (select c.cancellation from jsonb_to_recordset($5::jsonb) c (id bigint, cancellation jsonb) where c.id = shift.id)
     where org_id = $1 and id = any ($3::bigint[]) returning *),
   flat as (${updateAppointments('s')}),
   recorded as (
     insert into event (org_id, type, subject_id, detail, connection_id) select $1, $7, id, $8::jsonb, $2 from s order by id)
   select id from s`,
)

type Clock = [orgId: number, connectionId: number, id: number, staffIds: number[], now: string, status: ShiftStatus]

const clocking = (name: string, set: string, type: string) =>
  statement<Clock, object>(
    name,
    `with moved as (update shift set status = $6, updated_at = clock_timestamp() where org_id = $1 and id = $3),
     clocked as (
       update shift_staff set ${set} = $5 where org_id = $1 and shift_id = $3 and staff_id = any ($4::bigint[]) returning staff_id)
     insert into event (org_id, type, subject_id, detail, connection_id)
     select $1, '${type}', $3, jsonb_build_object('staff_id', staff_id, 'status', $6::text), $2 from clocked order by staff_id`,
  )
export const clockIn = clocking('shifts.clock_in', 'check_in', 'shift.clocked_in')
export const clockOut = clocking('shifts.clock_out', 'check_out', 'shift.clocked_out')

type Insertion = [
  orgId: number,
  connectionId: number,
  id: number,
  staffId: number | null,
  segmentId: number | null,
  notes: string,
  now: string,
]

export const addNote = statement<Insertion, NoteRow>(
  'shifts.add_note',
  `with s as (update shift set updated_at = clock_timestamp() where org_id = $1 and id = $3 returning id),
   noted as (
     insert into shift_note (org_id, shift_id, staff_id, segment_id, notes, created_at, updated_at, source, author_name)
     select $1, id, $4, $5, $6, $7, $7, 'api', case when $4::bigint is null then (select name from connection where org_id = $1 and id = $2) end
     from s returning *),
   recorded as (
     insert into event (org_id, type, subject_id, detail, connection_id)
     select $1, 'shift.note_added', $3, jsonb_build_object('note_id', id), $2 from noted)
   select id, segment_id, notes,
     (select json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name) from staff p where p.org_id = $1 and p.id = noted.staff_id) as staff,
     to_char(created_at at time zone (select timezone from organisation where id = $1), 'YYYY-MM-DD HH24:MI:SS') as created_at
   from noted`,
)
