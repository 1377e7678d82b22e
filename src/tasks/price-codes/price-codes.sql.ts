import { keysetList } from '../../db/list.ts'
import { asRows } from '../../db/shape.ts'
import { statement } from '../../db/statement.ts'
import { lockTasksSql, updateChargesSql } from './follow.ts'
import type { PriceCode } from './price-codes.schema.ts'

type Nullable = 'funding_type' | 'effective_from' | 'effective_to'
export type PriceCodeRow = Omit<PriceCode, Nullable> & { [K in Nullable]: PriceCode[K] | null }

/** Lower case by Unicode's rules, independent of the database's collation. */
const folded = (text: string) => `lower(${text} collate "und-x-icu")`

export const list = keysetList({
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
    updated_since: { sql: 'updated_at >= ?', isIndexed: true },
    date: { sql: `?::date between coalesce(effective_from, '-infinity') and coalesce(effective_to, 'infinity')` },
  },
})

/** The type of a client, which decides which price codes are for them. */
export const clientType = statement<[orgId: number, clientId: number], { client_type: string }>(
  'price_codes.client_type',
  'select client_type from client where org_id = $1 and id = $2',
)

/** A stored price, with null where it has no value. */
export type StoredPrice = PriceCodeRow & {
  /** Its end was not sent: it is the day before the next price begins. */
  ends_with_next: boolean
}

/**
 * Imports of price lists wait for each other. The subquery binds the lock to the server of the organisation: alone, the row of a
 * copied table would be locked for all organisations.
 */
export const lockList = statement<[orgId: number], object>(
  'price_codes.lock_list',
  `select 1 as locked from organisation
   where id = $1 and (select count(*) from (select 1 from price_code where org_id = $1 limit 1) one) >= 0 for no key update`,
)

const written = 'code, name, unit, price, funding_type, claim_types, effective_from, effective_to, ends_with_next'
const writtenTypes =
  'id bigint, code text, name text, unit text, price numeric, funding_type text, claim_types text[], effective_from date, effective_to date, ends_with_next boolean'

export const findByCodes = statement<[orgId: number, codes: string[]], StoredPrice>(
  'price_codes.find_by_codes',
  `select id, code, name, unit, price::float8 as price, funding_type, claim_types, effective_from, effective_to, ends_with_next
   from price_code where org_id = $1 and code = any ($2) order by id for no key update`,
)
export const insertMany = statement<[orgId: number, prices: string], object>(
  'price_codes.insert_many',
  `insert into price_code (org_id, id, ${written})
   select $1, id, ${written} from jsonb_to_recordset($2::jsonb) as input (${writtenTypes}) order by id`,
)
export const updateMany = statement<[orgId: number, prices: string], object>(
  'price_codes.update_many',
  `update price_code p set (${written}, updated_at) = (${written
    .split(', ')
    .map((column) => `input.${column}`)
    .join(', ')}, statement_timestamp())
   from jsonb_to_recordset($2::jsonb) as input (${writtenTypes}) where p.org_id = $1 and p.id = input.id`,
)

const followed = { prices: '$2::bigint[]' }
export const lockOutdatedTasks = statement<[orgId: number, prices: number[]], { id: number }>(
  'price_codes.lock_outdated_tasks',
  lockTasksSql(followed),
)
export const updateOutdatedCharges = statement<[orgId: number, prices: number[], connectionId: number], object>(
  'price_codes.update_outdated_charges',
  `with changed as (${updateChargesSql(followed)})
   insert into event (org_id, type, subject_id, fields, detail, connection_id)
   select $1, 'task_charge.updated', id, array['price_code', 'name', 'total_cost', 'claim_type'], jsonb_build_object('task_id', task_id), $3
   from changed order by id`,
)
export const touchTasks = statement<[orgId: number, ids: number[]], object>(
  'price_codes.touch_tasks',
  'update task set updated_at = statement_timestamp() where org_id = $1 and id = any ($2)',
)
