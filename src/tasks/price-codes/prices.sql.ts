import { statement } from '../../db/statement.ts'

/** A price code with what it costs at some time. Several rows can be one code, each with its own days. */
export interface PriceRow {
  id: number
  code: string
  name: string
  funding_type: string | null
  claim_types: string[]
  usual_claim_type: string
  effective_from: string | null
  effective_to: string | null
}

/**
 * The price codes $2 and those of the charges of tasks $3, with every other row of the same code and funding: what the
 * code costs on another day.
 */
export const pricesFor = statement<[orgId: number, ids: number[], taskIds: number[]], PriceRow>(
  'prices.for',
  `select distinct p.id, p.code, p.name, p.funding_type, p.claim_types, usual_claim_type(p.claim_types) as usual_claim_type,
     p.effective_from, p.effective_to
   from price_code x
     join price_code p on p.org_id = $1 and p.code = x.code and p.funding_type is not distinct from x.funding_type
   where x.org_id = $1 and x.id = any (array(
     select unnest($2::bigint[]) union
     select c.price_code from task_charge c where c.org_id = $1 and c.task_id = any ($3::bigint[])))`,
)
