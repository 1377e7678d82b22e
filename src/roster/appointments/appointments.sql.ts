import { keysetList } from '../../db/list.ts'
import type { ListJson } from '../../db/list-json.ts'
import { asJson } from '../../db/shape.ts'
import { statement } from '../../db/statement.ts'
import { Appointment } from './appointments.schema.ts'

export const appointmentJson: ListJson<typeof Appointment> = {
  table: 'appointment',
  schema: Appointment,
  from: {
    start: { column: 'starts', type: 'timestamp' },
    end: { column: 'ends', type: 'timestamp' },
    is_draft: { type: 'smallint' },
    appointment_cancelled: { type: 'smallint' },
    is_deleted: { type: 'smallint' },
  },
}

/** The columns that an appointment copies from its shift, with SQL over the shift's alias. */
export const copiedFromShift = (shift: string): Record<string, string> => ({
  appointment_title: `${shift}.title`,
  appointment_address: `${shift}.address`,
  starts: `${shift}.starts`,
  ends: `${shift}.ends`,
  starts_at: `${shift}.starts_at`,
  ends_at: `${shift}.ends_at`,
  is_draft: `(${shift}.status = 'draft')::int`,
  appointment_cancelled: `(${shift}.status = 'cancelled')::int`,
  is_deleted: `(${shift}.deleted_at is not null)::int`,
})
const copied = copiedFromShift('s')
const columns = Object.keys(copied)
const values = Object.values(copied)

/** Inserts an appointment for each row of `from`, which has the shift as `s`, and client_id and employee_id as `p`. */
const insertAppointments = (from: string) => `
  insert into appointment (org_id, shift_id, client_id, employee_id, ${columns.join(', ')}, created_at, updated_at)
  select $1, s.id, p.client_id, p.employee_id, ${values.join(', ')}, s.updated_at, s.updated_at ${from}`

/** Updates the appointments of the shifts `s` of `from`. One without a difference is not touched. */
export const updateAppointments = (from: string) => `
  update appointment a set (${columns.join(', ')}, updated_at) = row (${values.join(', ')}, s.updated_at)
  from ${from} where a.org_id = $1 and a.shift_id = s.id
    and (${columns.map((column) => `a.${column}`).join(', ')}) is distinct from (${values.join(', ')})`

export const findPairs = statement<[orgId: number, shiftIds: number[]], PairRow>(
  'appointments.pairs',
  `select id, shift_id, client_id, employee_id from appointment
   where org_id = $1 and shift_id = any ($2::bigint[]) order by shift_id, id`,
)
export interface PairRow {
  id: number
  shift_id: number
  client_id: number | null
  employee_id: number | null
}

type InsertPairs = [
  ...[orgId: number, shiftIds: readonly number[]],
  ...[clients: readonly (number | null)[], staff: readonly (number | null)[]],
]

/** Inserts appointments with the same people for each of new shifts. */
export const insertPairs = statement<InsertPairs, object>(
  'appointments.insert_pairs',
  `with s as materialized (select * from shift where org_id = $1 and id = any ($2::bigint[]))
   ${insertAppointments(
     'from s, unnest($3::bigint[], $4::bigint[]) with ordinality p (client_id, employee_id, place) order by s.id, p.place',
   )}`,
)

type SetPairs = [
  ...[orgId: number, shiftId: number, removed: number[]],
  ...[retainedIds: number[], retainedClients: (number | null)[], retainedStaff: (number | null)[]],
  ...[addedClients: (number | null)[], addedStaff: (number | null)[]],
]

/** Stores the result of `updatePairs`, and copies the shift's fields to its appointments. */
export const setPairs = statement<SetPairs, object>(
  'appointments.set_pairs',
  `with s as materialized (select * from shift where org_id = $1 and id = $2),
   gone as (delete from appointment where org_id = $1 and id = any ($3::bigint[])),
   updated as (
     update appointment a
       set (client_id, employee_id, ${columns.join(', ')}, updated_at) = row (p.client_id, p.employee_id, ${values.join(', ')}, s.updated_at)
     from s, unnest($4::bigint[], $5::bigint[], $6::bigint[]) p (id, client_id, employee_id)
     where a.org_id = $1 and a.id = p.id
       and (a.client_id, a.employee_id, ${columns.map((column) => `a.${column}`).join(', ')})
         is distinct from (p.client_id, p.employee_id, ${values.join(', ')}))
   ${insertAppointments('from s, unnest($7::bigint[], $8::bigint[]) p (client_id, employee_id)')}`,
)

export const list = keysetList({
  name: 'appointments.list',
  table: 'appointment',
  counters: 'appointments',
  filters: {
    // An appointment lasts at most 8 days, so `from` can use the index by start day too.
    from: { sql: 'end_day >= ? and start_day >= ? - 8' },
    to: { sql: 'start_day <= ?' },
    updated_since: { sql: 'updated_at >= ?', isIndexed: true },
  },
  days: { from: 'from', to: 'to', counters: 'appointments.days' },
  shape: asJson<Appointment>({ found: 'id, json, client_id', client: 'r.client_id' }),
})
