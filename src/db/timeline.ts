import { nearRows, offsetOf, type Paged, type PageNumber } from './page.ts'
import type { Shape } from './shape.ts'
import { type Queryable, type Statement, statement, unseen, unseenOrg } from './statement.ts'

/**
 * A list in the order of time, newest first, page by page, with an exact total, in one statement. The table has an index of
 * the organisation, the instant and the id, one for each filter before those, and the counts by time that
 * time_tally_watch (db/migrations/0019_time_tally.sql) keeps under `list`.
 */
interface Timeline<Name extends string, Page> {
  name: string
  table: string
  /** The column of instants. */
  at: string
  /** The rows of a page are found whole and dressed then: a column may be a look into another table. */
  shape: Shape<Page>
  list: string
  /** All rows are counted for themselves too, under `<list>.all` (db/migrations/0022_lists.sql). */
  whole?: boolean
  /** Conditions over the table and over the counts; `?` stands for the value. */
  filters: Readonly<Record<Name, { rows: string; counts: string; type: string }>>
}

/** From the first second up to, but not with, the last one: seconds since 1970. */
export interface Window {
  from: number
  before: number
}

/** Buckets are so many powers of two of seconds wide, each 32 of the next; the widest add up to the total. */
const widths = [26, 21, 16] as const
const [widest, narrowest] = [widths[0], widths.at(-1)!]

export function timeline<Page, Name extends string>(declared: Timeline<Name, Page>) {
  const { name, filters, shape } = declared
  const names = Object.keys(filters) as Name[]
  const made = new Map<string, Pages>()
  for (let bits = 0; bits < 2 ** (names.length + 1); bits++) {
    const used = names.filter((_, i) => bits & (1 << i))
    const isWindow = (bits >> names.length) % 2 === 1
    const key = [...used, ...(isWindow ? ['window'] : [])].join('+')
    made.set(key, pagesOf(declared, `${name}${key && `:${key}`}`, used, isWindow))
  }

  return async (
    db: Queryable,
    orgId: number,
    query: PageNumber,
    values: Partial<Record<Name, unknown>>,
    window?: Window,
  ): Promise<Page> => {
    const used = names.filter((filter) => values[filter] !== undefined)
    const { near, far, total } = made.get([...used, ...(window ? ['window'] : [])].join('+'))!
    const chosen = [...used.map((filter) => values[filter]), ...(window ? [window.from, window.before] : [])]
    const offset = offsetOf(query)
    const rows = await (offset > nearRows ? far : near).rows(db, orgId, query.per_page, offset, ...chosen)
    return shape.read(rows, () => total.one(db, orgId, ...chosen))
  }
}

interface Pages {
  /** Stepped to from the newest row. */
  near: Statement<unknown[], Paged>
  /** From the bucket it stands in, or from the oldest row. */
  far: Statement<unknown[], Paged>
  total: Statement<unknown[], Paged>
}

function pagesOf<Name extends string>(
  declared: Timeline<Name, unknown>,
  full: string,
  used: Name[],
  isWindow: boolean,
): Pages {
  const { shape, at } = declared
  const { counted } = piecesOf(declared, used, isWindow, 2)
  const pieces = piecesOf(declared, used, isWindow, 4)
  const [take, skip] = [unseen('$2::bigint'), unseen('$3::bigint')]
  // One filter has an index of its own; of two, a rare pair may take a walk through all that one of them has.
  const isQuick = used.length < 2
  const dressed = (page: string, more = '') =>
    `with counted as materialized (${pieces.counted})${more}
     ${shape.giving({ page, total: 'select total from counted', order: `r.${at} desc, r.id desc` })}`
  // No more than there are: a search for what the counts know to be missing would go through all that one index has.
  const there = `least(${take}, greatest((select total from counted) - ${skip}, 0))`
  const newest = `select ${shape.found} ${pieces.rows} order by ${at} desc, id desc limit ${there} offset ${skip}`
  return {
    near: statement(full, dressed(newest), { isQuick }),
    far: statement(`${full}:far`, dressed(pieces.farPage(take), `, ${pieces.anchor(skip)}, ${pieces.start(skip)}`), {
      isQuick,
    }),
    total: statement(`${full}:total`, `select total from (${counted}) c`),
  }
}

/** The SQL of one combination of filters, whose values are the parameters from `first` on. */
function piecesOf<Name extends string>(
  declared: Timeline<Name, unknown>,
  used: Name[],
  isWindow: boolean,
  first: number,
) {
  const { table, at, filters, shape } = declared
  const list = declared.whole && used.length === 0 ? `${declared.list}.all` : declared.list
  const and = (part: 'rows' | 'counts') =>
    used
      .map((name, i) => ` and ${filters[name][part].replaceAll('?', unseen(`$${first + i}::${filters[name].type}`))}`)
      .join('')
  const [from, before] = [`$${first + used.length}::bigint`, `$${first + used.length + 1}::bigint`]
  const every = `from ${table} where org_id = ${unseenOrg}${and('rows')}`
  const counts = (width: number) =>
    `from tally where org_id = ${unseenOrg} and list = '${list}' and width = ${width}${and('counts')}`

  /** How many rows are older than a second: whole buckets, wide ones first, and the rows of the last hours. */
  const older = (second: string) => {
    const sums = widths.map((width, i) => {
      const above = widths[i - 1]
      const since = above === undefined ? '' : ` and bucket >= ${unseen(`(${second} >> ${above}) << ${above - width}`)}`
      return `(select coalesce(sum(n::int), 0) ${counts(width)}${since} and bucket < ${unseen(`${second} >> ${width}`)})`
    })
    const rest = unseen(`to_timestamp((${second} >> ${narrowest}) << ${narrowest})`)
    return `${sums.join(' + ')} + (select count(*) ${every} and ${at} >= ${rest} and ${at} < ${unseen(`to_timestamp(${second})`)})`
  }
  const counted = isWindow
    ? `select newer, newer - lower as total from (select (${older(before)})::bigint as newer, (${older(from)})::bigint as lower offset 0) n`
    : `select total as newer, total from (select coalesce(sum(n::int), 0) as total ${counts(widest)}) n`
  const rows = isWindow
    ? `${every} and ${at} >= ${unseen(`to_timestamp(${from})`)} and ${at} < ${unseen(`to_timestamp(${before})`)}`
    : every

  const isFar = (skip: string) => `(select total - ${skip} from counted) > ${nearRows}`
  /** CTEs that end in `anchor`: the bucket in which the newest row of the page stands, and how many rows there are up to its end. */
  const anchor = (skip: string) => {
    const place = `(select newer - ${skip} - 1 from counted)`
    const levels = widths.map((width, i) => {
      const above = widths[i - 1]
      const parent = `level${above}`
      const [start, range] =
        above === undefined
          ? ['', '']
          : [
              `(select through - n from ${parent}) + `,
              ` and bucket between (select bucket << ${above - width} from ${parent}) and (select (bucket << ${above - width}) + ${2 ** (above - width) - 1} from ${parent})`,
            ]
      return `level${width} as (
        select bucket, n, through from (
          select bucket, sum(n::int) as n, ${start}sum(sum(n::int)::int) over (order by bucket rows unbounded preceding) as through
          ${counts(width)}${range} group by bucket) b
        where ${above === undefined ? `${isFar(skip)} and ` : ''}${place} < through order by bucket limit 1)`
    })
    return `${levels.join(', ')}, anchor as (select to_timestamp((bucket + 1) << ${narrowest}) as ends, through from level${narrowest})`
  }
  // What is stepped over is stepped over in an index, which has all that the order is of; only the page's own rows are read. Of a
  // bucket that the window's end cuts, the rows behind the end are not among them.
  const start = (skip: string) => `start as materialized (
    (select ${at} as at, id ${rows} and ${at} < (select ends from anchor)
     order by ${at} desc, id desc limit 1 offset (select least(through - newer, 0) + ${skip} from anchor, counted))
    union all
    (select ${at}, id ${rows} and (select total - ${skip} from counted) between 1 and ${nearRows}
     order by ${at}, id limit 1 offset (select greatest(total - ${skip} - 1, 0) from counted)))`
  const farPage = (take: string) => `
    select ${shape.found} ${rows} and (${at}, id) <= ((select at from start), (select id from start))
    order by ${at} desc, id desc limit ${take}`
  return { rows, counted, anchor, start, farPage }
}
