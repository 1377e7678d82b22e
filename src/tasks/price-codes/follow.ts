const inEffect = (price: string) =>
  `coalesce(${price}.effective_from <= t.date, true) and coalesce(t.date <= ${price}.effective_to, true)`

interface Followed {
  /** SQL of an array with the ids of new or changed price codes. */
  prices: string
  /** SQL of a condition over `t`, a charge with its task's date: which may change. */
  where?: string
}

/**
 * SQL of the charges of open tasks that have another price than that of their day, which is now among these prices. Series create
 * tasks ahead of their price list. Billed tasks stay as they are. The steps are materialized because PostgreSQL has no statistics
 * of rows that this transaction has just stored.
 */
export const outdatedChargesSql = ({ prices, where = 'true' }: Followed): string => `
  with input as materialized (select p.* from price_code p where p.org_id = $1 and p.id = any (${prices})),
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
  where ${where}
    and not exists (select from billable b where b.org_id = $1 and b.task_id = t.task_id and b.status <> 'void')`

/** Every change to a charge locks its task. */
export const lockTasksSql = (followed: Followed): string =>
  `select id from task where org_id = $1 and id = any (array(select task_id from (${outdatedChargesSql(followed)}) d)) order by id for no key update`

/** Sets the price of their day, once their tasks are locked; returns the charge and its task. */
export const updateChargesSql = (followed: Followed): string =>
  `update task_charge c set price_code = d.price_code, name = d.name, total_cost = charge_cost(d.price, d.unit, c.minutes),
     claim_type = case when d.claim_types = '{}' or c.claim_type = any (d.claim_types) then c.claim_type else usual_claim_type(d.claim_types) end
   from (${outdatedChargesSql(followed)}) d where c.org_id = $1 and c.id = d.id returning c.id, c.task_id`
