import type pg from 'pg'
import type { Problems } from '../../bundle/problems.ts'
import { copied } from '../billables/billables.sql.ts'

/**
 * What becomes of billables when an import changes their tasks is what becomes of them when somebody does. A pending one
 * follows its charge, and is taken back with it, or when its task is no longer completed and billable. An invoiced one
 * locks its charge. A billable that the bundle has too is what the bundle says, and so are not led by these.
 */
export async function settleBillables(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  // Whoever bills a charge holds its task, so from here on nobody does.
  await tx.query(
    `/* bundle.before tasks */
     select from task where org_id = $1 and id in (select id from changed_task) order by id for no key update`,
    [orgId],
  )
  await checkCharges(tx, orgId, problems)
  const columns = Object.keys(copied)
  const values = Object.values(copied).join(', ')
  await tx.query(
    `/* bundle.before tasks take back */
     delete from billable x using changed_task t, task s
     where x.org_id = $1 and x.task_id = t.id and x.status = 'pending' and s.org_id = $1 and s.id = t.id and ${isUnnamed}
       and (not exists (select from wanted_task_charge w where w.id = x.charge_id)
         or (s.completed and s.billable and not (t.completed and t.billable)))`,
    [orgId],
  )
  await tx.query(
    `/* bundle.before tasks follow */
     update billable x set (${columns.join(', ')}) = row (${values}), updated_at = now()
     from changed_task t, wanted_task_charge c
     where x.org_id = $1 and x.task_id = t.id and x.status = 'pending' and c.id = x.charge_id and ${isUnnamed}
       and (${columns.map((column) => `x.${column}`).join(', ')}) is distinct from (${values})`,
    [orgId],
  )
}

const isUnnamed = `not exists (select from bundle_row n where n.list = 'billables' and n.id = x.id)`
const kept = ['name', 'price_code', 'minutes', 'total_cost', 'claim_type']

/** Only now is it known which charge is which, where the bundle gives no ids. */
async function checkCharges(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const row = (alias: string) => `(${kept.map((column) => `${alias}.${column}`).join(', ')})`
  const { rows } = await tx.query(
    `/* bundle.before tasks charges */
     select format('tasks[%s].charges', b.index) as path, b.index, case when w.id is null
       then format('must have %s, which billables %s of the organisation has invoiced.', c.id, x.id)
       else format('must leave %s as it is, which billables %s of the organisation has invoiced.', c.id, x.id) end as message
     from changed_task t
       join bundle_row b on b.list = 'tasks' and b.id = t.id
       join billable x on x.org_id = $1 and x.task_id = t.id and x.status = 'invoiced'
       join task_charge c on c.org_id = $1 and c.id = x.charge_id
       left join wanted_task_charge w on w.id = c.id
     where w.id is null or (${row('w')} is distinct from ${row('c')} and ${isUnnamed})
     union all
     select format('billables[%s].charge_id', b.index), b.index,
       format('there is no %s in the charges of task %s.', b.row ->> 'charge_id', b.row ->> 'task_id')
     from bundle_row b join bundle_row t on t.list = 'tasks' and t.id = (b.row ->> 'task_id')::bigint
     where b.list = 'billables' and b.row ->> 'charge_id' is not null
       and not exists (select from wanted_task_charge w where w.id = (b.row ->> 'charge_id')::bigint and w.task_id = t.id)
     order by index`,
    [orgId],
  )
  for (const { path, message } of rows) problems.add(path, message)
  problems.throwIfAny()
}
