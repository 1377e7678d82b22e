import type { Call } from '../db/pipeline.ts'
import { type Statement, statement } from '../db/statement.ts'
import { recordEvents } from '../events/outbox.ts'
import type { Ref } from '../roster/shifts/refs.ts'
import { recordShiftEvents } from '../roster/shifts/shift-events.ts'
import { type RecordType, recordTypes } from './external-ids.schema.ts'

/** An external id with its record; for a shift also what its ref consists of. */
export interface StoredExternalId {
  external_id: string
  record_id: number
  shift_type: string | null
  first_appointment: number | null
  created_at: string
  updated_at: string
}

type Named = [orgId: number, system: string, externalId: string]

/** The statements for records of one type, which have a column of their own. */
interface Statements {
  /** Locks the record. Every change of its external ids does, so that it has one of them in each system. */
  lockRecord: (orgId: number, ref: Ref) => Call<{ id: number }>
  /** Locks what the external id and the record have in the system. */
  lockSides: Statement<[...Named, recordId: number], { id: number; external_id: string; record_id: number }>
  /** No row: another transaction has set the external id meanwhile. */
  insert: Statement<[...Named, recordId: number], { id: number }>
  update: Statement<[orgId: number, id: number, recordId: number], object>
  find: Statement<[orgId: number, system: string, externalIds: readonly string[]], StoredExternalId>
  findByRecord: Statement<[orgId: number, system: string, recordIds: readonly number[]], StoredExternalId>
  remove: Statement<Named, { record_id: number }>
}

/** Suppliers are no staff. */
const lockOf = (type: RecordType): Statements['lockRecord'] => {
  const lock = statement<[orgId: number, id: number], { id: number }>(
    `external_ids.lock_${type}`,
    `select id from ${type} where org_id = $1 and id = $2${type === 'staff' ? ' and not supplier' : ''} for no key update`,
  )
  return (orgId, { id }) => lock.call(orgId, id)
}

/** A deleted shift keeps its external ids, and can be given one. */
const lockShift = statement<[orgId: number, id: number, isAppointment: boolean], { id: number }>(
  'external_ids.lock_shift',
  `select s.id from shift s
   where s.org_id = $1 and ($3 or s.type <> 'single')
     and s.id = case when $3 then (select shift_id from appointment where org_id = $1 and id = $2) else $2 end
   for no key update`,
)

function statementsOf(type: RecordType): Statements {
  const column = `${type}_id`
  const isShift = type === 'shift'
  const named = `org_id = $1 and system = $2 and type = '${type}'`
  const select = `
    select e.external_id, e.${column} as record_id, e.created_at, e.updated_at,
      ${isShift ? 's.type' : 'null'} as shift_type,
      ${isShift ? '(select min(a.id) from appointment a where a.org_id = $1 and a.shift_id = s.id)' : 'null'} as first_appointment
    from external_id e ${isShift ? 'join shift s on s.org_id = $1 and s.id = e.shift_id' : ''}`
  return {
    lockRecord: isShift ? (orgId, { id, isAppointment }) => lockShift.call(orgId, id, isAppointment) : lockOf(type),
    lockSides: statement(
      `external_ids.lock_sides_${type}`,
      `select id, external_id, ${column} as record_id from external_id
       where org_id = $1 and system = $2 and ((type = '${type}' and external_id = $3) or ${column} = $4)
       order by id for update`,
    ),
    insert: statement(
      `external_ids.insert_${type}`,
      `insert into external_id (org_id, system, external_id, ${column}) values ($1, $2, $3, $4)
       on conflict do nothing returning id`,
    ),
    update: statement(
      `external_ids.update_${type}`,
      `update external_id set ${column} = $3, updated_at = statement_timestamp() where org_id = $1 and id = $2`,
    ),
    find: statement(
      `external_ids.find_${type}`,
      `${select}
       where e.org_id = $1 and e.system = $2 and e.type = '${type}' and e.external_id = any ($3::text[])
       order by e.external_id`,
    ),
    findByRecord: statement(
      `external_ids.find_by_${type}`,
      `${select} where e.org_id = $1 and e.system = $2 and e.${column} = any ($3::bigint[]) order by e.external_id`,
    ),
    remove: statement(
      `external_ids.remove_${type}`,
      `delete from external_id where ${named} and external_id = $3 returning ${column} as record_id`,
    ),
  }
}

export const statements = Object.fromEntries(recordTypes.map((type) => [type, statementsOf(type)])) as Record<
  RecordType,
  Statements
>

export const removeById = statement<[orgId: number, id: number], object>(
  'external_ids.remove',
  'delete from external_id where org_id = $1 and id = $2',
)

/** The events of records whose external ids changed. */
export const recordChanges = (orgId: number, connectionId: number, type: RecordType, ids: readonly number[]) => {
  const fields = ['external_ids']
  return type === 'shift'
    ? recordShiftEvents.call(orgId, connectionId, 'shift.updated', ids, fields, null)
    : recordEvents.call(orgId, connectionId, `${type}.updated`, ids, fields, null)
}

/** The shifts of refs, deleted ones too. */
export const findShifts = statement<
  [orgId: number, shiftIds: readonly number[], appointmentIds: readonly number[]],
  { id: number }
>(
  'external_ids.find_shifts',
  `select id from shift where org_id = $1 and id = any ($2::bigint[]) and type <> 'single'
   union all select shift_id from appointment where org_id = $1 and id = any ($3::bigint[])`,
)
