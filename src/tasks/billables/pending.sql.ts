import { statement } from '../../db/statement.ts'

/** What becomes of billables that are not invoiced when their task changes. The caller holds the task. */

/** What a billable repeats of its charge `c` and its task `t`. */
export const repeated = {
  client_id: 't.client_id',
  date: 't.date',
  name: 'c.name',
  price_code: 'c.price_code',
  minutes: 'c.minutes',
  claim_type: 'c.claim_type',
  total_cost: 'c.total_cost',
}
const columns = Object.keys(repeated)
const values = Object.values(repeated).join(', ')

/** Has the pending billables of a task follow their charges. */
export const follow = statement<[orgId: number, connectionId: number | null, taskId: number], object>(
  'billables.follow',
  `with changed as (
     update billable b set (${columns.join(', ')}) = row (${values}), updated_at = clock_timestamp()
     from task t, task_charge c
     where b.org_id = $1 and b.task_id = $3 and b.status = 'pending' and t.org_id = $1 and t.id = $3
       and c.org_id = $1 and c.id = b.charge_id
       and (${columns.map((column) => `b.${column}`).join(', ')}) is distinct from (${values})
     returning b.id, b.task_id)
   insert into event (org_id, type, subject_id, detail, connection_id)
   select $1, 'billable.updated', id, jsonb_build_object('task_id', task_id), $2 from changed order by id`,
)

/** Takes back the pending billables of tasks, or with $4 of one charge: what they were made for is no longer so. */
export const takeBack = statement<
  [orgId: number, connectionId: number | null, taskIds: number[], chargeId: number | null],
  object
>(
  'billables.take_back',
  `with gone as (
     delete from billable where org_id = $1 and task_id = any ($3::bigint[]) and status = 'pending' and ($4::bigint is null or charge_id = $4)
     returning id, task_id, charge_id)
   insert into event (org_id, type, subject_id, detail, connection_id)
   select $1, 'billable.removed', id, jsonb_build_object('task_id', task_id, 'charge_id', charge_id), $2 from gone order by id`,
)

/** Void billables outlive their tasks, or with $3 one charge, and show it: what goes is taken from them first. */
export const release = statement<[orgId: number, taskIds: number[], chargeId: number | null], object>(
  'billables.release',
  `update billable set charge_id = null, task_id = case when $3::bigint is null then null else task_id end, updated_at = clock_timestamp()
   where org_id = $1 and task_id = any ($2::bigint[]) and status = 'void' and ($3::bigint is null or charge_id = $3)`,
)
