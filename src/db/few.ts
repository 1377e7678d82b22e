import { offsetOf, type Paged, type PageNumber } from './page.ts'
import type { Shape } from './shape.ts'
import { type Queryable, type Statement, statement, unseen, unseenOrg } from './statement.ts'

interface Few<Page> {
  name: string
  table: string
  shape: Shape<Page>
  /** Rows that never belong to the list are left out here. */
  where: string
  /** A column of instants, indexed after the organisation. */
  since: string
  /** The parameter of the instant and the conditions of the other filters, where values are the parameters from `first` on. */
  filters: (first: number) => { instant: string; others: string }
}

/** More matches than this are left to a plan made for them. */
const mostFew = 512

/**
 * A page of what changed since some time. Callers that keep a copy ask again and again, and then it is little: so few rows
 * are found by the index, held against the other filters and counted, by one plan that is kept. It took half the time
 * of counting and paging by a plan of its own. Gives undefined when there are more.
 */
export function fewMatches<Page>({ name, table, shape, where, since, filters }: Few<Page>) {
  const foundSql = (first: number) => {
    const { instant, others } = filters(first)
    const latest = `select id from ${table} where org_id = ${unseenOrg} and ${where}
      and ${since} >= ${unseen(`${instant}::timestamptz`)} order by ${since} desc limit ${mostFew + 1}`
    const kept = `select id from ${table} where org_id = ${unseenOrg} and id = any (array(select id from latest))${others}`
    return `latest as materialized (${latest}), found as materialized (${others ? kept : 'select id from latest'})`
  }
  const fits = `(select count(*) from latest) <= ${mostFew}`
  const rows = `select ${shape.found} from ${table} where org_id = ${unseenOrg} and id = any (array(
    select id from found where ${fits} order by id limit ${unseen('$2::bigint')} offset ${unseen('$3::bigint')}))`
  // No total where they are not few, for a shape that gives something even then.
  const total = `select count(*) from found having ${fits}`
  const page: Statement<unknown[], { total: number | null }> = statement(
    `${name}:few`,
    `with ${foundSql(4)} ${shape.giving({ page: rows, total, order: 'r.id' })}`,
    { isQuick: true },
  )
  const totals: Statement<unknown[], Paged & { fits: boolean }> = statement(
    `${name}:few:total`,
    `with ${foundSql(2)} select (select count(*) from found) as total, ${fits} as fits`,
  )

  return async (db: Queryable, orgId: number, query: PageNumber, values: unknown[]) => {
    const offset = offsetOf(query)
    if (offset >= mostFew) return undefined
    const rows = await page.rows(db, orgId, query.per_page, offset, ...values)
    const few = (found: Paged[]) => shape.read(found, () => totals.one(db, orgId, ...values))
    if (rows.length > 0) return rows[0]!.total === null ? undefined : few(rows as Paged[])
    const { total, fits } = await totals.one(db, orgId, ...values)
    // Rows before the offset only: otherwise they have become few between the two looks.
    return fits && total <= offset ? shape.read([], async () => ({ total })) : undefined
  }
}
