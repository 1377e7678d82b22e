import { anchorSql, type CountedList, totalSql } from './counters.ts'
import type { Shape } from './shape.ts'
import { type Queryable, type Statement, statement, unregisteredStatement } from './statement.ts'

export interface PageNumber {
  page?: number
  per_page?: number
}

/** The number of records before a page. The schema's defaults have filled in both numbers. */
export const offsetOf = ({ page, per_page }: PageNumber): number => (page! - 1) * per_page!

interface Filter {
  /** A condition over the table's columns; `?` is the value. */
  sql: string
  /** The same condition over `status` and `kind` of the counters, where they count by this filter. */
  counts?: string
  /**
   * An index finds the matches in order of the value, as with `updated_since`. Used alone, the filter then needs no
   * plan for each value.
   */
  isIndexed?: boolean
  /** An index has the matches of each value in the order of their ids. This is so for every filter that is counted. */
  isInIdOrder?: boolean
}

/** The filter of a list by ids. */
export const chosenIds: Filter = { sql: 'id = any (?::bigint[])', isIndexed: true }

export interface ListOptions<Name extends string, Page> {
  name: string
  table: string
  /** Of pages, by id or newest first by a timestamp. The table has an index in that order, and one for each counted filter. */
  order?: 'id' | { newest: string }
  /** A condition that excludes records which never belong to the list. */
  where?: string
  filters: Readonly<Record<Name, Filter>>
  /** The counters of its records. A list of at most some thousands of records has none and is counted when read. */
  counters?: CountedList
  /**
   * The filters of the first and the last day of a window, as days since 1970, where counters count by day. The table
   * has `start_day`, `end_day` and the indexes of db/migrations/0010_appointments.sql.
   */
  days?: { from: NoInfer<Name>; to: NoInfer<Name>; counters: CountedList }
  shape: Shape<Page>
}

export type FilterValues<Name extends string> = Partial<Record<Name, unknown>>
export type ReadPage<Page, Name extends string> = (
  db: Queryable,
  orgId: number,
  query: PageNumber,
  values: FilterValues<Name>,
) => Promise<Page & { total: number }>
type PageStatement = Statement<unknown[], object>

/** A page within this many records of either end is reached with an offset; a page further away by the counters. */
const nearRecords = 512
/** The most days that a record continues after its first; a check constraint ensures it. */
const maxDaysOn = 8
/** Windows of up to this many days are merged day by day. One statement for each, because each day adds to the plan. */
const windowDays = [7, 31]

/**
 * A page of a list with filters and an exact total, in one statement. The parameters are the organisation, the limit,
 * the offset, and the values of the filters in use.
 *
 * With no filter, or one that counters count by, the cost of a page does not depend on the size of the list. With
 * several such filters PostgreSQL reads the index of one and skips the rows that the others exclude. With other filters
 * it first finds and counts all matches, by the index that suits their values.
 */
export function list<Page, Name extends string>(options: ListOptions<Name, Page>): ReadPage<Page, Name> {
  const { name, filters, shape, counters } = options
  const names = Object.keys(filters) as Name[]
  const isCounted = (used: readonly Name[]) => counters !== undefined && used.every((filter) => filters[filter].counts)

  const prepared = new Map<string, PageStatement>()
  const prepare = (key: string, sql: string) => prepared.set(key, statement(`${name}${key && `:${key}`}`, sql))
  for (const used of subsets(names.filter((filter) => counters && filters[filter].counts))) {
    if (!counters) continue
    prepare(used.join('+'), nearSql(options, used))
    prepare([...used, 'far'].join('+'), farSql(options, used))
  }
  if (!counters) prepare('', matchesSql(options, []))
  for (const filter of names) if (filters[filter].isIndexed) prepare(filter, matchesSql(options, [filter]))
  if (options.days) for (const length of windowDays) prepare(`days${length}`, windowSql(options, length))
  // Registered for the test of plans.
  for (const used of [...names.map((filter) => [filter]), names]) {
    if (isCounted(used) || prepared.has(used.join('+'))) continue
    statement(`${name}_by_${used.length === 1 ? used[0] : 'all'}`, matchesSql(options, used), { plan: 'each call' })
  }

  return async (db, orgId, query, values) => {
    const used = names.filter((filter) => values[filter] !== undefined)
    const offset = offsetOf(query)
    const length = windowOf(options, values, used)
    const key = length
      ? `days${length}`
      : [...used, ...(isCounted(used) && offset > nearRecords ? ['far'] : [])].join('+')
    const page: PageStatement =
      prepared.get(key) ?? unregisteredStatement(`${name}:${key}`, matchesSql(options, used), { plan: 'each call' })
    const rows = await page.rows(db, orgId, query.per_page, offset, ...used.map((filter) => values[filter]))
    const [read, total] = shape.read(rows)
    return { ...read, total: total! }
  }
}

/** The length of the prepared statement for a window of days, if that is all that the filters ask for. */
function windowOf<Name extends string>(
  { days }: ListOptions<Name, unknown>,
  values: FilterValues<Name>,
  used: readonly Name[],
): number | undefined {
  if (!days || used.length !== 2) return undefined
  const [first, last] = [values[days.from] as number | undefined, values[days.to] as number | undefined]
  if (first === undefined || last === undefined) return undefined
  return windowDays.find((length) => last - first < length)
}

/** The records after an id, in the order of ids. */
export interface Keyset<Page, Name extends string> {
  after(
    db: Queryable,
    orgId: number,
    from: KeysetPosition,
    values: FilterValues<Name>,
  ): Promise<Page & { next_after_id: number | null }>
  /** The number of matches, up to `max`. */
  count(db: Queryable, orgId: number, max: number, values: FilterValues<Name>): Promise<number>
}
export interface KeysetPosition {
  /** 0 for the first records. */
  after: number
  take: number
}

/**
 * The records of a list after an id. One that changes or leaves the filter does not move the others, so that a client
 * that reads on after the last id skips none. The parameters are the organisation, the limit, the id, and the values of
 * the filters in use.
 *
 * With no filter, one that an index has in the order of ids, or a window of days, a read costs the same anywhere in a
 * list of any size. With others it checks the next records, and finds all matches by the index that suits the values
 * where these are too few (docs/decisions/0040-reading-on-after-an-id.md).
 */
export function keyset<Page, Name extends string>(options: ListOptions<Name, Page>): Keyset<Page, Name> {
  const { name, filters, shape, days } = options
  const names = Object.keys(filters) as Name[]
  const nameOf = (key: string) => `${name}:${key && `${key}+`}after`
  const prepared = new Map<string, PageStatement>()
  const prepare = (key: string, sql: string) => prepared.set(key, statement(nameOf(key), sql))
  const ordered = names.filter((filter) => filters[filter].counts || filters[filter].isInIdOrder)
  for (const used of [[], ...ordered.map((filter) => [filter])]) prepare(used.join(), orderedAfterSql(options, used))
  if (days) for (const length of windowDays) prepare(`days${length}`, windowAfterSql(options, length))
  // Registered for the test of plans.
  const others = names.filter((filter) => !prepared.has(filter))
  for (const used of [...others.map((filter) => [filter]), ...(names.length > 1 ? [names] : [])]) {
    statement(`${name}_after_by_${used.length === 1 ? used[0] : 'all'}`, matchesAfterSql(options, used), {
      plan: 'each call',
    })
  }
  statement(`${name}_count`, countSql(options, names), { plan: 'each call' })

  const usedOf = (values: FilterValues<Name>) => names.filter((filter) => values[filter] !== undefined)
  return {
    after: async (db, orgId, { after, take }, values) => {
      const used = usedOf(values)
      const length = windowOf(options, values, used)
      const key = length ? `days${length}` : used.join('+')
      const page: PageStatement =
        prepared.get(key) ?? unregisteredStatement(nameOf(key), matchesAfterSql(options, used), { plan: 'each call' })
      const rows = await page.rows(db, orgId, take, after, ...used.map((filter) => values[filter]))
      const [read, next_after_id] = shape.read(rows)
      return { ...read, next_after_id }
    },
    count: async (db, orgId, max, values) => {
      const used = usedOf(values)
      const sql = countSql(options, used)
      const counted: Statement<unknown[], { total: number }> = unregisteredStatement(`${name}_count`, sql, {
        plan: 'each call',
      })
      return (await counted.one(db, orgId, max, 0, ...used.map((filter) => values[filter]))).total
    },
  }
}

/** A list with pages by number and by id. */
export const keysetList = <Page, Name extends string>(options: ListOptions<Name, Page>) => ({
  page: list(options),
  ...keyset(options),
})

/** All combinations of names, each in their order. */
export function subsets<Name>([first, ...others]: Name[]): Name[][] {
  if (first === undefined) return [[]]
  return subsets(others).flatMap((chosen) => [chosen, [first, ...chosen]])
}

const [take, skip] = ['$2::bigint', '$3::bigint']

/** The SQL parts that the statements of a list share. */
function partsOf<Name extends string>({
  table,
  order = 'id',
  where = 'true',
  filters,
  shape,
}: ListOptions<Name, unknown>) {
  const isById = order === 'id'
  const keys = isById ? ['id'] : [order.newest, 'id']
  const ordered = (direction: 'first' | 'last') =>
    keys.map((key) => `${key} ${isById === (direction === 'first') ? 'asc' : 'desc'}`).join(', ')
  const and = (used: readonly Name[], part: 'sql' | 'counts') =>
    used.map((filter, i) => ` and ${filters[filter][part]!.replaceAll('?', `$${4 + i}`)}`).join('')
  const rows = (used: readonly Name[]) => `from ${table} where org_id = $1 and ${where}${and(used, 'sql')}`
  const pageSelect = (page: string, total: string) =>
    shape.selectSql({
      page,
      figure: total,
      order: keys.map((key) => `r.${key}${isById ? '' : ' desc'}`).join(', '),
    })
  const byIds = (ids: string) => `select ${shape.selected} from ${table} where org_id = $1 and id = any (array(${ids}))`
  return { isById, keys, ordered, and, rows, pageSelect, byIds }
}

/** Finds all matches by the indexes of their filters, in any order, then those of the page. */
function matchesSql<Name extends string>(options: ListOptions<Name, unknown>, used: readonly Name[]): string {
  const { keys, ordered, rows, pageSelect, byIds } = partsOf(options)
  const page = byIds(`select id from matches order by ${ordered('first')} limit ${take} offset ${skip}`)
  return `with matches as materialized (select ${keys.join(', ')} ${rows(used)}) ${pageSelect(page, 'select count(*) from matches')}`
}

/** Takes the total from the counters, and reaches the page with an offset from the first record. */
function nearSql<Name extends string>(options: ListOptions<Name, unknown>, used: readonly Name[]): string {
  const { and, ordered, rows, pageSelect } = partsOf(options)
  const total = totalSql({ list: options.counters!, condition: and(used, 'counts') })
  // Limited to the records that exist: a search for a missing one would read a whole index.
  const limit = `least(${take}, greatest((select total from counted) - ${skip}, 0))`
  const page = `select ${options.shape.selected} ${rows(used)} order by ${ordered('first')} limit ${limit} offset ${skip}`
  return `with counted as materialized (select ${total} as total) ${pageSelect(page, 'select total from counted')}`
}

/**
 * The same for a page far from the first record. It starts from the bucket that contains the page's first record, or
 * from the end where the page is near it, as most far pages are. PostgreSQL reads the total once and runs only one of
 * the two. It skips records in an index, which has the keys in order, and reads only the page's own rows.
 */
function farSql<Name extends string>(options: ListOptions<Name, unknown>, used: readonly Name[]): string {
  const { isById, keys, and, ordered, rows, pageSelect } = partsOf(options)
  const counted = { list: options.counters!, condition: and(used, 'counts') }
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
  const page = `select ${options.shape.selected} ${rows(used)} and (${keys.join(', ')}) ${isById ? '>=' : '<='} (${begin})
    order by ${ordered('first')} limit least(${take}, greatest(${left}, 0))`
  return `with counted as materialized (select ${totalSql(counted)} as total), ${anchor}, start as materialized (${start})
    ${pageSelect(page, 'select total from counted')}`
}

/**
 * The records that overlap a window of at most `length` days, by id. Each day's records are in order of id in an index;
 * PostgreSQL merges the days and stops when the page is full. Sorting all matches took 3 ms in place of 0.4 where a
 * week has 19,000. $4 and $5 are the first and the last day.
 */
function windowSql<Name extends string>(options: ListOptions<Name, unknown>, length: number): string {
  const { pageSelect, byIds } = partsOf(options)
  const ids = `select id from (${windowRuns(options, length, `limit ${take} + ${skip}`)}) w order by id limit ${take} offset ${skip}`
  const { days } = options
  const counted = { list: days!.counters, condition: '' }
  const starting = totalSql(counted, ' and bucket between $4::int and $5::int')
  const continuingTotal = totalSql(
    { ...counted, condition: ` and status <> '0'` },
    ` and bucket between $4::int - ${maxDaysOn} and $4::int - 1 and bucket + status::int >= $4::int`,
  )
  return pageSelect(byIds(ids), `select ${starting} + ${continuingTotal}`)
}

/** The first ids of each day of a window, and of the records that began before it. */
function windowRuns<Name extends string>(
  { table }: ListOptions<Name, unknown>,
  length: number,
  limit: string,
  after = '',
): string {
  const run = (condition: string) =>
    `(select id from ${table} where org_id = $1 and ${condition}${after} order by id ${limit})`
  const runs = Array.from({ length }, (_, n) =>
    run(`start_day = case when $4::int + ${n} <= $5::int then $4::int + ${n} end`),
  )
  const continuing = `end_day > start_day and end_day = any (array(select $4::int + d from generate_series(0, ${maxDaysOn}) d)) and start_day < $4::int`
  return [...runs, run(continuing)].join(' union all ')
}

/** One record more than the limit shows that another one follows. */
const oneMore = `limit ${take} + 1`
/** $3 is the id to read on after, in place of the number of records to skip. */
const isAfter = ` and id > ${skip}`

/** `found` has the page's records and the one that follows, if any. */
function afterSelect<Name extends string>({ shape }: ListOptions<Name, unknown>, found: string): string {
  const page = `select * from found order by id limit ${take}`
  const last = `select max(id) from (${page}) p where (select count(*) from found) > ${take}`
  const select = shape.selectSql({ page, order: 'r.id', figure: last, hasLines: true })
  return `with found as materialized (${found}) ${select}`
}

/** Reads on in an index that has the matches in the order of ids. */
function orderedAfterSql<Name extends string>(options: ListOptions<Name, unknown>, used: readonly Name[]): string {
  const { rows } = partsOf(options)
  return afterSelect(options, `select ${options.shape.selected} ${rows(used)}${isAfter} order by id ${oneMore}`)
}

/** Records that are checked one by one for each that is wanted, before all matches are looked for. */
const checkedForEach = 20

/** Takes the matches among the next records, or finds all matches after the id, in any order, and takes the first. */
function matchesAfterSql<Name extends string>(options: ListOptions<Name, unknown>, used: readonly Name[]): string {
  const { rows, and, byIds } = partsOf(options)
  const next = `select * ${rows([])}${isAfter} order by id limit ${checkedForEach} * (${take} + 1)`
  const isTooFew = `(select count(*) from near) <= ${take}`
  const ids = `
    with near as materialized (select id from (${next}) n where true${and(used, 'sql')} order by id ${oneMore}),
    matches as materialized (select id ${rows(used)}${isAfter} and ${isTooFew})
    select id from (select id from near where not ${isTooFew} union all select id from matches) m order by id ${oneMore}`
  return afterSelect(options, byIds(ids))
}

/** As `windowSql`, each day from the id on. */
function windowAfterSql<Name extends string>(options: ListOptions<Name, unknown>, length: number): string {
  const runs = windowRuns(options, length, oneMore, isAfter)
  return afterSelect(options, partsOf(options).byIds(`select id from (${runs}) w order by id ${oneMore}`))
}

/** Reads at most as many matches as it may count. */
function countSql<Name extends string>(options: ListOptions<Name, unknown>, used: readonly Name[]): string {
  const { rows } = partsOf(options)
  return `select count(*) as total from (select id ${rows(used)}${isAfter} limit ${take}) matches`
}
