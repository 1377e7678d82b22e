import type pg from 'pg'

const inEffect = (price: string) =>
  `coalesce(${price}.effective_from <= t.date, true) and coalesce(t.date <= ${price}.effective_to, true)`

/**
 * Charges of open tasks whose price is not that of their day, although the import has brought it. Series make tasks ahead of
 * their price list, so a new one finds some there. What the bundle says of a task stands, and so does what is billed.
 */
const due = `
  select c.id, c.task_id, p.id as price_code, p.price, p.unit, p.claim_types,
    case when c.name = x.name then p.name else c.name end as name
  from task t
    join task_charge c on c.org_id = $1 and c.task_id = t.id
    join price_code x on x.org_id = $1 and x.id = c.price_code
    cross join lateral (
      select p.* from price_code p join bundle_row b on b.list = 'price_codes' and b.id = p.id
      where p.org_id = $1 and p.code = x.code and p.funding_type is not distinct from x.funding_type and ${inEffect('p')}
      order by p.effective_from desc nulls last, p.id desc limit 1) p
  where t.org_id = $1 and not t.completed and not (${inEffect('x')})
    and not exists (select from bundle_row n where n.list = 'tasks' and n.id = t.id)
    and not exists (select from billable b where b.org_id = $1 and b.task_id = t.id and b.status <> 'void')`

/** Has charges of tasks to come follow a new price list. */
export async function followPrices(tx: pg.ClientBase, orgId: number): Promise<void> {
  // Whoever changes a charge holds its task; what is due is looked at again after the wait.
  const { rowCount } = await tx.query(
    `/* bundle.after price_codes */
     select from task where org_id = $1 and id in (select task_id from (${due}) d) order by id for no key update`,
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
