import { type FilterValues, filteredIds } from '../db/filtered.ts'
import { listing } from '../db/listing.ts'
import type { PageNumber } from '../db/page.ts'
import { asJson, type JsonPage } from '../db/shape.ts'
import type { Queryable } from '../db/statement.ts'
import type { Prospect } from './prospects.schema.ts'
import { findMany } from './prospects.sql.ts'

const counted = {
  stage: { sql: 'stage = ?', tally: 'status' },
  consultant: { sql: 'consultant = ?', tally: 'kind' },
  updated_since: { since: 'updated_at' },
} as const
const byStage = listing({
  name: 'prospects.list',
  table: 'prospect',
  shape: asJson<Prospect>(),
  tally: { list: 'prospects', whole: true },
  filters: counted,
})

const filters = {
  // To the letter what the index `prospect_by_text` has.
  query: `lower(first_name || ' ' || last_name || E'\\n' || coalesce(email, '') || E'\\n' || coalesce(phone, '') || E'\\n' || coalesce(regexp_replace(phone, '\\D', '', 'g'), '')) like lower(?)`,
  stage: 'stage = ?',
  consultant: 'consultant = ?',
  source: 'source = ?',
  from: 'date_of_lead >= ?',
  to: 'date_of_lead <= ?',
  updated_since: 'updated_at >= ?',
} as const
type Filter = keyof typeof filters
const filtered = filteredIds<Filter>({ name: 'prospects.list', table: 'prospect', filters })

/** What the tally counts, and the latest changes, are pages at once; other filters find ids first. */
export async function listProspects(
  db: Queryable,
  orgId: number,
  query: PageNumber,
  values: FilterValues<Filter>,
): Promise<JsonPage<Prospect>> {
  if (filtered.usedIn(values).every((filter) => filter in counted)) return byStage(db, orgId, query, values)
  const { ids, total } = await filtered.find(db, orgId, query, values)
  return { total, json: ids.length > 0 ? (await findMany.one(db, orgId, ids)).json : null }
}
