import { fewMatches } from './few.ts'
import { nearRows, offsetOf, type Paged, type PageNumber } from './page.ts'
import type { Shape } from './shape.ts'
import { type Queryable, type Statement, statement, unseen, unseenOrg } from './statement.ts'
import { anchorSql, tallyTotalSql } from './tally.ts'

/** A filter of a list: `?` stands for its value. */
interface Condition {
  sql: string
  /** The tally's column that counts by this filter, so that the total needs no counting. */
  tally?: 'status' | 'kind'
  /** Read here only together with this other filter, because without it the list is read in another way. */
  beside?: string
}
/** A filter by a column of instants that is indexed after the organisation: on or after the value. */
interface Since {
  since: string
}
type Filter = Condition | Since

interface Listing<Page> {
  name: string
  table: string
  shape: Shape<Page>
  /** Rows that never belong to the list are left out here; the tally's matching fixed condition beside it. */
  where?: string
  /** `whole` where all rows are counted for themselves too, under `<list>.all` (db/migrations/0022_lists.sql). */
  tally: { list: string; where?: string; whole?: boolean }
  filters: Record<string, Filter>
}

/**
 * A list in id order, page by page, with an exact total, in one statement. Each combination of filters is a
 * statement of its own, so that each gets the plan and the index that suit it.
 */
export function listing<Page>({ name, table, shape, where = 'true', tally, filters }: Listing<Page>) {
  const near = new Map<string, Statement<unknown[], Paged>>()
  const far = new Map<string, Statement<unknown[], Paged>>()
  const totals = new Map<string, Statement<unknown[], Paged>>()
  const few = new Map<string, ReturnType<typeof fewMatches<Page>>>()
  const conditions = Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, conditionOf(filter)]))

  for (const used of subsets(Object.keys(filters))) {
    if (used.some((filter) => !used.includes(conditions[filter]!.beside ?? filter))) continue
    const key = used.join('+')
    const full = `${name}${key && `:${key}`}`
    const counted = used.every((filter) => conditions[filter]!.tally)
    const counts = tally.whole && used.length === 0 ? `${tally.list}.all` : tally.list
    const plan = counted ? 'once' : 'each call'
    // One filter has an index of its own; of two, a rare pair may take a walk through all that one of them has.
    const isQuick = counted && used.length < 2
    // What decides the plan is seen: nothing of a page of all rows, the values of filters otherwise.
    const [org, take, skip] = counted ? [unseenOrg, unseen('$2::bigint'), unseen('$3::bigint')] : ['$1', '$2', '$3']
    /** The rows and their total, where the filters' values are the parameters from `first` on. */
    const sql = (first: number) => {
      const and = (condition: (filter: Condition) => string) =>
        used.map((name, i) => ` and ${condition(conditions[name]!).replace('?', `$${first + i}`)}`).join('')
      const rows = `from ${table} where org_id = ${org} and ${where}${and((filter) => filter.sql)}`
      if (!counted) return { rows, total: `select count(*) as total ${rows}`, bucketed: '' }
      const bucketed = `${tally.where ? ` and ${tally.where}` : ''}${and((filter) => `${filter.tally} = ?`)}`
      return { rows, total: tallyTotalSql(counts, bucketed), bucketed }
    }
    const { rows, total, bucketed } = sql(4)
    const page = `select ${shape.found} ${rows} order by id limit ${take} offset ${skip}`
    near.set(key, statement(full, shape.giving({ page, total, order: 'r.id' }), { plan, isQuick }))
    totals.set(key, statement(`${full}:total`, sql(2).total, { plan }))
    const recent = used.findIndex((filter) => 'since' in filters[filter]!)
    if (recent >= 0) {
      const { since } = filters[used[recent]!] as Since
      const others = (first: number) =>
        used
          .map((name, i) => (i === recent ? '' : ` and ${conditions[name]!.sql.replace('?', `$${first + i}`)}`))
          .join('')
      const parts = (first: number) => ({ instant: `$${first + recent}`, others: others(first) })
      few.set(key, fewMatches({ name: full, table, shape, where, since, filters: parts }))
    }
    if (!counted) continue
    const anchored = `counted as materialized (${total}), ${anchorSql(counts, bucketed, skip, farFromEnd(skip))}`
    const start = `start as materialized (${startSql(rows, skip)})`
    const there = `select ${shape.found} ${rows} and id >= (select id from start) order by id limit ${take}`
    const parts = { page: there, total: 'select total from counted', order: 'r.id' }
    far.set(key, statement(`${full}:far`, `with ${anchored}, ${start} ${shape.giving(parts)}`, { isQuick }))
  }

  return async (db: Queryable, orgId: number, query: PageNumber, values: Record<string, unknown>): Promise<Page> => {
    const used = Object.keys(filters).filter((filter) => values[filter] !== undefined)
    const key = used.join('+')
    const chosen = used.map((filter) => values[filter])
    const small = await few.get(key)?.(db, orgId, query, chosen)
    if (small) return small
    const offset = offsetOf(query)
    const page = (offset > nearRows && far.get(key)) || near.get(key)!
    const rows = await page.rows(db, orgId, query.per_page, offset, ...chosen)
    return shape.read(rows, () => totals.get(key)!.one(db, orgId, ...chosen))
  }
}

const conditionOf = (filter: Filter): Condition => ('since' in filter ? { sql: `${filter.since} >= ?` } : filter)

const farFromEnd = (skip: string) => `(select total - ${skip} from counted) > ${nearRows}`

/**
 * The id that a far page begins with: from the bucket it stands in; or, among the last rows, from the end backwards, which is
 * where most callers of a far page go. PostgreSQL looks at the total once and leaves the other half alone. What is stepped
 * over is stepped over in an index, which has the ids in order; only the page's own rows are read.
 */
const startSql = (rows: string, skip: string) => `
  (select id ${rows} and id >= (select first_id from anchor) order by id limit 1 offset (select ${skip} - before from anchor))
  union all
  (select id ${rows} and (select total - ${skip} from counted) between 1 and ${nearRows}
   order by id desc limit 1 offset (select greatest(total - ${skip} - 1, 0) from counted))`

function subsets(names: string[]): string[][] {
  const [first, ...others] = names
  if (first === undefined) return [[]]
  return subsets(others).flatMap((chosen) => [chosen, [first, ...chosen]])
}
