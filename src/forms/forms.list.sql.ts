import { type FilterValues, filteredIds } from '../db/filtered.ts'
import { listing } from '../db/listing.ts'
import type { PageNumber } from '../db/page.ts'
import { asRows } from '../db/shape.ts'
import { type Queryable, statement } from '../db/statement.ts'

/** A form with the length of what is large in it. */
interface Sized {
  id: number
  size: number
}
const sized = 'id, octet_length(steps::text) as size'

const counted = {
  published: { sql: 'published = ?', tally: 'status' },
  updated_since: { since: 'updated_at' },
} as const
const plain = listing({
  name: 'forms.list',
  table: 'form',
  shape: asRows<Sized>(sized),
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

const sizes = statement<[orgId: number, ids: number[]], Sized>(
  'forms.sizes',
  `select ${sized} from form where org_id = $1 and id = any ($2::bigint[]) order by id`,
)

/** What the tally counts, and the latest changes, are pages at once; a part of the name finds ids first. */
async function pageOf(db: Queryable, orgId: number, query: PageNumber, values: FilterValues<Filter>) {
  if (filtered.usedIn(values).every((filter) => filter in counted)) return plain(db, orgId, query, values)
  const { ids, total } = await filtered.find(db, orgId, query, values)
  return { total, rows: ids.length > 0 ? await sizes.rows(db, orgId, ids) : [] }
}

const mostBytes = 128 * 1024

/**
 * The ids of a page of forms, in parts to be read one after the other. A form has up to some hundred kilobytes; 50 of them as one
 * answer took 200 MB and 150 ms of the thread at once. Most pages are one part.
 */
export async function listForms(
  db: Queryable,
  orgId: number,
  query: PageNumber,
  values: FilterValues<Filter>,
): Promise<{ parts: number[][]; total: number }> {
  const { rows, total } = await pageOf(db, orgId, query, values)
  const parts: number[][] = []
  let left = 0
  for (const { id, size } of rows) {
    if (size > left) {
      parts.push([])
      left = mostBytes
    }
    parts.at(-1)!.push(id)
    left -= size
  }
  return { parts, total }
}
