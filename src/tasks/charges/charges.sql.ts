import { statement } from '../../db/statement.ts'
import { recordInsertedEvent } from '../../events/outbox.ts'
import type { PriceRow } from '../price-codes/prices.ts'
import { touched } from '../tasks/tasks.sql.ts'

/** Statements that change charges. The caller has locked the task. */
type Insert = [
  ...[orgId: number, taskId: number, priceCode: number, name: string, minutes: number, claimType: string],
  ...[isPrimary: boolean, price: string, unit: string],
]

const insertCharge = statement<Insert, { id: number }>(
  'charges.insert',
  `insert into task_charge (org_id, task_id, price_code, name, minutes, total_cost, claim_type, is_primary)
   values ($1, $2, $3, $4, $5::int, charge_cost($8::numeric, $9::text, $5::int), $6, $7) returning id`,
)

interface NewCharge {
  price: PriceRow
  name: string
  minutes: number
  claim_type: string
  isPrimary: boolean
}

/** Inserts a charge, whose cost PostgreSQL computes from its price. The caller also sets updated_at of the task. */
export function insertChargeCalls(orgId: number, connectionId: number, taskId: number, charge: NewCharge) {
  const { price, name, minutes, claim_type, isPrimary } = charge
  const values = [price.id, name, minutes, claim_type, isPrimary, price.price, price.unit] as const
  const detail = { task_id: taskId }
  return [
    insertCharge.call(orgId, taskId, ...values),
    recordInsertedEvent.call(orgId, connectionId, 'task_charge.created', 'task_charge_id_seq', [], detail),
  ] as const
}

const recorded = (type: string, fields = `'{}'::text[]`) => `
  insert into event (org_id, type, subject_id, fields, detail, connection_id)
  select $1, '${type}', id, ${fields}, jsonb_build_object('task_id', task_id), $2 from changed`

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
   ${recorded('task_charge.made_primary', `'{primary}'`)}`,
)
