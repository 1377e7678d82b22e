import { anchorSql, type CountedList, totalSql } from './counters.ts'
import type { Shape } from './shape.ts'
import { type Queryable, type Statement, statement, unlistedStatement } from './statement.ts'

export interface PageNumber {
  page?: number
  per_page?: number
}

/** How many records stand before a page. The schema's defaults have filled in both numbers. */
export const offsetOf = ({ page, per_page }: PageNumber): number => (page! - 1) * per_page!

interface Filter {
  /** A condition over the table's columns; `?` stands for the value. */
  sql: string
  /** The same over `status` and `kind` of the counters, where they count by this filter. */
  counts?: string
  /**
   * Matches are found by an index that has them in order of the value, as those of `updated_since` are. Alone it then needs no
   * plan for each value.
   */
  isIndexed?: boolean
}

interface List<Name extends string, Page> {
  name: string
  table: string
  /** By id, or newest first by a column of instants. The table has an index of that order, and one behind each counted filter. */
  order?: 'id' | { newest: string }
  /** Records that never belong to the list are left out here. */
  where?: string
  filters: Readonly<Record<Name, Filter>>
  /** What counts its records. A list of at most some thousands of records has none and is counted when it is read. */
  counters?: CountedList
  /**
   * The filters with the first and the last day of a window, as days since 1970, where counters have the days. The table has
   * `start_day` and `end_day` and the indexes of db/migrations/0010_appointments.sql.
   */
  days?: { from: NoInfer<Name>; to: NoInfer<Name>; counters: CountedList }
  shape: Shape<Page>
}

export type FilterValues<Name extends string> = Partial<Record<Name, unknown>>
type PageStatement = Statement<unknown[], object>

/** Up to so many records from either end, a page is reached by stepping over records; beyond, by the counters. */
const nearRecords = 512
/** A record goes on for so many days at most after the one it starts on; the table's own check sees to it. */
const maxDaysOn = 8
/** Windows of up to so many days are merged day by day: a statement for each, since each day costs its own part of a plan. */
const windowDays = [7, 31]

/**
 * A list with filters, page by page, with an exact total, in one statement. Parameters are the organisation, how many records to
 * take, how many to skip, and the values of the filters in use.
 *
 * Where counters count by the filter in use, or none is, the cost of a page does not depend on the size of the list. With several such
 * filters PostgreSQL walks the index of one and passes over what the others leave out. With other filters all matches are
 * found first, by the index that suits their values, which counts them too.
 */
export function list<Page, Name extends string>(declared: List<Name, Page>) {
  const { name, filters, shape, counters, days } = declared
  const names = Object.keys(filters) as Name[]
  const isCounted = (used: readonly Name[]) => counters !== undefined && used.every((filter) => filters[filter].counts)

  const prepared = new Map<string, PageStatement>()
  const prepare = (key: string, sql: string) => prepared.set(key, statement(`${name}${key && `:${key}`}`, sql))
  for (const used of subsets(names.filter((filter) => counters && filters[filter].counts))) {
    if (!counters) continue
    prepare(used.join('+'), nearSql(declared, used))
    prepare([...used, 'far'].join('+'), farSql(declared, used))
  }
  if (!counters) prepare('', matchesSql(declared, []))
  for (const filter of names) if (filters[filter].isIndexed) prepare(filter, matchesSql(declared, [filter]))
  if (days) for (const length of windowDays) prepare(`days${length}`, windowSql(declared, length))
  // For the test of plans.
  for (const used of [...names.map((filter) => [filter]), names]) {
    if (isCounted(used) || prepared.has(used.join('+'))) continue
    statement(`${name}_by_${used.length === 1 ? used[0] : 'all'}`, matchesSql(declared, used), { plan: 'each call' })
  }

  return async (db: Queryable, orgId: number, query: PageNumber, values: FilterValues<Name>): Promise<Page> => {
    const used = names.filter((filter) => values[filter] !== undefined)
    const offset = offsetOf(query)
    const length = windowOf(values, used)
    const key = length
      ? `days${length}`
      : [...used, ...(isCounted(used) && offset > nearRecords ? ['far'] : [])].join('+')
    const page: PageStatement =
      prepared.get(key) ?? unlistedStatement(`${name}:${key}`, matchesSql(declared, used), { plan: 'each call' })
    return shape.read(await page.rows(db, orgId, query.per_page, offset, ...used.map((filter) => values[filter])))
  }

  function windowOf(values: FilterValues<Name>, used: readonly Name[]): number | undefined {
    if (!days || used.length !== 2) return undefined
    const [first, last] = [values[days.from] as number | undefined, values[days.to] as number | undefined]
    if (first === undefined || last === undefined) return undefined
    return windowDays.find((length) => last - first < length)
  }
}

function subsets<Name>([first, ...others]: Name[]): Name[][] {
  if (first === undefined) return [[]]
  return subsets(others).flatMap((chosen) => [chosen, [first, ...chosen]])
}

const [take, skip] = ['$2::bigint', '$3::bigint']

/** What the statements of a list have in common. */
function partsOf<Name extends string>({ table, order = 'id', where = 'true', filters, shape }: List<Name, unknown>) {
  const isById = order === 'id'
  const keys = isById ? ['id'] : [order.newest, 'id']
  const ordered = (direction: 'first' | 'last') =>
    keys.map((key) => `${key} ${isById === (direction === 'first') ? 'asc' : 'desc'}`).join(', ')
  const and = (used: readonly Name[], part: 'sql' | 'counts') =>
    used.map((filter, i) => ` and ${filters[filter][part]!.replaceAll('?', `$${4 + i}`)}`).join('')
  const rows = (used: readonly Name[]) => `from ${table} where org_id = $1 and ${where}${and(used, 'sql')}`
  const giving = (page: string, total: string) =>
    shape.giving({ page, total, order: keys.map((key) => `r.${key}${isById ? '' : ' desc'}`).join(', ') })
  const byIds = (ids: string) => `select ${shape.found} from ${table} where org_id = $1 and id = any (array(${ids}))`
  return { isById, keys, ordered, and, rows, giving, byIds }
}

/** All matches first, by their filters' own indexes, whatever the order; then those of the page. */
function matchesSql<Name extends string>(declared: List<Name, unknown>, used: readonly Name[]): string {
  const { keys, ordered, rows, giving, byIds } = partsOf(declared)
  const page = byIds(`select id from found order by ${ordered('first')} limit ${take} offset ${skip}`)
  return `with found as materialized (select ${keys.join(', ')} ${rows(used)}) ${giving(page, 'select count(*) from found')}`
}

/** The total by the counters, and the page stepped to from the first record. */
function nearSql<Name extends string>(declared: List<Name, unknown>, used: readonly Name[]): string {
  const { and, ordered, rows, giving } = partsOf(declared)
  const total = totalSql({ list: declared.counters!, condition: and(used, 'counts') })
  // No more than there are: a search for what the counters know to be missing would read all that one index has.
  const there = `least(${take}, greatest((select total from counted) - ${skip}, 0))`
  const page = `select ${declared.shape.found} ${rows(used)} order by ${ordered('first')} limit ${there} offset ${skip}`
  return `with counted as materialized (select ${total} as total) ${giving(page, 'select total from counted')}`
}

/**
 * The same for a page far from the first record: from the bucket that it begins in; or, among the last records, from the end
 * backwards, which is where most callers of a far page go. PostgreSQL reads the total once and leaves the other half alone. What is
 * stepped over is stepped over in an index, which has the keys in order; only the page's own rows are read.
 */
function farSql<Name extends string>(declared: List<Name, unknown>, used: readonly Name[]): string {
  const { isById, keys, and, ordered, rows, giving } = partsOf(declared)
  const counted = { list: declared.counters!, condition: and(used, 'counts') }
  const left = `(select total - ${skip} from counted)`
  const anchor = anchorSql(
    counted,
    isById ? skip : `(select total - ${skip} - 1 from counted)`,
    `${left} > ${nearRecords}`,
  )
  const [inBucket, before] = isById
    ? ['id >= (select first from anchor)', `select ${skip} - before from anchor`]
    : [
        `${keys[0]} < (select to_timestamp(next) from anchor)`,
        `select ${skip} - (total - through) from anchor, counted`,
      ]
  const start = `
    (select ${keys.join(', ')} ${rows(used)} and ${inBucket} order by ${ordered('first')} limit 1 offset (${before}))
    union all
    (select ${keys.join(', ')} ${rows(used)} and ${left} between 1 and ${nearRecords}
     order by ${ordered('last')} limit 1 offset greatest(${left} - 1, 0))`
  const begin = keys.map((key) => `(select ${key} from start)`).join(', ')
  const page = `select ${declared.shape.found} ${rows(used)} and (${keys.join(', ')}) ${isById ? '>=' : '<='} (${begin})
    order by ${ordered('first')} limit least(${take}, greatest(${left}, 0))`
  return `with counted as materialized (select ${totalSql(counted)} as total), ${anchor}, start as materialized (${start})
    ${giving(page, 'select total from counted')}`
}

/**
 * What touches a window of at most so many days, by id, merged from the runs of its days as it is read: PostgreSQL takes the next
 * record of the day that has the lowest id and stops when the page is full. Sorting all matches took 3 ms in place of 0.4 where
 * a week has 19,000. $4 and $5 are the first and the last day.
 */
function windowSql<Name extends string>(declared: List<Name, unknown>, length: number): string {
  const { table, days } = declared
  const { giving, byIds } = partsOf(declared)
  const run = (condition: string) =>
    `(select id from ${table} where org_id = $1 and ${condition} order by id limit ${take} + ${skip})`
  const runs = Array.from({ length }, (_, n) =>
    run(`start_day = case when $4::int + ${n} <= $5::int then $4::int + ${n} end`),
  )
  const goingOn = `end_day > start_day and end_day = any (array(select $4::int + d from generate_series(0, ${maxDaysOn}) d)) and start_day < $4::int`
  const ids = `select id from (${[...runs, run(goingOn)].join(' union all ')}) w order by id limit ${take} offset ${skip}`
  const counted = { list: days!.counters, condition: '' }
  const starting = totalSql(counted, ' and bucket between $4::int and $5::int')
  const going = totalSql(
    { ...counted, condition: ` and status <> '0'` },
    ` and bucket between $4::int - ${maxDaysOn} and $4::int - 1 and bucket + status::int >= $4::int`,
  )
  return giving(byIds(ids), `select ${starting} + ${going}`)
}
