import { offsetOf, type Paged, type PageNumber } from '../db/page.ts'
import { asRows, type RowPage } from '../db/shape.ts'
import { type Queryable, type Statement, statement } from '../db/statement.ts'
import { timeline } from '../db/timeline.ts'

/** A list of insights or dashboards. */
interface Listed {
  /** What its statements are named by, as `insights`. */
  name: string
  table: string
  /** Of a row of the list, over `r`. */
  columns: string
  /** What the counts by time are kept under. */
  list: string
}

export interface NewestFilters {
  /** A pattern for LIKE. */
  query?: string | undefined
  space_id?: number | undefined
}

/** Newest first, then by id. A part of the name finds all that have it first, whatever the order, which counts them too. */
export function newestFirst<Row extends { id: number }>({ name, table, columns, list }: Listed) {
  const byTime = timeline<RowPage<Row>, 'space_id'>({
    ...{ name: `${name}.list`, table, at: 'created_at', shape: asRows<Row>(columns, { dressed: true }), list },
    filters: { space_id: { rows: 'space_id = ?', counts: 'kind = ?::text', type: 'bigint' } },
  })
  // To the letter what the index by name has.
  const sqlOf = (more: string) => `
    with found as materialized (
      select id, created_at from ${table} where org_id = $1 and lower(name) like lower($4)${more})
    select ${columns}, total from (select count(*) as total from found) counted
    left join lateral (select * from found order by created_at desc, id desc limit $2 offset $3) page on true
    left join ${table} r on r.org_id = $1 and r.id = page.id
    order by page.created_at desc, page.id desc`
  const [anywhere, inSpace] = [['by_name', ''] as const, ['by_name_in_space', ' and space_id = $5'] as const].map(
    ([what, more]): Statement<unknown[], Row & Paged> =>
      statement(`${name}.${what}`, sqlOf(more), { plan: 'each call' }),
  )

  return async (
    db: Queryable,
    orgId: number,
    page: PageNumber,
    { query, space_id }: NewestFilters,
  ): Promise<RowPage<Row>> => {
    if (query === undefined) return byTime(db, orgId, page, { space_id })
    const values = [orgId, page.per_page, offsetOf(page), query]
    const rows = await (space_id === undefined ? anywhere!.rows(db, ...values) : inSpace!.rows(db, ...values, space_id))
    const shown = rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row as unknown as Row)
    return { total: rows[0]!.total, rows: shown }
  }
}
