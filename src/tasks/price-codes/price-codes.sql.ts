import { list as listOf } from '../../db/list.ts'
import { asRows } from '../../db/shape.ts'
import { statement } from '../../db/statement.ts'
import type { PriceCode } from './price-codes.schema.ts'

type Nullable = 'funding_type' | 'effective_from' | 'effective_to'
export type PriceCodeRow = Omit<PriceCode, Nullable> & { [K in Nullable]: PriceCode[K] | null }

/** Lower case by Unicode's rules, independent of the database's collation. */
const folded = (text: string) => `lower(${text} collate "und-x-icu")`

export const list = listOf({
  name: 'price_codes.list',
  table: 'price_code',
  shape: asRows<PriceCodeRow>(
    'id, code, name, unit, price::float8 as price, funding_type, claim_types, effective_from, effective_to',
  ),
  filters: {
    client_type: { sql: '(funding_type is null or funding_type = ?)' },
    query: {
      sql: `exists (select from unnest(array[code, name]) part where ${folded('part')} like ${folded('?::text')})`,
    },
    date: { sql: `?::date between coalesce(effective_from, '-infinity') and coalesce(effective_to, 'infinity')` },
  },
})

/** The type of a client, which decides which price codes are for them. */
export const clientType = statement<[orgId: number, clientId: number], { client_type: string }>(
  'price_codes.client_type',
  'select client_type from client where org_id = $1 and id = $2',
)
