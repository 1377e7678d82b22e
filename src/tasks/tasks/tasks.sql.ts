import { firstPart } from '../../db/part.ts'
import { statement } from '../../db/statement.ts'
import type { Rule } from '../../recurrence/recurrence.ts'
import type { BillableStatus } from '../billables/moves.ts'

export interface ChargeRow {
  id: number
  name: string
  price_code: number
  minutes: number
  total_cost: number
  claim_type: string
  primary: boolean
}
/** A billable of a task; a void one may have outlived its charge. */
export interface BilledRow {
  id: number
  charge_id: number | null
  status: BillableStatus
  invoice_number: string | null
  at: string
}
export interface TaskRow {
  id: number
  title: string
  date: string
  minutes: number
  billable: boolean
  completed: boolean
  series_id: number | null
  client: { id: number; name: string; client_type: string } | null
  assignee: { id: number; name: string } | null
  recurrence: Rule | null
  charges: ChargeRow[] | null
  billables: BilledRow[] | null
  notes: { id: number; type: string; notes: string; created_at: string }[] | null
  documents: { id: number; name: string; created_at: string }[] | null
}

/** The organisation's zone, where the caller does not say it. PostgreSQL looks it up once for each place that names it. */
const zoneOfOrganisation = '(select timezone from organisation where id = $1)'
export const local = (column: string, zone = zoneOfOrganisation) =>
  `to_char(${column} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`
const name = `p.first_name || ' ' || p.last_name`
const ofTask = (alias: string) => `where ${alias}.org_id = $1 and ${alias}.task_id = t.id`

/** Everything the record of a task is made of, for `from task t`; notes and documents only where it says so. */
export const taskColumns = (zone = zoneOfOrganisation, isShown = 'true') => `
  t.id, t.title, t.date, t.minutes, t.billable, t.completed, t.series_id,
  (select json_build_object('id', p.id, 'name', ${name}, 'client_type', p.client_type)
   from client p where p.org_id = $1 and p.id = t.client_id) as client,
  (select json_build_object('id', p.id, 'name', ${name}) from staff p where p.org_id = $1 and p.id = t.assignee_id) as assignee,
  case when t.series_id is not null then (select r.recurrence from task_series r where r.org_id = $1 and r.id = t.series_id) end as recurrence,
  (select json_agg(json_build_object('id', c.id, 'name', c.name, 'price_code', c.price_code, 'minutes', c.minutes,
                                     'total_cost', c.total_cost, 'claim_type', c.claim_type, 'primary', c.is_primary) order by c.id)
   from task_charge c ${ofTask('c')}) as charges,
  (select json_agg(json_build_object('id', b.id, 'charge_id', b.charge_id, 'status', b.status,
                                     'invoice_number', b.invoice_number, 'at', ${local('b.status_at', zone)}) order by b.id)
   from billable b ${ofTask('b')}) as billables,
  case when ${isShown} then (
    select json_agg(json_build_object('id', n.id, 'type', n.type, 'notes', n.notes, 'created_at', ${local('n.created_at', zone)}) order by n.id)
    from task_note n ${ofTask('n')}) end as notes,
  case when ${isShown} then (
    select json_agg(json_build_object('id', d.id, 'name', d.name, 'created_at', ${local('d.created_at', zone)}) order by d.id)
    from task_document d ${ofTask('d')}) end as documents`

export const find = statement<[orgId: number, id: number, timezone: string], TaskRow>(
  'tasks.find',
  `select ${taskColumns('$3::text')} from task t where t.org_id = $1 and t.id = $2`,
)

/** The first tasks that have these ids. */
export const findPart = statement<[orgId: number, ids: number[]], TaskRow>(
  'tasks.find_part',
  firstPart({
    records: `select ${taskColumns()} from task t where t.org_id = $1 and t.id = any ($2::bigint[])`,
    order: 'id',
    large: ['charges', 'billables', 'notes', 'documents'],
  }),
)

/**
 * Holds tasks until the end of the transaction. Whatever belongs to them is changed under this lock alone, and is read
 * after it, by a statement of its own. In the order of their ids, so that two callers cannot wait for each other.
 */
export const lock = statement<[orgId: number, ids: number[]], { id: number }>(
  'tasks.lock',
  'select id from task where org_id = $1 and id = any ($2::bigint[]) order by id for no key update',
)

/** The same for one task. With a list PostgreSQL would plan anew at each call, because it sees that this one is short. */
export const lockOne = statement<[orgId: number, id: number], { id: number }>(
  'tasks.lock_one',
  'select id from task where org_id = $1 and id = $2 for no key update',
)

/** The same for the task of a charge. */
export const lockOfCharge = statement<[orgId: number, chargeId: number], { id: number }>(
  'tasks.lock_of_charge',
  `select id from task where org_id = $1 and id = (select task_id from task_charge where org_id = $1 and id = $2)
   for no key update`,
)

export const findOfCharge = statement<[orgId: number, chargeId: number], TaskRow>(
  'tasks.find_of_charge',
  `select ${taskColumns()} from task t
   where t.org_id = $1 and t.id = (select task_id from task_charge where org_id = $1 and id = $2)`,
)
