import type pg from 'pg'
import type { Problems } from '../../bundle/problems.ts'

const number = (field: string) =>
  `case when jsonb_typeof(b.row -> '${field}') = 'number' then (b.row ->> '${field}')::bigint end`

/** A billable is for a charge of its task, which the bundle or the organisation has. */
export async function checkCharge(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.links billables.charge_id */
     with given as (
       select b.index, ${number('task_id')} as task_id, ${number('charge_id')} as charge_id
       from bundle_row b where b.list = 'billables'),
     listed as (
       select b.id as task_id, (e.value ->> 'id')::bigint as charge_id
       from bundle_row b
         cross join lateral jsonb_array_elements(case when jsonb_typeof(b.row -> 'charges') = 'array' then b.row -> 'charges' else '[]' end) e
       where b.list = 'tasks' and jsonb_typeof(e.value -> 'id') = 'number')
     select index, task_id, charge_id from given g
     where task_id is not null and charge_id is not null
       and not exists (select from listed l where l.task_id = g.task_id and l.charge_id = g.charge_id)
       and not exists (select from task_charge c where c.org_id = $1 and c.task_id = g.task_id and c.id = g.charge_id)
     order by index`,
    [orgId],
  )
  for (const { index, task_id, charge_id } of rows) {
    problems.add(`billables[${index}].charge_id`, `there is no ${charge_id} in the charges of task ${task_id}.`)
  }
}

/** A charge is billed once: at most one of its billables is not void. */
export async function verifyBillables(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows } = await tx.query(
    `/* bundle.verify billables */
     with given as (
       select index, id, (row ->> 'charge_id')::bigint as charge_id from bundle_row where list = 'billables' and row ->> 'status' <> 'void'),
     numbered as (
       select *, first_value(index) over same as first, row_number() over same as number
       from given window same as (partition by charge_id order by index))
     select index, charge_id, format('billables[%s]', first) as other from numbered where number > 1
     union all
     select g.index, g.charge_id, format('billables %s of the organisation', x.id)
     from given g join billable x on x.org_id = $1 and x.charge_id = g.charge_id and x.status <> 'void'
     where not exists (select from bundle_row n where n.list = 'billables' and n.id = x.id)
     order by index`,
    [orgId],
  )
  for (const { index, charge_id, other } of rows) {
    problems.add(`billables[${index}].charge_id`, `${charge_id} is already billed by ${other}, which is not void.`)
  }
}
