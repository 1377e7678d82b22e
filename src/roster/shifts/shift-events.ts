import { statement } from '../../db/statement.ts'
import type { EventType } from '../../events/catalogue.ts'

/** SQL for the ref of a shift with `id` and `type`, as `refOf` has it. */
export const refOfShift = (shift: string) => `case when ${shift}.type = 'single' then
  'a:' || (select min(a.id) from appointment a where a.org_id = $1 and a.shift_id = ${shift}.id) else 'g:' || ${shift}.id end`

type RecordShiftEvents = [
  ...[orgId: number, connectionId: number | null, type: EventType, ids: readonly number[]],
  ...[fields: readonly string[], detail: object | null],
]

/** An event for each shift, by id, after its appointments are stored: a ref may name one. */
export const recordShiftEvents = statement<RecordShiftEvents, object>(
  'shifts.record_events',
  `with s as materialized (select id, type from shift where org_id = $1 and id = any ($4::bigint[]))
   insert into event (org_id, type, subject_id, ref, fields, detail, connection_id)
   select $1, $3, s.id, ${refOfShift('s')}, $5::text[], $6::jsonb, $2 from s order by s.id`,
)
