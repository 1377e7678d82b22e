import { statement } from '../../db/statement.ts'
import { local } from '../tasks/tasks.sql.ts'
import { touched } from '../tasks/write.sql.ts'
import type { Billable } from './billables.schema.ts'
import { moves, type Standing } from './moves.ts'

type Nullable = 'task_id' | 'charge_id' | 'client' | 'invoice_number' | 'void_reason'
export type BillableRow = Omit<Billable, Nullable> & { [K in Nullable]: Exclude<Billable[K], undefined> | null }

/** Everything the record of a billable is made of, for `from billable` where $1 is the organisation. */
export const billableColumns = `
  id, task_id, charge_id,
  (select json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name)
   from client p where p.org_id = $1 and p.id = billable.client_id) as client,
  date, name, price_code, (select p.code from price_code p where p.org_id = $1 and p.id = billable.price_code) as code,
  minutes, claim_type, total_cost::float8 as total_cost, status, invoice_number, void_reason,
  ${local('status_at')} as at,
  created_at, updated_at`

export const find = statement<[orgId: number, id: number], BillableRow>(
  'billables.find',
  `select ${billableColumns} from billable where org_id = $1 and id = $2`,
)

export const findMany = statement<[orgId: number, ids: number[]], BillableRow>(
  'billables.find_many',
  `select ${billableColumns} from billable where org_id = $1 and id = any ($2::bigint[]) order by id`,
)

/** Holds the tasks of billables, as whoever changes a task does, in the order of their ids. */
export const lockTasksOf = statement<[orgId: number, ids: number[]], { id: number }>(
  'billables.lock_tasks',
  `select id from task
   where org_id = $1 and id = any (array(select task_id from billable where org_id = $1 and id = any ($2::bigint[])))
   order by id for no key update`,
)

export const standing = statement<[orgId: number, ids: number[]], Standing & { task_id: number | null }>(
  'billables.standing',
  'select id, task_id, status, invoice_number from billable where org_id = $1 and id = any ($2::bigint[])',
)

type Invoice = [orgId: number, connectionId: number, ids: number[], invoiceNumber: string, at: string]

/** Invoices billables, and gives the exact sum of them. The caller holds their tasks, which show that they are billed. */
export const invoice = statement<Invoice, { total_cost: number }>(
  'billables.invoice',
  `with changed as (
     update billable set status = '${moves.bill.to}', invoice_number = $4, status_at = $5, updated_at = clock_timestamp()
     where org_id = $1 and id = any ($3::bigint[]) and status = '${moves.bill.from}' returning id, task_id, total_cost),
   ${touched},
   recorded as (
     insert into event (org_id, type, subject_id, detail, connection_id)
     select $1, 'billable.invoiced', id, jsonb_build_object('task_id', task_id, 'invoice_number', $4::text), $2
     from changed order by id)
   select coalesce(sum(total_cost), 0)::float8 as total_cost from changed`,
)

type MakeVoid = [orgId: number, connectionId: number, id: number, reason: string, at: string]

/** The caller holds the task. */
export const makeVoid = statement<MakeVoid, object>(
  'billables.void',
  `with changed as (
     update billable set status = '${moves.void.to}', void_reason = $4, status_at = $5, updated_at = clock_timestamp()
     where org_id = $1 and id = $3 and status = '${moves.void.from}' returning id, task_id, invoice_number),
   ${touched}
   insert into event (org_id, type, subject_id, detail, connection_id)
   select $1, 'billable.voided', id,
     jsonb_build_object('task_id', task_id, 'invoice_number', invoice_number, 'reason', $4::text), $2 from changed`,
)
