import { type Queryable, statement } from './statement.ts'

/** The key by which a list's records are put into buckets: id, second of a timestamp, or first day. */
type BucketKey = 'id' | 'time' | 'day'

/** Bits by which a key is shifted to its bucket, the widest first. A bucket contains 64 or 32 of the next width. */
const widthsOf: Record<BucketKey, readonly number[]> = { id: [20, 14, 8], time: [26, 21, 16], day: [0] }

/** The lists that db/migrations/0025_counters.sql counts. */
const lists = {
  staff: 'id',
  clients: 'id',
  shifts: 'id',
  appointments: 'id',
  tasks: 'id',
  billables: 'id',
  prospects: 'id',
  submissions: 'time',
  'appointments.days': 'day',
} as const satisfies Record<string, BucketKey>
export type CountedList = keyof typeof lists

interface CountedRecords {
  list: CountedList
  /** Conditions over `status` and `kind`, each with `and` before it; empty for all records. */
  condition: string
}

/** The width of changes that are not compacted yet. Their bucket is the key itself. */
const changesWidth = -1
const changesSql = ({ list, condition }: CountedRecords) =>
  `from counter where org_id = $1 and list = '${list}' and width = ${changesWidth}${condition}`
const countersSql = ({ list, condition }: CountedRecords, width: number) =>
  `from counter where org_id = $1 and list = '${list}${condition ? '' : '.all'}' and width = ${width}${condition}`

/** SQL of the number of records. `where` restricts the buckets, for a list by days. */
export function totalSql(counted: CountedRecords, where = ''): string {
  const sum = (from: string) => `(select coalesce(sum(n), 0) ${from}${where})`
  return `${sum(countersSql(counted, widthsOf[lists[counted.list]][0]!))} + ${sum(changesSql(counted))}`
}

/**
 * CTEs that end in `anchor (first, next, before, through)`: the bucket of the record at `position`, counted from 0 in
 * the order of keys. Its keys are from `first` up to, but excluding, `next`. `before` and `through` are the numbers of
 * records before it and up to its end. Each width reads at most 64 buckets. `anchor` has no row where `wanted` is
 * false, and then hardly anything is read.
 */
export function anchorSql(counted: CountedRecords, position: string, wanted: string): string {
  const widths = widthsOf[lists[counted.list]]
  const levels = widths.map((width, i) => {
    const above = widths[i - 1]
    const [parent, shift] = [`level${above}`, (above ?? 0) - width]
    const range = above
      ? ` where bucket between (select bucket << ${shift} from ${parent}) and (select (bucket << ${shift}) + ${2 ** shift - 1} from ${parent})`
      : ''
    // The sums are int, because a sum of bigint is numeric, which takes longer than reading the rows.
    return `level${width} as (
      select bucket, through - n as before, through from (
        select bucket, sum(n) as n, ${above ? `(select before from ${parent}) + ` : ''}sum(sum(n)::int) over (order by bucket rows unbounded preceding) as through
        from (select bucket, n ${countersSql(counted, width)}${range.replace(' where', ' and')}
          union all select bucket, n from (select bucket >> ${width} as bucket, n from pending) p${range}) c
        group by bucket) b
      where ${above ? '' : `${wanted} and `}${position} < through order by bucket limit 1)`
  })
  const narrowest = widths.at(-1)!
  return `pending as materialized (select bucket, n ${changesSql(counted)}), ${levels.join(', ')},
    anchor as (select bucket << ${narrowest} as first, (bucket + 1) << ${narrowest} as next, before, through from level${narrowest})`
}

export const widthsByList = new Map(Object.entries(lists).map(([list, key]) => [list, widthsOf[key]]))
const widths = [...widthsByList].map(([list, all]) => `('${list}', '{${all.join(', ')}}'::smallint[])`).join(', ')

/** One statement, so that a reader sees each change once: as a change, or in the counters. */
const compactOne = statement<[orgId: number], object>(
  'counters.compact',
  `with gone as (
     delete from counter where org_id = $1 and list = any ('{${[...widthsByList.keys()].join(', ')}}') and width = ${changesWidth}
     returning list, bucket, status, kind, n)
   insert into counter as c (org_id, list, width, bucket, status, kind, n)
   select $1, k.list, w, g.bucket >> w, k.status, k.kind, sum(g.n)
   from gone g join (values ${widths}) l (list, widths) on l.list = g.list
   cross join lateral unnest(l.widths) w
   cross join lateral (values (g.list, g.status, g.kind), (g.list || '.all', '', '')) k (list, status, kind)
   group by 2, 3, 4, 5, 6 having sum(g.n) <> 0 order by 2, 3, 4, 5, 6
   on conflict (org_id, list, width, bucket, status, kind, change) do update set n = c.n + excluded.n`,
)

/** For an import, which writes more changes than a read should add up. */
export const compactCounters = async (db: Queryable, orgId: number): Promise<void> => {
  await compactOne.rows(db, orgId)
}

/** The organisations with changes. */
const changedOrganisations = statement<[], { org_id: number }>(
  'counters.changed',
  `select distinct org_id from counter where width = ${changesWidth} order by org_id`,
)

/**
 * Each node runs this every second. Two nodes at once are harmless: one waits, and then finds no changes. A failure of
 * one organisation does not stop the others.
 */
export async function compactAllCounters(db: Queryable): Promise<void> {
  const failures: unknown[] = []
  for (const { org_id } of await changedOrganisations.rows(db)) {
    await compactCounters(db, org_id).catch((error) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
