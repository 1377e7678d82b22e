import type pg from 'pg'
import { Type } from 'typebox'
import { section } from '../../bundle/section.ts'
import { claimTypes } from '../../clients/funding.ts'
import { oneOf } from '../../http/contract/schema.ts'
import { lockTasksSql, updateChargesSql } from '../price-codes/follow.ts'
import { type PriceInput, priceRowFields, priceRowProblems } from '../price-codes/price-codes.schema.ts'

export const priceCodes = section({
  list: 'price_codes',
  table: 'price_code',
  fields: {
    ...priceRowFields,
    claim_types: Type.Optional(Type.Array(oneOf(claimTypes), { uniqueItems: true, default: [] })),
  },
  extras: {
    fields: { ends_with_next: Type.Optional(Type.Boolean({ default: false })) },
    exportSql: `case when r.ends_with_next then '{"ends_with_next": true}'::jsonb else '{}' end`,
  },
  // Decimal in the database, a JSON number outside.
  values: { price: 'sent.price' },
  exportFields: { price: 'r.price::float8' },
  after: followPrices,
  check(row: PriceInput, problem) {
    for (const [field, rule] of priceRowProblems(row)) problem([field], `${rule}.`)
  },
})

/** Tasks of the bundle stay as they are in it. */
const followed = {
  prices: `array(select id from bundle_row where org_id = $1 and list = 'price_codes')`,
  where: `t.task_id not in (select id from bundle_row where org_id = $1 and list = 'tasks')`,
}

/** Updates charges of open tasks to a new price list. */
async function followPrices(tx: pg.ClientBase, orgId: number): Promise<void> {
  const { rowCount } = await tx.query(`/* bundle.after price_codes */ ${lockTasksSql(followed)}`, [orgId])
  if (rowCount === 0) return
  await tx.query(
    `/* bundle.after price_codes charges */
     with changed as (${updateChargesSql(followed)})
     update task set updated_at = now() where org_id = $1 and id in (select task_id from changed)`,
    [orgId],
  )
}
