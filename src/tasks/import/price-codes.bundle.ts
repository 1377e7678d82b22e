import type pg from 'pg'
import { Type } from 'typebox'
import { section } from '../../bundle/section.ts'
import { claimTypes, clientTypes } from '../../clients/funding.ts'
import { nullable, oneOf, oneOfOrNull, visibleText } from '../../http/contract/schema.ts'
import { date } from './fields.ts'

const dateOrNull = () => Type.Optional(nullable(date()))

export const priceCodes = section({
  list: 'price_codes',
  table: 'price_code',
  fields: {
    code: visibleText(100),
    name: visibleText(255),
    unit: visibleText(50),
    price: Type.Number({ minimum: 0, maximum: 9_999_999_999.99 }),
    funding_type: Type.Optional(oneOfOrNull(clientTypes)),
    claim_types: Type.Optional(Type.Array(oneOf(claimTypes), { uniqueItems: true, default: [] })),
    effective_from: dateOrNull(),
    effective_to: dateOrNull(),
  },
  // Decimal in the database, a JSON number outside.
  values: { price: 'sent.price' },
  exportFields: { price: 'r.price::float8' },
  after: followPrices,
  check({ price, effective_from, effective_to }: PriceCode, problem) {
    if (Number(price.toFixed(2)) !== price) problem(['price'], 'must have at most 2 decimals.')
    if (effective_from && effective_to && effective_to < effective_from) {
      problem(['effective_to'], `must be ${effective_from} or later, the day it is effective from.`)
    }
  },
})

interface PriceCode {
  price: number
  effective_from?: string | null
  effective_to?: string | null
}

const inEffect = (price: string) =>
  `coalesce(${price}.effective_from <= t.date, true) and coalesce(t.date <= ${price}.effective_to, true)`

/**
 * Charges of open tasks that have another price than that of their day, which the import has added. Series create tasks ahead of
 * their price list. Tasks of the bundle and billed tasks stay as they are. The steps are materialized because PostgreSQL has no
 * statistics of rows that the import has just stored.
 */
const due = `
  with input as materialized (
    select p.* from price_code p where p.org_id = $1 and p.id = any (array(select id from bundle_row where org_id = $1 and list = 'price_codes'))),
  open as materialized (
    select t.id as task_id, t.date, c.id, c.name, c.price_code
    from task t join task_charge c on c.org_id = $1 and c.task_id = t.id where t.org_id = $1 and not t.completed and exists (select from input)),
  outdated as materialized (
    select t.*, x.code, x.funding_type, x.name as coded
    from open t join price_code x on x.org_id = $1 and x.id = t.price_code where not (${inEffect('x')}))
  select t.id, t.task_id, p.id as price_code, p.price, p.unit, p.claim_types, case when t.name = t.coded then p.name else t.name end as name
  from outdated t
    cross join lateral (
      select * from input p where p.code = t.code and p.funding_type is not distinct from t.funding_type and ${inEffect('p')}
      order by p.effective_from desc nulls last, p.id desc limit 1) p
  where t.task_id not in (select id from bundle_row where org_id = $1 and list = 'tasks')
    and not exists (select from billable b where b.org_id = $1 and b.task_id = t.task_id and b.status <> 'void')`

/** Updates charges of open tasks to a new price list. */
async function followPrices(tx: pg.ClientBase, orgId: number): Promise<void> {
  // Every change to a charge locks its task. The second statement reads again after the lock.
  const { rowCount } = await tx.query(
    `/* bundle.after price_codes */
     select from task where org_id = $1 and id = any (array(select task_id from (${due}) d)) order by id for no key update`,
    [orgId],
  )
  if (rowCount === 0) return
  await tx.query(
    `/* bundle.after price_codes charges */
     with changed as (
       update task_charge c set price_code = d.price_code, name = d.name, total_cost = charge_cost(d.price, d.unit, c.minutes),
         claim_type = case when d.claim_types = '{}' or c.claim_type = any (d.claim_types) then c.claim_type else usual_claim_type(d.claim_types) end
       from (${due}) d where c.org_id = $1 and c.id = d.id returning c.task_id)
     update task set updated_at = now() where org_id = $1 and id in (select task_id from changed)`,
    [orgId],
  )
}
