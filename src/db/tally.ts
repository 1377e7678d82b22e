import { type Queryable, statement, unseenOrg } from './statement.ts'

/**
 * Reads of the counts that the triggers of db/migrations/0003_tally.sql keep: the total of a list, and the bucket
 * in which its n-th row stands. `condition` narrows to a status or a kind.
 */
const counts = (list: string, width: number, condition: string) =>
  `from tally where org_id = ${unseenOrg} and list = '${list}' and width = ${width}${condition}`

export const tallyTotalSql = (list: string, condition: string) =>
  `select coalesce(sum(n::int), 0) as total ${counts(list, 20, condition)}`

/**
 * CTEs that end in `anchor (first_id, before)`: the first id of the 256 ids that hold row number `offset` (from 0),
 * and how many rows stand before it. Empty when the list is shorter, or when the condition `wanted` does not hold: then
 * hardly anything is read.
 */
export function anchorSql(list: string, condition: string, offset: string, wanted: string): string {
  // Ordered and limited, so that reading stops at the bucket found instead of adding up the 64 to their end. As int, because
  // a sum of bigint is numeric, which takes longer than the reading; a bucket has no more rows than ids.
  const level = (name: string, width: number, above?: string) => `
    ${name} as (
      select bucket, through - n as before from (
        select bucket, sum(n::int) as n,
          ${above ? `(select before from ${above}) + ` : ''}sum(sum(n::int)::int) over (order by bucket rows unbounded preceding) as through
        ${counts(list, width, condition)}${above ? ` and bucket between (select bucket << 6 from ${above}) and (select (bucket << 6) + 63 from ${above})` : ''}
        group by bucket) b
      where ${above ? '' : `${wanted} and `}${offset} < through order by bucket limit 1)`
  return `${level('wide', 20)}, ${level('middle', 14, 'wide')}, ${level('narrow', 8, 'middle')},
    anchor as (select bucket << 8 as first_id, before from narrow)`
}

const mostAtOnce = 5000

/**
 * For all organisations. What a writer holds is left for the next time. Where it brings the count in slot 0 to nothing, as
 * for a status that everything has left, that goes too.
 */
const fold = statement<[], { folded: number }>(
  'tally.fold',
  `with picked as materialized (
     select ctid, org_id, list, width, bucket, status, kind, n from tally where slot > 0
     order by org_id, list, width, bucket, status, kind limit ${mostAtOnce} for update skip locked),
   undone as materialized (
     select t.ctid
     from (select org_id, list, width, bucket, status, kind, sum(n) as n from picked group by 1, 2, 3, 4, 5, 6) p
     cross join lateral (
       select ctid from tally t
       where t.org_id = p.org_id and t.list = p.list and t.width = p.width and t.bucket = p.bucket
         and t.status = p.status and t.kind = p.kind and t.slot = 0 and t.n + p.n = 0 for update skip locked) t),
   gone as (
     delete from tally where ctid = any (array(select ctid from picked union all select ctid from undone)) returning *),
   folded as (
     insert into tally as t (org_id, list, width, bucket, status, kind, slot, n)
     select org_id, list, width, bucket, status, kind, 0, sum(n) from gone
     group by org_id, list, width, bucket, status, kind having sum(n) <> 0
     order by org_id, list, width, bucket, status, kind
     on conflict (org_id, list, width, bucket, status, kind, slot) do update set n = t.n + excluded.n)
   select count(*) as folded from picked`,
)

/** Adds the slots of concurrent writers up into slot 0. Each step is one statement: a reader sees all of it or none. */
export async function foldTally(db: Queryable): Promise<void> {
  while ((await fold.one(db)).folded === mostAtOnce);
}
