import { nearRows, offsetOf, type Paged, type PageNumber } from './page.ts'
import type { Shape } from './shape.ts'
import { type Queryable, type Statement, statement, unseen, unseenOrg } from './statement.ts'

/**
 * The rows of a table that touch a window of days, in id order, page by page, with an exact total. The table has
 * `start_day` and `end_day` (days counted from 1970), the three indexes of db/migrations/0010_appointments.sql and
 * the counts by day that its day_tally_watch keeps under `list`.
 */
interface DayWindow<Page> {
  name: string
  table: string
  shape: Shape<Page>
  list: string
}

/** Both days belong to the window. */
export interface Days {
  first: number
  last: number
}

/** A row goes on for so many days at the most after the one it starts on; the table's own check sees to it. */
const mostDaysOn = 8

/** The parameters after the organisation are the two days and, of a page, how many rows to take and to skip. */
const [firstDay, lastDay] = [unseen('$2::int'), unseen('$3::int')]
const counts = (list: string, width: number) =>
  `from tally where org_id = ${unseenOrg} and list = '${list}' and width = ${width}`

/**
 * CTEs that end in `counted (total)`. A window falls into pieces: blocks of 32 days where it covers them, single days
 * at both ends. Each piece comes with the number of rows that start in it; days and blocks of which nothing is known
 * are no pieces, so a window may reach to the ends of time. What starts in the pieces and what goes on into the first
 * day add up to the total. That is at most 62 days and 11 blocks for each year: no row is counted.
 */
const countedSql = (list: string) => `
  pieces as materialized (
    select width, bucket::int, sum(n::int)::int as n from (
      select width, bucket, n ${counts(`${list}.starts`, 0)}
        and bucket between ${firstDay} and ${unseen('least($3::int, ($2::int | 31))')}
      union all select width, bucket, n ${counts(`${list}.starts`, 5)}
        and bucket between ${unseen('($2::int >> 5) + 1')} and ${unseen('($3::int >> 5) - 1')}
      union all select width, bucket, n ${counts(`${list}.starts`, 0)}
        and bucket between ${unseen('greatest(($2::int | 31) + 1, ($3::int >> 5) << 5)')} and ${lastDay}) t
    group by 1, 2),
  counted as materialized (
    select (select coalesce(sum(n), 0) from pieces)
      + (select coalesce(sum(n::int), 0) ${counts(`${list}.goes_on`, 0)} and bucket = ${firstDay}) as total)`

/**
 * The first `reach` ids of each piece and of what goes on into the window, counted from one end of the ids: whatever page
 * ends within that reach is among them. Each piece is a run of an index that has its ids in order and is not left for
 * the table. So a page costs its reach times the pieces, however many rows the window has: 350 entries for the first page
 * of a week, at most 50 times 73 for that of a year; the index of days alone would be 50 times 365, and a plain statement
 * read the whole window and more (120 ms for a week out of 300,000 rows). `reach` 0 reads nothing.
 */
const goesOn = `end_day > start_day and end_day = any (array(select $2::int + d from generate_series(0, ${mostDaysOn}) d)) and start_day < ${firstDay}`
const idsSql = (table: string, direction: 'asc' | 'desc', reach: string) => {
  const run = (condition: string) =>
    `(select id from ${table} where org_id = ${unseenOrg} and ${condition} order by id ${direction} limit ${reach})`
  return `
    select x.id from pieces cross join lateral ${run('pieces.width = 0 and start_day = pieces.bucket')} x
    union all select x.id from pieces cross join lateral ${run('pieces.width = 5 and start_day >> 5 = pieces.bucket')} x
    union all ${run(goesOn)}`
}

/** So many days at the most are a week. */
const daysOfWeek = 7

/** The total of a week, day by day. */
const countedInWeek = (list: string) => `
  counted as materialized (
    select (select coalesce(sum(n::int), 0) ${counts(`${list}.starts`, 0)} and bucket between ${firstDay} and ${lastDay})
      + (select coalesce(sum(n::int), 0) ${counts(`${list}.goes_on`, 0)} and bucket = ${firstDay}) as total)`

/**
 * A page of a week, merged from the runs of its days as it is read: the days of a week are few enough to be named, so PostgreSQL
 * takes the next row of whichever day has the lowest id and stops when the page is full. That are as many rows as the
 * page has, where the pieces of any window are read to the page's reach each.
 */
function weekSql(table: string, found: string): string {
  const reach = unseen('$4::bigint + $5::bigint')
  const run = (condition: string, columns = found) =>
    `(select ${columns} from ${table} where org_id = ${unseenOrg} and ${condition} order by id limit ${reach})`
  // After the window's last day there is none.
  const day = (n: number) => unseen(`case when $2::int + ${n} <= $3::int then $2::int + ${n} end`)
  // The id is that of the run, which is known to be in order, so that no more of these rows are read than are taken.
  const columns = found.split(', ').map((column) => (column === 'id' ? 'g.id' : `a.${column}`))
  const goingOn = `(select ${columns.join(', ')} from ${run(goesOn, 'id')} g cross join lateral (
    select * from ${table} where org_id = ${unseenOrg} and id = g.id offset 0) a order by g.id)`
  const runs = [...Array.from({ length: daysOfWeek }, (_, n) => run(`start_day = ${day(n)}`)), goingOn]
  return `select * from (${runs.join(' union all ')}) w order by id limit ${unseen('$4::bigint')} offset ${unseen('$5::bigint')}`
}

const forward = (table: string, reach: string) =>
  `(select id from (${idsSql(table, 'asc', reach)}) f order by id limit ${unseen('$4::bigint')} offset ${unseen('$5::bigint')})`

/**
 * From the nearer end; the other half has no reach. A page in the middle of many rows does walk to it, through the index
 * alone: 2 ms in a week of 5,800 rows, 70 ms in a half-year of 150,000, where the first and the last page take 1 ms.
 */
function nearer(table: string): string {
  const left = `(select greatest(total - $5::bigint, 0) from counted)`
  const toStart = `(select case when $5::bigint * 2 <= total then $4::bigint + $5::bigint else 0 end from counted)`
  const toEnd = `(select case when $5::bigint * 2 > total then greatest(total - $5::bigint, 0) else 0 end from counted)`
  return `${forward(table, toStart)}
    union all
    (select id from (${idsSql(table, 'desc', toEnd)}) b order by id desc
     limit least(${unseen('$4::bigint')}, ${left}) offset (select greatest(total - $5::bigint - $4::bigint, 0) from counted))`
}

export function dayWindow<Page>({ name, table, shape, list }: DayWindow<Page>) {
  const page = (full: string, counted: string, rows: string, isQuick = false): Statement<unknown[], Paged> =>
    statement(
      full,
      `with ${counted} ${shape.giving({ page: rows, total: 'select total from counted', order: 'r.id' })}`,
      { isQuick },
    )
  const byIds = (ids: string) =>
    `select ${shape.found} from ${table} where org_id = ${unseenOrg} and id = any (array(${ids}))`
  const near = page(name, countedSql(list), byIds(forward(table, unseen('$4::bigint + $5::bigint'))))
  const far = page(`${name}:far`, countedSql(list), byIds(nearer(table)))
  const week = page(`${name}:week`, countedInWeek(list), weekSql(table, shape.found), true)
  const totals = statement<unknown[], Paged>(`${name}:total`, `with ${countedSql(list)} select total from counted`)

  return async (db: Queryable, orgId: number, query: PageNumber, { first, last }: Days) => {
    const offset = offsetOf(query)
    const isWeek = last - first < daysOfWeek
    const rows = await (offset > nearRows ? far : isWeek ? week : near).rows(
      db,
      orgId,
      first,
      last,
      query.per_page,
      offset,
    )
    return shape.read(rows, () => totals.one(db, orgId, first, last))
  }
}
