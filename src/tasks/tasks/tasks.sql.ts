import { firstChunkSql } from '../../db/chunk.ts'
import { chosenIds, keysetList } from '../../db/list.ts'
import { localTimeText, organisationTimezone } from '../../db/local-time.ts'
import { asIds } from '../../db/shape.ts'
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
/** A billable of a task. The charge of a void one may be deleted. */
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

const name = `p.first_name || ' ' || p.last_name`
const ofTask = (alias: string) => `where ${alias}.org_id = $1 and ${alias}.task_id = t.id`

/** The columns of a task's record, for `from task t`. Notes and documents are read where `withNotes` is true. */
export const taskColumns = (zone = organisationTimezone, withNotes = 'true') => `
  t.id, t.title, t.date, t.minutes, t.billable, t.completed, t.series_id,
  (select json_build_object('id', p.id, 'name', ${name}, 'client_type', p.client_type)
   from client p where p.org_id = $1 and p.id = t.client_id) as client,
  (select json_build_object('id', p.id, 'name', ${name}) from staff p where p.org_id = $1 and p.id = t.assignee_id) as assignee,
  case when t.series_id is not null then (select r.recurrence from task_series r where r.org_id = $1 and r.id = t.series_id) end as recurrence,
  (select json_agg(json_build_object('id', c.id, 'name', c.name, 'price_code', c.price_code, 'minutes', c.minutes,
                                     'total_cost', c.total_cost, 'claim_type', c.claim_type, 'primary', c.is_primary) order by c.id)
   from task_charge c ${ofTask('c')}) as charges,
  (select json_agg(json_build_object('id', b.id, 'charge_id', b.charge_id, 'status', b.status,
                                     'invoice_number', b.invoice_number, 'at', ${localTimeText('b.status_at', zone)}) order by b.id)
   from billable b ${ofTask('b')}) as billables,
  case when ${withNotes} then (
    select json_agg(json_build_object('id', n.id, 'type', n.type, 'notes', n.notes, 'created_at', ${localTimeText('n.created_at', zone)}) order by n.id)
    from task_note n ${ofTask('n')}) end as notes,
  case when ${withNotes} then (
    select json_agg(json_build_object('id', d.id, 'name', d.name, 'created_at', ${localTimeText('d.created_at', zone)}) order by d.id)
    from task_document d ${ofTask('d')}) end as documents`

export const find = statement<[orgId: number, id: number, timezone: string], TaskRow>(
  'tasks.find',
  `select ${taskColumns('$3::text')} from task t where t.org_id = $1 and t.id = $2`,
)

/** The first of the tasks with these ids, up to the size of one part. */
export const findPart = statement<[orgId: number, ids: number[]], TaskRow>(
  'tasks.find_part',
  firstChunkSql({
    records: `select ${taskColumns()} from task t where t.org_id = $1 and t.id = any ($2::bigint[])`,
    order: 'id',
    large: ['charges', 'billables', 'notes', 'documents'],
  }),
)

/**
 * Locks tasks until the end of the transaction. Every change to a task, its charges, notes, documents or billables takes this
 * lock first and reads them in a later statement. The order by id prevents deadlocks.
 */
export const lock = statement<[orgId: number, ids: number[]], { id: number }>(
  'tasks.lock',
  'select id from task where org_id = $1 and id = any ($2::bigint[]) order by id for no key update',
)

/** The same for one task. For a list of ids PostgreSQL would make a new plan at each call. */
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

/** The client and the staff member that a body names; null if they do not exist. A supplier is not staff. */
export const findLinks = statement<[orgId: number, clientId: number | null, assigneeId: number | null], Links>(
  'tasks.find_links',
  `select
     (select json_build_object('id', id, 'name', first_name || ' ' || last_name, 'client_type', client_type)
      from client where org_id = $1 and id = $2) as client,
     (select json_build_object('id', id, 'name', first_name || ' ' || last_name)
      from staff where org_id = $1 and id = $3 and not supplier) as assignee`,
)
export type Links = Pick<TaskRow, 'client' | 'assignee'>

/** The ids of a page of tasks. Their records are read afterwards, in parts, because they can be large. */
export const taskList = keysetList({
  name: 'tasks.list',
  table: 'task',
  counters: 'tasks',
  filters: {
    ids: chosenIds,
    client_id: { sql: 'client_id = ?', isInIdOrder: true },
    assignee_id: { sql: 'assignee_id = ?', isInIdOrder: true },
    from: { sql: 'date >= ?' },
    to: { sql: 'date <= ?' },
    // The counters store booleans as text.
    completed: { sql: 'completed = ?::boolean', counts: 'status = ?::boolean::text' },
    billable: { sql: 'billable = ?::boolean', counts: 'kind = ?::boolean::text' },
    updated_since: { sql: 'updated_at >= ?', isIndexed: true },
  },
  shape: asIds,
})

/** Sets updated_at of the tasks of `changed`, for statements that change charges or billables. */
export const touched =
  'touched as (update task set updated_at = statement_timestamp() where org_id = $1 and id in (select task_id from changed))'

/** Sets updated_at of a task whose charges, notes or documents change. The caller has locked it. */
export const touch = statement<[orgId: number, id: number], object>(
  'tasks.touch',
  'update task set updated_at = statement_timestamp() where org_id = $1 and id = $2',
)

type InsertTasks = [
  ...[orgId: number, ids: number[], dates: string[], title: string, clientId: number | null],
  ...[assigneeId: number | null, minutes: number, billable: boolean, completed: boolean, seriesId: number | null],
]

/** Inserts tasks that differ in their ids and dates alone. */
export const insertTasks = statement<InsertTasks, object>(
  'tasks.insert',
  `insert into task (org_id, id, title, date, client_id, assignee_id, minutes, billable, completed, series_id)
   select $1, g.id, $4, g.date, $5, $6, $7, $8, $9, $10 from unnest($2::bigint[], $3::date[]) g (id, date)`,
)

type InsertPrimary = [
  ...[orgId: number, taskIds: number[], priceCodes: (number | null)[], minutes: number, claimType: string | null],
]

/** Inserts the primary charge of each new task from its price code, if it has one. */
export const insertPrimary = statement<InsertPrimary, object>(
  'tasks.insert_primary',
  `with priced as materialized (
     select g.task_id, p.id as price_code, p.name, charge_cost(p.price, p.unit, $4::int) as total_cost,
       coalesce(case when p.claim_types = '{}' or $5 = any (p.claim_types) then $5 end, usual_claim_type(p.claim_types)) as claim_type
     from unnest($2::bigint[], $3::bigint[]) g (task_id, price_code)
       join price_code p on p.org_id = $1 and p.id = g.price_code)
   insert into task_charge (org_id, task_id, price_code, name, minutes, total_cost, claim_type, is_primary)
   select $1, task_id, price_code, name, $4::int, total_cost, claim_type, true from priced order by task_id`,
)

type UpdateTask = [
  ...[orgId: number, connectionId: number, id: number, title: string, date: string, clientId: number | null],
  ...[assigneeId: number | null, minutes: number, billable: boolean, completed: boolean, seriesId: number | null],
  ...[type: string, fields: string[]],
]

/** Updates a task. The caller has locked it. */
export const updateTask = statement<UpdateTask, object>(
  'tasks.update',
  `with changed as (
     update task set title = $4, date = $5, client_id = $6, assignee_id = $7, minutes = $8, billable = $9, completed = $10,
       series_id = $11, updated_at = statement_timestamp()
     where org_id = $1 and id = $3 returning id)
   insert into event (org_id, type, subject_id, fields, connection_id)
   select $1, $12, id, $13::text[], $2 from changed`,
)

/**
 * Locks the notes of tasks before `deleteTasks`, in a statement of its own: a submission that refers to one and is not committed
 * yet is waited for, and then detached.
 */
export const lockNotes = statement<[orgId: number, ids: number[]], object>(
  'tasks.lock_notes',
  'select id from task_note where org_id = $1 and task_id = any ($2::bigint[]) order by id for update',
)

/**
 * Deletes tasks with their charges, notes and documents; submissions of their notes stay. The caller has locked the tasks
 * and detached their void billables.
 */
export const deleteTasks = statement<[orgId: number, connectionId: number, ids: number[]], object>(
  'tasks.delete',
  `with detached as (
     update form_submission set task_note_id = null, updated_at = statement_timestamp()
     where org_id = $1 and task_note_id in (select id from task_note where org_id = $1 and task_id = any ($3::bigint[]))),
   gone as (delete from task where org_id = $1 and id = any ($3::bigint[]) returning id)
   insert into event (org_id, type, subject_id, connection_id) select $1, 'task.deleted', id, $2 from gone order by id`,
)

type MoveToSeries = [orgId: number, connectionId: number, ids: number[], seriesId: number | null]

/** Moves tasks to a series, or with null out of theirs. The caller has locked the tasks. */
export const moveToSeries = statement<MoveToSeries, object>(
  'tasks.move_to_series',
  `with changed as (
     update task set series_id = $4, updated_at = statement_timestamp()
     where org_id = $1 and id = any ($3::bigint[]) and series_id is distinct from $4::bigint returning id)
   insert into event (org_id, type, subject_id, fields, connection_id)
   select $1, 'task.updated', id, '{recurrence}', $2 from changed order by id`,
)
