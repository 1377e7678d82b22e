import { type FilterValues, filteredIds } from '../db/filtered.ts'
import { listing } from '../db/listing.ts'
import type { PageNumber } from '../db/page.ts'
import { asRows } from '../db/shape.ts'
import type { Queryable } from '../db/statement.ts'
import { type CountedForm, countSubmissions, type FormRow, findMany, returned } from './forms.sql.ts'

const counted = {
  published: { sql: 'published = ?', tally: 'status' },
  updated_since: { since: 'updated_at' },
} as const
const plain = listing({
  name: 'forms.list',
  table: 'form',
  shape: asRows<FormRow>(returned),
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

/** A page of forms, with how often each was sent. */
export async function listForms(
  db: Queryable,
  orgId: number,
  query: PageNumber,
  values: FilterValues<Filter>,
): Promise<{ rows: CountedForm[]; total: number }> {
  const { rows, total } = await pageOf(db, orgId, query, values)
  if (rows.length === 0) return { rows: [], total }
  const ids = rows.map(({ id }) => id)
  const counts = new Map(
    (await countSubmissions.rows(db, orgId, ids)).map(({ id, submission_count }) => [id, submission_count]),
  )
  return { rows: rows.map((row) => ({ ...row, submission_count: counts.get(row.id) ?? 0 })), total }
}

/** What the tally counts, and the latest changes, are pages at once; a part of the name finds ids first. */
async function pageOf(db: Queryable, orgId: number, query: PageNumber, values: FilterValues<Filter>) {
  if (filtered.usedIn(values).every((filter) => filter in counted)) return plain(db, orgId, query, values)
  const { ids, total } = await filtered.find(db, orgId, query, values)
  return { total, rows: ids.length > 0 ? await findMany.rows(db, orgId, ids) : [] }
}
