import { statement } from '../../db/statement.ts'
import { touched } from '../tasks/tasks.sql.ts'

/** Statements that change charges. The caller has locked the task. */
type Insert = [
  ...[orgId: number, connectionId: number | null, taskId: number, priceCode: number],
  ...[name: string, minutes: number, claimType: string, isPrimary: boolean],
]

const recorded = (type: string, fields = `'{}'::text[]`) => `
  insert into event (org_id, type, subject_id, fields, detail, connection_id)
  select $1, '${type}', id, ${fields}, jsonb_build_object('task_id', task_id), $2 from changed`

export const insertCharge = statement<Insert, { id: number }>(
  'charges.insert',
  `with changed as (
     insert into task_charge (org_id, task_id, price_code, name, minutes, total_cost, claim_type, is_primary)
     select $1, $3, p.id, $5, $6::int, charge_cost(p.price, p.unit, $6::int), $7, $8 from price_code p where p.org_id = $1 and p.id = $4
     returning id, task_id),
   ${touched},
   recorded as (${recorded('task_charge.created')})
   select id from changed`,
)

type Update = [
  ...[orgId: number, connectionId: number | null, id: number, priceCode: number, name: string, minutes: number],
  ...[claimType: string, isPriced: boolean, fields: string[]],
]

/** Updates a charge. With $8 its cost is computed from the price; otherwise the cost stays. */
export const updateCharge = statement<Update, object>(
  'charges.update',
  `with changed as (
     update task_charge c set price_code = $4, name = $5, minutes = $6::int, claim_type = $7,
       total_cost = case when $8 then charge_cost(p.price, p.unit, $6::int) else c.total_cost end
     from price_code p where c.org_id = $1 and c.id = $3 and p.org_id = $1 and p.id = $4 returning c.id, c.task_id),
   ${touched}
   ${recorded('task_charge.updated', '$9::text[]')}`,
)

export const deleteCharge = statement<[orgId: number, connectionId: number, id: number], object>(
  'charges.delete',
  `with changed as (delete from task_charge where org_id = $1 and id = $3 returning id, task_id),
   ${touched}
   ${recorded('task_charge.deleted')}`,
)

/** Runs before `makePrimary` in the same transaction: a unique index allows one primary charge. */
export const clearPrimary = statement<[orgId: number, taskId: number], object>(
  'charges.clear_primary',
  'update task_charge set is_primary = false where org_id = $1 and task_id = $2 and is_primary',
)

export const makePrimary = statement<[orgId: number, connectionId: number, id: number], object>(
  'charges.make_primary',
  `with changed as (update task_charge set is_primary = true where org_id = $1 and id = $3 returning id, task_id),
   ${touched}
   ${recorded('task_charge.made_primary')}`,
)
