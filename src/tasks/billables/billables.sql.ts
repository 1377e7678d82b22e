import { chosenIds, keysetList } from '../../db/list.ts'
import { localTimeText, organisationTimezone } from '../../db/local-time.ts'
import { asRows } from '../../db/shape.ts'
import { statement } from '../../db/statement.ts'
import { touched } from '../tasks/tasks.sql.ts'
import type { Billable } from './billables.schema.ts'
import { type BillableState, moves } from './moves.ts'

type Nullable = 'task_id' | 'charge_id' | 'client' | 'invoice_number' | 'void_reason'
export type BillableRow = Omit<Billable, Nullable> & { [K in Nullable]: Exclude<Billable[K], undefined> | null }

/** The columns of a billable's record, for `from billable` where $1 is the organisation. */
export const billableColumns = `
  id, task_id, charge_id,
  (select json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name)
   from client p where p.org_id = $1 and p.id = billable.client_id) as client,
  date, name, price_code, (select p.code from price_code p where p.org_id = $1 and p.id = billable.price_code) as code,
  minutes, claim_type, total_cost::float8 as total_cost, status, invoice_number, void_reason,
  ${localTimeText('status_at', organisationTimezone)} as at,
  created_at, updated_at`

export const find = statement<[orgId: number, id: number], BillableRow>(
  'billables.find',
  `select ${billableColumns} from billable where org_id = $1 and id = $2`,
)

export const findMany = statement<[orgId: number, ids: number[]], BillableRow>(
  'billables.find_many',
  `select ${billableColumns} from billable where org_id = $1 and id = any ($2::bigint[]) order by id`,
)

/** Locks the tasks of billables in the order of their ids, as every change to a task does. */
export const lockTasksOf = statement<[orgId: number, ids: number[]], { id: number }>(
  'billables.lock_tasks',
  `select id from task
   where org_id = $1 and id = any (array(select task_id from billable where org_id = $1 and id = any ($2::bigint[])))
   order by id for no key update`,
)

export const findStates = statement<[orgId: number, ids: number[]], BillableState & { task_id: number | null }>(
  'billables.states',
  'select id, task_id, status, invoice_number from billable where org_id = $1 and id = any ($2::bigint[])',
)

type Invoice = [orgId: number, connectionId: number, ids: number[], invoiceNumber: string, at: string]

/** Invoices billables. The caller has locked their tasks, whose records show the invoice. */
export const invoice = statement<Invoice, object>(
  'billables.invoice',
  `with changed as (
     update billable set status = '${moves.bill.to}', invoice_number = $4, status_at = $5, updated_at = statement_timestamp()
     where org_id = $1 and id = any ($3::bigint[]) and status = '${moves.bill.from}' returning id, task_id),
   ${touched}
   insert into event (org_id, type, subject_id, fields, detail, connection_id)
   select $1, 'billable.invoiced', id, '{status,invoice_number}', jsonb_build_object('task_id', task_id, 'invoice_number', $4::text), $2
   from changed order by id`,
)

/** The exact sum of billables. */
export const sumCosts = statement<[orgId: number, ids: number[]], { total_cost: number }>(
  'billables.sum',
  `select coalesce(sum(total_cost), 0)::float8 as total_cost from billable where org_id = $1 and id = any ($2::bigint[])`,
)

type MakeVoid = [orgId: number, connectionId: number, id: number, reason: string, at: string]

/** The caller has locked the task. */
export const makeVoid = statement<MakeVoid, object>(
  'billables.void',
  `with changed as (
     update billable set status = '${moves.void.to}', void_reason = $4, status_at = $5, updated_at = statement_timestamp()
     where org_id = $1 and id = $3 and status = '${moves.void.from}' returning id, task_id, invoice_number),
   ${touched}
   insert into event (org_id, type, subject_id, fields, detail, connection_id)
   select $1, 'billable.voided', id, '{status,void_reason}',
     jsonb_build_object('task_id', task_id, 'invoice_number', invoice_number, 'reason', $4::text), $2 from changed`,
)

export const billableList = keysetList({
  name: 'billables.list',
  table: 'billable',
  counters: 'billables',
  filters: {
    ids: chosenIds,
    status: { sql: 'status = ?', counts: 'status = ?' },
    client_id: { sql: 'client_id = ?', isInIdOrder: true },
    task_id: { sql: 'task_id = ?' },
    invoice_number: { sql: 'invoice_number = ?', isInIdOrder: true },
    from: { sql: 'date >= ?' },
    to: { sql: 'date <= ?' },
    updated_since: { sql: 'updated_at >= ?', isIndexed: true },
  },
  shape: asRows<BillableRow>('r.*', billableColumns),
})

/** The columns that a billable copies from its charge `c` and its task `t`. */
export const copied = {
  client_id: 't.client_id',
  date: 't.date',
  name: 'c.name',
  price_code: 'c.price_code',
  minutes: 'c.minutes',
  claim_type: 'c.claim_type',
  total_cost: 'c.total_cost',
}
const copiedColumns = Object.keys(copied)
const copiedValues = Object.values(copied).join(', ')

/** Copies the charges of a task to its pending billables. The caller has locked the task. */
export const followCharges = statement<[orgId: number, connectionId: number | null, taskId: number], object>(
  'billables.follow_charges',
  `with changed as (
     update billable b set (${copiedColumns.join(', ')}) = row (${copiedValues}), updated_at = statement_timestamp()
     from task t, task_charge c
     where b.org_id = $1 and b.task_id = $3 and b.status = 'pending' and t.org_id = $1 and t.id = $3
       and c.org_id = $1 and c.id = b.charge_id
       and (${copiedColumns.map((column) => `b.${column}`).join(', ')}) is distinct from (${copiedValues})
     returning b.id, b.task_id)
   insert into event (org_id, type, subject_id, detail, connection_id)
   select $1, 'billable.updated', id, jsonb_build_object('task_id', task_id), $2 from changed order by id`,
)

/** Deletes the pending billables of tasks, or with $4 of one charge. The caller has locked the tasks. */
export const removePending = statement<
  [orgId: number, connectionId: number | null, taskIds: number[], chargeId: number | null],
  object
>(
  'billables.remove_pending',
  `with gone as (
     delete from billable where org_id = $1 and task_id = any ($3::bigint[]) and status = 'pending' and ($4::bigint is null or charge_id = $4)
     returning id, task_id, charge_id)
   insert into event (org_id, type, subject_id, detail, connection_id)
   select $1, 'billable.removed', id, jsonb_build_object('task_id', task_id, 'charge_id', charge_id), $2 from gone order by id`,
)

/** Void billables stay when their tasks, or with $4 one charge, are deleted: clears the references first. */
export const detachVoid = statement<
  [orgId: number, connectionId: number, taskIds: number[], chargeId: number | null],
  object
>(
  'billables.detach_void',
  `with old as materialized (
     select id, task_id from billable
     where org_id = $1 and task_id = any ($3::bigint[]) and status = 'void' and ($4::bigint is null or charge_id = $4)),
   changed as (
     update billable set charge_id = null, task_id = case when $4::bigint is null then null else task_id end, updated_at = statement_timestamp()
     where org_id = $1 and id in (select id from old) returning id)
   insert into event (org_id, type, subject_id, fields, detail, connection_id)
   select $1, 'billable.updated', id, array['charge_id'] || case when $4::bigint is null then array['task_id'] end,
     jsonb_build_object('task_id', task_id), $2 from old order by id`,
)

/** A charge with the id of its pending or invoiced billable, if any, and then the cost of that billable. */
export interface SyncCharge {
  charge_id: number
  total_cost: number
  id: number | null
}
export interface SyncTask {
  id: number
  date: string
  client_id: number | null
  billable: boolean
  completed: boolean
  charges: SyncCharge[] | null
}

/** The first $4 billable tasks of some days, by id. */
const inWindowSql = (client: string) => `select id from (
    select id from task where org_id = $1 and date between $2 and $3 and billable${client} limit $4) t order by id`

type Window = [orgId: number, from: string, to: string, limit: number]
export const inWindow = statement<Window, { id: number }>('sync.in_window', inWindowSql(''))
/** The same for one client, by the index on the client. */
export const inWindowOf = statement<[...Window, clientId: number], { id: number }>(
  'sync.in_window_of',
  inWindowSql(' and client_id = $5'),
)

export const findForSync = statement<[orgId: number, ids: number[]], SyncTask>(
  'sync.tasks',
  `select t.id, t.date, t.client_id, t.billable, t.completed,
     (select json_agg(json_build_object('charge_id', c.id, 'total_cost', coalesce(b.total_cost, c.total_cost), 'id', b.id) order by c.id)
      from task_charge c left join billable b on b.org_id = $1 and b.charge_id = c.id and b.status <> 'void'
      where c.org_id = $1 and c.task_id = t.id) as charges
   from task t where t.org_id = $1 and t.id = any ($2::bigint[]) order by t.id`,
)

/** Creates a pending billable for each charge. The caller has locked their tasks and checked that they have none. */
export const insertBillables = statement<
  [orgId: number, chargeIds: number[], at: string],
  { id: number; charge_id: number }
>(
  'sync.insert',
  `with charged (task_id, charge_id, ${copiedColumns.join(', ')}) as materialized (
     select t.id, c.id, ${copiedValues} from task_charge c join task t on t.org_id = c.org_id and t.id = c.task_id
     where c.org_id = $1 and c.id = any ($2::bigint[]))
   insert into billable (org_id, task_id, charge_id, ${copiedColumns.join(', ')}, status, status_at)
   select $1, task_id, charge_id, ${copiedColumns.join(', ')}, 'pending', $3 from charged order by task_id, charge_id
   returning id, charge_id`,
)

/** Records the billables that `insertBillables` has created: the charges have no other pending ones. */
export const recordBillables = statement<[orgId: number, connectionId: number, chargeIds: number[]], object>(
  'sync.record',
  `with made as materialized (
     select id, task_id, charge_id from billable
     where org_id = $1 and charge_id = any ($3::bigint[]) and status = 'pending')
   insert into event (org_id, type, subject_id, detail, connection_id)
   select $1, 'billable.created', id, jsonb_build_object('task_id', task_id, 'charge_id', charge_id), $2
   from made order by id`,
)
