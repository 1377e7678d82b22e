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

/** Unless there is one. Not for an organisation that was deleted meanwhile. */
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
export const lock = statement<[orgId: number], FeedBounds>(
  'feed.lock',
  'select head, oldest from feed where org_id = $1 for no key update',
)

/** The numbers of the last event and of the oldest that is stored. */
export interface FeedBounds {
  head: number
  oldest: number
}

interface Numbered {
  numbered: number
  head: number
  /** Whether a webhook of the organisation is enabled. */
  has_webhooks: boolean
}

/**
 * Numbers visible events in the order of their ids. Returns no row if the organisation has no feed. Not a join: a plan
 * that was made while the table was small would read the table once for each event.
 */
export const number = statement<[orgId: number, limit: number], Numbered>(
  'feed.number',
  `with new as materialized (
     select array_agg(e.id order by e.id) as ids from (select id from event where org_id = $1 and ${isNew} order by id limit $2) e),
   before as materialized (select head from feed where org_id = $1),
   numbered as (
     update event set seq = (select head from before) + array_position((select ids from new), id)
     where org_id = $1 and id = any ((select ids from new)::bigint[]) and (select head from before) is not null returning 1)
   update feed set head = head + (select count(*) from numbered) where org_id = $1
   returning (select count(*) from numbered)::int as numbered, head,
     exists (select from webhook where org_id = $1 and disabled_at is null) as has_webhooks`,
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

/** Events of webhooks are for their own connection. Null: for every reader, as on the command line. */
const isVisible = (connection: string) =>
  `(type not like 'webhook.%' or ${connection}::bigint is null or connection_id = ${connection})`

type Page = [
  ...[orgId: number, after: number | null, isLatest: boolean, limit: number],
  ...[connectionId: number | null, types: readonly string[]],
]

/** The feed and its events after a number; with $3 after the last one. */
export const page = statement<Page, FeedRow>(
  'feed.page',
  pageSql(`select * from event where org_id = $1 and seq > f.after and seq <= f.after + ${maxRead}
    and type = any ($6::text[]) and ${isVisible('$5')} order by seq limit $4`),
)

type PageOfSubject = [
  ...[orgId: number, after: number | null, isLatest: boolean, limit: number, connectionId: number | null],
  ...[subject: string, subjectId: number | null, ref: string | null],
]

/** The same for the events of one record, of every type. Notes of earlier versions have no ref. */
export const pageOfSubject = statement<PageOfSubject, FeedRow>(
  'feed.page_of_subject',
  pageSql(`select * from event where org_id = $1 and subject_id = $7 and split_part(type, '.', 1) = $6 and seq > f.after
    and ($8::text is null or coalesce(ref, case when detail ->> 'kind' = 'Task' then 'task:' else 'general:' end || subject_id) = $8)
    and ${isVisible('$5')} order by seq limit $4`),
)

type ChangesOfSubject = [
  ...[orgId: number, subject: string, subjectId: number | null, ref: string | null],
  ...[from: string, to: string, limit: number],
]
const changesWhere = (which: string, order: string) => `
  (select * from event where org_id = $1 and subject_id = $3 and split_part(type, '.', 1) = $2 and ${which}
    and ($4::text is null or coalesce(ref, case when detail ->> 'kind' = 'Task' then 'task:' else 'general:' end || subject_id) = $4)
    and at >= $5 and at < $6 order by ${order} desc limit $7)`

/** The last events of one record, newest first, those without a number included. */
export const changesOfSubject = statement<ChangesOfSubject, Omit<StoredEvent, 'id'> & { id: number | null }>(
  'feed.changes_of_subject',
  `select ${columns} from (
     ${changesWhere('seq is not null', 'seq')} union all ${changesWhere(isNew, 'id')}
     union all ${changesWhere("type like 'token.%'", 'id')}) e
   left join connection c on c.org_id = $1 and c.id = e.connection_id
   order by e.seq desc nulls first, e.id desc limit $7`,
)

export const find = statement<[orgId: number, id: number, connectionId: number], StoredEvent>(
  'feed.find',
  `select ${columns} from event e left join connection c on c.org_id = $1 and c.id = e.connection_id
   where e.org_id = $1 and e.seq = $2 and ${isVisible('$3')}`,
)

/**
 * The number of the first event of a time or later, or the next number if there is none; and whether an older event is
 * stored. Events are nearly in the order of their times, so it is found by halving. One that was committed late, as an
 * import is, has a time before that of its neighbours: some events before the found one are read too.
 */
export const firstSince = statement<[orgId: number, at: string], { first: number; is_after_oldest: boolean }>(
  'feed.first_since',
  `with recursive bounds (low, high) as (
     select oldest, head + 1 from feed where org_id = $1
     union all
     select case when m.at < $2 then m.seq + 1 else b.low end, case when m.at < $2 then b.high else m.seq end
     from bounds b join event m on m.org_id = $1 and m.seq = (b.low + b.high) / 2 where b.low < b.high),
   halved as materialized (select max(low) as seq from bounds)
   select coalesce(
       (select min(e.seq) from (
          select seq, at from event where org_id = $1 and seq < h.seq order by seq desc limit ${maxRead}) e where e.at >= $2),
       h.seq, 1) as first,
     exists (select 1 from event e, feed f where f.org_id = $1 and e.org_id = $1 and e.seq = f.oldest and e.at < $2)
       as is_after_oldest
   from halved h`,
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

/**
 * The number of the first event that a webhook has still to send, now or once it is enabled. One that was disabled at $4
 * or before keeps none.
 */
const firstOfWebhooks = `
  select min(least(w.position + 1, (
    select d.event_id from webhook_delivery d where d.org_id = $1 and d.webhook_id = w.id and d.status = 'pending'
    order by d.event_id limit 1)))
  from webhook w where w.org_id = $1 and (w.disabled_at is null or w.disabled_at > $4)`

/**
 * Deletes the first events that are older than a time, up to the first that is not, and moves `oldest`. After `lock`, so
 * that no webhook begins meanwhile at an event that is deleted.
 */
export const removeOld = statement<
  [orgId: number, before: string, limit: number, disabledBefore: string],
  { removed: number }
>(
  'feed.remove_old',
  `with old as materialized (
     select e.seq, e.at from event e, feed f
     where f.org_id = $1 and e.org_id = $1 and e.seq >= f.oldest and e.seq < f.oldest + $3 order by e.seq),
   end_of_old as materialized (
     select least(
       coalesce((select min(seq) from old where at >= $2), (select max(seq) + 1 from old)), (${firstOfWebhooks})) as seq),
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

export const organisationsWithOldTokenEvents = statement<[before: string], { org_id: number }>(
  'feed.organisations_with_old_token_events',
  `select distinct org_id from event where type like 'token.%' and at < $1`,
)
export const removeOldTokenEvents = statement<[orgId: number, before: string], object>(
  'feed.remove_old_token_events',
  `delete from event where org_id = $1 and type like 'token.%' and at < $2`,
)
