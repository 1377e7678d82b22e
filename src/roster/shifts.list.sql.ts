import { listing } from '../db/listing.ts'
import { type Queryable, type Statement, statement, unlistedStatement } from '../db/statement.ts'
import { findMany, type ShiftRow } from './shifts.read.sql.ts'

/** A list of shifts is found as ids first: the record of a shift is much larger than what it is found by. */
const byStatus = listing<{ id: number }>({
  name: 'shifts.list',
  table: 'shift',
  columns: 'id',
  where: 'deleted_at is null',
  tally: { list: 'roster', where: `kind = 'there'` },
  filters: { status: { sql: 'status = ?', tally: 'status' } },
})

/** `?` stands for the value. A shift lasts at most 7 days, which lets the index by day serve `from` too. */
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
const names = Object.keys(filters) as Filter[]
export type ShiftFilters = Partial<Record<Filter, string | number | undefined>>

type Found = { id: number; total: number }

/** There are too many combinations to keep a statement for each; how many rows match is for PostgreSQL to guess anyway. */
function filteredSql(used: readonly Filter[]): string {
  const conditions = used.map((name, i) => filters[name].replaceAll('?', `$${i + 4}`))
  const rows = `from shift where org_id = $1 and deleted_at is null and ${conditions.join(' and ')}`
  return `select found.id, total from (select count(*) as total ${rows}) counted
    left join lateral (select id ${rows} order by id limit $2 offset $3) found on true order by id`
}

const filtered = (used: readonly Filter[]): Statement<unknown[], Found> =>
  unlistedStatement(`shifts.list:${used.join('+')}`, filteredSql(used), { plan: 'each call' })

// For the test of plans: each filter, and all of them.
for (const used of [...names.map((name) => [name]), names]) {
  statement(`shifts.list_${used.length === 1 ? `by_${used[0]}` : 'by_all'}`, filteredSql(used), { plan: 'each call' })
}

export async function listShifts(
  db: Queryable,
  orgId: number,
  query: { page?: number; per_page?: number },
  values: ShiftFilters,
): Promise<{ rows: ShiftRow[]; total: number }> {
  const { ids, total } = await findIds(db, orgId, query, values)
  return { total, rows: ids.length > 0 ? await findMany.rows(db, orgId, ids) : [] }
}

async function findIds(
  db: Queryable,
  orgId: number,
  query: { page?: number; per_page?: number },
  values: ShiftFilters,
) {
  const used = names.filter((name) => values[name] !== undefined)
  if (used.every((name) => name === 'status')) {
    const { rows, total } = await byStatus(db, orgId, query, values)
    return { ids: rows.map(({ id }) => id), total }
  }
  const offset = (query.page! - 1) * query.per_page!
  const rows = await filtered(used).rows(db, orgId, query.per_page, offset, ...used.map((name) => values[name]))
  return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]!.total }
}
