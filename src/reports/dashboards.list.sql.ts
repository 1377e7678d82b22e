import { offsetOf, type PageNumber } from '../db/page.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { timeline } from '../db/timeline.ts'
import { columns, type DashboardRow } from './dashboards.sql.ts'

const byTime = timeline<DashboardRow, 'space_id'>({
  name: 'dashboards.list',
  table: 'dashboard',
  at: 'created_at',
  columns,
  list: 'reports.dashboard',
  filters: { space_id: { rows: 'space_id = ?', counts: 'kind = (?)::text', type: 'bigint' } },
})

type Named = [orgId: number, perPage: number, offset: number, name: string, spaceId?: number]

/** By the index of names, whatever the order: all matches, which counts them too. */
const named = (name: string, further = '') =>
  statement<Named, DashboardRow & { total: number }>(
    name,
    `with found as materialized (
       select id, created_at from dashboard where org_id = $1 and lower(name) like lower($4)${further})
     select ${columns}, total from (select count(*) as total from found) counted
     left join lateral (select * from found order by created_at desc, id desc limit $2 offset $3) page on true
     left join dashboard r on r.org_id = $1 and r.id = page.id
     order by page.created_at desc, page.id desc`,
    { plan: 'each call' },
  )
const byName = named('dashboards.by_name')
const byNameInSpace = named('dashboards.by_name_in_space', ' and space_id = $5')

/** Newest first; `query` is a pattern for LIKE. */
export async function listDashboards(
  db: Queryable,
  orgId: number,
  page: PageNumber,
  { query, space_id }: { query: string | undefined; space_id: number | undefined },
): Promise<{ rows: DashboardRow[]; total: number }> {
  if (query === undefined) return byTime(db, orgId, page, { space_id })
  const sent = [orgId, page.per_page!, offsetOf(page), query] as const
  const found = await (space_id === undefined ? byName.rows(db, ...sent) : byNameInSpace.rows(db, ...sent, space_id))
  // An empty page has one row that only counts.
  return { total: found[0]!.total, rows: found.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row) }
}
