import { statement } from '../../db/statement.ts'
import { updateAppointments } from '../appointments/appointments.sql.ts'
import type { ShiftStatus } from './moves.ts'
import type { ShiftType } from './shifts.schema.ts'

/** Which shifts refs point at, deleted ones too. $2 are ids of appointments, $3 of shifts. */
export const resolve = statement<[orgId: number, appointmentIds: number[], shiftIds: number[]], Resolved>(
  'shifts.resolve',
  `select 'a:' || a.id as ref, a.shift_id, s.series_id from appointment a join shift s on s.org_id = $1 and s.id = a.shift_id
   where a.org_id = $1 and a.id = any ($2::bigint[])
   union all
   select 'g:' || s.id, s.id, s.series_id from shift s where s.org_id = $1 and s.id = any ($3::bigint[]) and s.type <> 'single'`,
)
export interface Resolved {
  ref: string
  shift_id: number
  series_id: number | null
}

/** A shift that its caller holds until the end of the transaction. */
export interface Held {
  id: number
  type: ShiftType
  status: ShiftStatus
  series_id: number | null
  occurrence_on: string | null
  starts: string
  edited_alone: boolean
  is_deleted: boolean
}

/** So many are held for one request, and one more tells that there are too many. */
export const mostHeld = 5000

/**
 * Holds shifts, and with $3 the later ones of their series. In the order of their ids, so that two callers cannot wait
 * for each other.
 */
export const hold = statement<[orgId: number, ids: number[], withLater: boolean], Held>(
  'shifts.hold',
  `select s.id, s.type, s.status, s.series_id, s.occurrence_on, s.starts, s.edited_alone, s.deleted_at is not null as is_deleted
   from shift s where s.org_id = $1 and s.id = any (array(
     select unnest($2::bigint[]) union
     select m.id from shift f join shift m on m.org_id = $1 and m.series_id = f.series_id and m.deleted_at is null
       and coalesce(m.occurrence_on, m.starts::date) > coalesce(f.occurrence_on, f.starts::date)
     where $3 and f.org_id = $1 and f.id = any ($2::bigint[])))
   order by s.id limit ${mostHeld + 1} for update`,
)

/** Takes shifts out of sight that have happened in part; they stay in the flat list. */
export const softDelete = statement<[orgId: number, connectionId: number, ids: number[]], object>(
  'shifts.soft_delete',
  `with s as (
     update shift set deleted_at = clock_timestamp(), updated_at = clock_timestamp()
     where org_id = $1 and id = any ($3::bigint[]) returning *),
   flat as (${updateAppointments('s')})
   insert into event (org_id, type, subject_id, connection_id) select $1, 'shift.deleted', id, $2 from s order by id`,
)

/** Removes shifts that never happened, with everything that belongs to them. */
export const remove = statement<[orgId: number, connectionId: number, ids: number[]], object>(
  'shifts.remove',
  `with s as (delete from shift where org_id = $1 and id = any ($3::bigint[]) returning id)
   insert into event (org_id, type, subject_id, connection_id) select $1, 'shift.removed', id, $2 from s order by id`,
)
