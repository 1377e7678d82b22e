import { statement } from '../db/statement.ts'
import type { StoredEvent } from './catalogue.ts'

/** Events that the sequencer has to number, as the index event_new has them. */
const isNew = `seq is null and type not like 'token.%'`

export const organisationsWithNew = statement<[], { org_id: number }>(
  'feed.organisations_with_new',
  `select distinct org_id from event where ${isNew}`,
)

/** How many events have no number yet, at most 10,000, and since when. */
export const countNew = statement<[], { count: number; since: string | null }>(
  'feed.count_new',
  `select count(*)::int as count, min(at) as since from (select at from event where ${isNew} limit 10000) e`,
)

/** Not for an organisation that was deleted meanwhile. */
export const create = statement<[orgId: number], object>(
  'feed.create',
  'insert into feed (org_id) select $1 from organisation where id = $1 on conflict (org_id) do nothing',
)

/** One organisation must not stop the numbering of others. */
export const limitLockWait = statement<[], object>(
  'feed.limit_lock_wait',
  `select set_config('lock_timeout', '100ms', true)`,
)

/** A statement of its own before `number`, which then sees what the sequencer before it has numbered. */
export const lock = statement<[orgId: number], object>(
  'feed.lock',
  'select head from feed where org_id = $1 for no key update',
)

/**
 * Numbers visible events in the order of their ids. Returns no row if the organisation has no feed yet. Not a join: a plan
 * that was made while the table was small would read the table once for each event.
 */
export const number = statement<[orgId: number, limit: number], { numbered: number; head: number }>(
  'feed.number',
  `with new as materialized (
     select array_agg(e.id order by e.id) as ids from (select id from event where org_id = $1 and ${isNew} order by id limit $2) e),
   before as materialized (select head from feed where org_id = $1),
   numbered as (
     update event set seq = (select head from before) + array_position((select ids from new), id)
     where org_id = $1 and id = any ((select ids from new)::bigint[]) and (select head from before) is not null returning 1)
   update feed set head = head + (select count(*) from numbered) where org_id = $1
   returning (select count(*) from numbered)::int as numbered, head`,
)

export const heads = statement<[orgIds: number[]], { org_id: number; head: number }>(
  'feed.heads',
  'select org_id, head from feed where org_id = any ($1::bigint[])',
)

/** The feed, and an event of the page or nulls. */
export interface FeedRow extends Omit<StoredEvent, 'id'> {
  id: number | null
  feed: string
  head: number
  oldest: number
  after: number
}

/** How many events a request reads at most to find those of its filter. */
export const maxRead = 10_000

const columns = 'e.seq as id, e.type, e.at, e.subject_id, e.ref, e.fields, e.detail, c.name as connection'
const pageSql = (events: string) => `
  select o.feed, f.head, f.oldest, f.after, e.*
  from organisation o
  cross join lateral (
    select coalesce(max(head), 0) as head, coalesce(max(oldest), 1) as oldest from feed where org_id = $1) stored
  cross join lateral (
    select stored.*, case when $3 then stored.head else coalesce($2::bigint, stored.oldest - 1) end as after) f
  left join lateral (
    select ${columns} from (${events}) e left join connection c on c.org_id = $1 and c.id = e.connection_id
    order by e.seq) e on true
  where o.id = $1 order by e.id`

type Page = [orgId: number, after: number | null, isLatest: boolean, limit: number, types: readonly string[]]

/** The feed and its events after a number; with $3 after the last one. */
export const page = statement<Page, FeedRow>(
  'feed.page',
  pageSql(`select * from event where org_id = $1 and seq > f.after and seq <= f.after + ${maxRead}
    and type = any ($5::text[]) order by seq limit $4`),
)

type PageOfSubject = [
  ...[orgId: number, after: number | null, isLatest: boolean, limit: number],
  ...[subject: string, subjectId: number | null, ref: string | null],
]

/** The same for the events of one record, of every type. Notes of earlier versions have no ref. */
export const pageOfSubject = statement<PageOfSubject, FeedRow>(
  'feed.page_of_subject',
  pageSql(`select * from event where org_id = $1 and subject_id = $6 and split_part(type, '.', 1) = $5 and seq > f.after
    and ($7::text is null or coalesce(ref, case when detail ->> 'kind' = 'Task' then 'task:' else 'general:' end || subject_id) = $7)
    order by seq limit $4`),
)

export const find = statement<[orgId: number, id: number], StoredEvent>(
  'feed.find',
  `select ${columns} from event e left join connection c on c.org_id = $1 and c.id = e.connection_id
   where e.org_id = $1 and e.seq = $2`,
)

/** The id of the shift that an appointment belongs or belonged to. */
export const findShift = statement<[orgId: number, appointmentId: number, ref: string], { id: number | null }>(
  'feed.find_shift',
  `select coalesce(
     (select shift_id from appointment where org_id = $1 and id = $2),
     (select subject_id from event where org_id = $1 and ref = $3 and type = 'shift.removed' order by id desc limit 1)) as id`,
)

export const organisationsWithOld = statement<[before: string], { org_id: number }>(
  'feed.organisations_with_old',
  `select f.org_id from feed f join event e on e.org_id = f.org_id and e.seq = f.oldest where e.at < $1 order by f.org_id`,
)

/** Deletes the first events that are older than a time, up to the first that is not, and moves `oldest`. */
export const removeOld = statement<[orgId: number, before: string, limit: number], { removed: number }>(
  'feed.remove_old',
  `with old as materialized (
     select e.seq, e.at from event e, feed f
     where f.org_id = $1 and e.org_id = $1 and e.seq >= f.oldest and e.seq < f.oldest + $3 order by e.seq),
   end_of_old as materialized (
     select coalesce((select min(seq) from old where at >= $2), (select max(seq) + 1 from old)) as seq),
   removed as (
     delete from event where org_id = $1 and seq >= (select oldest from feed where org_id = $1)
       and seq < (select seq from end_of_old) returning 1)
   update feed set oldest = (select seq from end_of_old)
   where org_id = $1 and oldest < (select seq from end_of_old) returning (select count(*) from removed)::int as removed`,
)

export const restart = statement<[orgId: number, feed: string], object>(
  'feed.restart',
  'update organisation set feed = $2 where id = $1',
)
