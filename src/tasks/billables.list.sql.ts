import { type FilterValues, filteredIds } from '../db/filtered.ts'
import { listing } from '../db/listing.ts'
import type { PageNumber } from '../db/page.ts'
import { asRows } from '../db/shape.ts'
import type { Queryable } from '../db/statement.ts'
import { type BillableRow, billableColumns, findMany } from './billables.sql.ts'

/** What is asked most: all, those of a state, and what changed since some time. */
const byStatus = listing({
  name: 'billables.list',
  table: 'billable',
  shape: asRows<BillableRow>(billableColumns),
  tally: { list: 'billables' },
  filters: { status: { sql: 'status = ?', tally: 'status' }, updated_since: { since: 'updated_at' } },
})

const filters = {
  status: 'status = ?',
  client_id: 'client_id = ?',
  task_id: 'task_id = ?',
  invoice_number: 'invoice_number = ?',
  from: 'date >= ?',
  to: 'date <= ?',
  updated_since: 'updated_at >= ?',
} as const
type Filter = keyof typeof filters
const filtered = filteredIds<Filter>({ name: 'billables.list', table: 'billable', filters })

export async function listBillables(
  db: Queryable,
  orgId: number,
  query: PageNumber,
  values: FilterValues<Filter>,
): Promise<{ rows: BillableRow[]; total: number }> {
  if (filtered.usedIn(values).every((name) => name === 'status' || name === 'updated_since')) {
    return byStatus(db, orgId, query, values)
  }
  const { ids, total } = await filtered.find(db, orgId, query, values)
  return { total, rows: ids.length > 0 ? await findMany.rows(db, orgId, ids) : [] }
}
