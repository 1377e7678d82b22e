import { type FilterValues, filteredIds } from '../db/filtered.ts'
import { listing } from '../db/listing.ts'
import type { PageNumber } from '../db/page.ts'
import { asRows } from '../db/shape.ts'
import type { Queryable } from '../db/statement.ts'

const byStatus = listing({
  name: 'shifts.list',
  table: 'shift',
  shape: asRows<{ id: number }>('id'),
  where: 'deleted_at is null',
  tally: { list: 'roster', where: `kind = 'there'` },
  filters: { status: { sql: 'status = ?', tally: 'status' } },
})

/** A shift lasts at most 7 days, which lets the index by day serve `from` too. */
const filters = {
  from: 'ends::date >= ? and starts::date >= ?::date - 8',
  to: 'starts::date <= ?',
  client_id: 'id in (select shift_id from appointment where org_id = $1 and client_id = ?)',
  staff_id: 'id in (select shift_id from appointment where org_id = $1 and employee_id = ?)',
  site_id: 'site_id = ?',
  status: 'status = ?',
  updated_since: 'updated_at >= ?',
} as const
type Filter = keyof typeof filters
const filtered = filteredIds<Filter>({ name: 'shifts.list', table: 'shift', where: 'deleted_at is null', filters })

/** The ids of a page of shifts: the record of a shift is much larger than what it is found by. */
export async function listShifts(
  db: Queryable,
  orgId: number,
  query: PageNumber,
  values: FilterValues<Filter>,
): Promise<{ ids: number[]; total: number }> {
  if (filtered.usedIn(values).some((name) => name !== 'status')) return filtered.find(db, orgId, query, values)
  const { rows, total } = await byStatus(db, orgId, query, values)
  return { ids: rows.map(({ id }) => id), total }
}
