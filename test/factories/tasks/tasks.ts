import type pg from 'pg'
import type { Organisation } from '../../harness/harness.ts'
import { rosterOf } from '../roster/roster.ts'

interface Price {
  code?: string
  name?: string
  unit?: string
  price?: string | number
  funding_type?: string | null
  claim_types?: string[]
  effective_from?: string | null
  effective_to?: string | null
}

/** Price codes and people of an organisation. Price codes are inserted, because no endpoint creates them. */
export function tasksOf(db: pg.Pool, org: Organisation) {
  const { staff, client, supplier } = rosterOf(db, org)
  let codes = 0
  const priceCode = async (fields: Price = {}): Promise<number> => {
    const { code = `01_0${++codes}_0107_1_1`, name = 'Self-care weekday', unit = 'hour', price = '67.56' } = fields
    const { funding_type = null, claim_types = [], effective_from = null, effective_to = null } = fields
    const { rows } = await db.query(
      `insert into price_code (org_id, code, name, unit, price, funding_type, claim_types, effective_from, effective_to)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [org.orgId, code, name, unit, price, funding_type, claim_types, effective_from, effective_to],
    )
    return rows[0].id
  }
  return { staff, client, supplier, priceCode }
}
