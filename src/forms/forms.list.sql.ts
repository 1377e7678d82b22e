import { type FilterValues, filteredIds } from '../db/filtered.ts'
import { listing } from '../db/listing.ts'
import type { PageNumber } from '../db/page.ts'
import { asRows } from '../db/shape.ts'
import type { Queryable } from '../db/statement.ts'

const counted = {
  published: { sql: 'published = ?', tally: 'status' },
  updated_since: { since: 'updated_at' },
} as const
const plain = listing({
  name: 'forms.list',
  table: 'form',
  shape: asRows<{ id: number }>('id'),
  tally: { list: 'forms' },
  filters: counted,
})

const filters = {
  // To the letter what the index `form_by_name` has.
  query: 'lower(name) like lower(?)',
  published: 'published = ?',
  updated_since: 'updated_at >= ?',
} as const
type Filter = keyof typeof filters
const filtered = filteredIds<Filter>({ name: 'forms.list', table: 'form', filters })

/** The ids of a page of forms. What the tally counts, and the latest changes, are pages at once; a part of the name finds all ids first. */
export async function listForms(
  db: Queryable,
  orgId: number,
  query: PageNumber,
  values: FilterValues<Filter>,
): Promise<{ ids: number[]; total: number }> {
  if (!filtered.usedIn(values).every((filter) => filter in counted)) return filtered.find(db, orgId, query, values)
  const { rows, total } = await plain(db, orgId, query, values)
  return { ids: rows.map(({ id }) => id), total }
}
