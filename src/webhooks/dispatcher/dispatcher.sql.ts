import { instantText } from '../../db/local-time.ts'
import { statement } from '../../db/statement.ts'
import type { StoredEvent } from '../../events/catalogue.ts'
import type { WebhookAttempt } from '../webhooks.schema.ts'

/** How long a process keeps a webhook without a sign of life. */
const leaseSeconds = 30

/**
 * Webhooks with something to send, without locks: new events or a due attempt, while a token of their connection is valid. An
 * ordered one with a pending delivery has to wait for it.
 */
const ready = (isWanted: string, now: string, limit: string) => `
  select w.org_id, w.id, w.connection_id from webhook w join feed f on f.org_id = w.org_id join organisation o on o.id = w.org_id
  where ${isWanted} and w.disabled_at is null and (w.lease_until is null or w.lease_until <= now())
    and (w.rest_until is null or w.rest_until <= now())
    and (w.next_at <= now() or (w.position < f.head and not (w.ordered and w.next_at is not null)))
    and o.integrations_enabled and exists (
      select from access_token t where t.org_id = w.org_id and t.connection_id = w.connection_id
        and not t.disabled and t.revoked_at is null and t.expires_at > ${now})
  order by w.lease_until nulls first, w.org_id, w.id limit ${limit}`

export interface ReadyWebhook {
  org_id: number
  id: number
  connection_id: number
}

export const findReady = statement<[now: string, limit: number], ReadyWebhook>(
  'webhooks.find_ready',
  ready('true', '$1', '$2'),
)

export const findReadyOf = statement<[orgId: number, now: string, limit: number], ReadyWebhook>(
  'webhooks.find_ready_of',
  ready('w.org_id = $1', '$2', '$3'),
)

/** A webhook that a run may send for, until its lease ends. */
export interface LeasedWebhook {
  id: number
  connection_id: number
  url: string
  types: string[]
  ordered: boolean
  position: number
  failures: number
  failing_seconds: number | null
  rest_step: number
  /** Until the next attempt of a pending delivery. */
  next_seconds: number | null
  generation: number
  /** Signs too, for so long. */
  old_generation: number | null
  old_seconds: number | null
  organisation: string
  feed: string
  signing_key: Buffer
}

/** In one batch with `readLeased`: Citus does not take the current time in a returned value. */
export const lease = statement<[orgId: number, id: number, by: string], object>(
  'webhooks.lease',
  `with locked as materialized (
     select id from webhook where org_id = $1 and id = $2 and disabled_at is null
       and (lease_until is null or lease_until <= now()) and (rest_until is null or rest_until <= now())
     for no key update skip locked)
   update webhook w set lease_by = $3, lease_until = now() + interval '${leaseSeconds} seconds'
   from locked where w.org_id = $1 and w.id = locked.id`,
)

/** Without the lease no row. */
export const readLeased = statement<[orgId: number, id: number, by: string], LeasedWebhook>(
  'webhooks.read_leased',
  `select w.id, w.connection_id, w.url, w.types, w.ordered, w.position, w.failures,
     extract(epoch from now() - w.failing_since)::float8 as failing_seconds, w.rest_step,
     extract(epoch from w.next_at - now())::float8 as next_seconds, w.generation, w.old_generation,
     extract(epoch from w.old_until - now())::float8 as old_seconds, o.slug as organisation, o.feed, o.signing_key
   from webhook w join organisation o on o.id = $1
   where w.org_id = $1 and w.id = $2 and w.lease_by = $3 and w.lease_until > now()`,
)

const secondsUntil = (time: string) => `extract(epoch from ${time} - now())::float8`
const eventColumns = `e.at, e.fields, e.detail,
  (select c.name from connection c where c.org_id = $1 and c.id = e.connection_id) as connection`

/** How many events are read at most to find those that a webhook gets. */
export const maxRead = 10_000

/** The next event of a page, or nulls if there is none. */
export type NewEventRow = (StoredEvent | Record<keyof StoredEvent, null>) & {
  /** The last event at the same moment, and whether deliveries are pending. */
  head: number
  has_pending: boolean
}
type ReadNew = [orgId: number, webhookId: number, after: number, types: string[], connectionId: number, limit: number]

/**
 * The next events of a webhook. They are not joined with its deliveries: a plan that was made while there were few would read
 * all deliveries once for each event.
 */
export const readNew = statement<ReadNew, NewEventRow>(
  'webhooks.read_new',
  `select f.head, e.*,
     exists (select from webhook_delivery p where p.org_id = $1 and p.webhook_id = $2 and p.status = 'pending') as has_pending
   from feed f left join lateral (
     select e.seq as id, e.type, e.subject_id, e.ref, ${eventColumns} from event e
     where e.org_id = $1 and e.seq > $3 and e.seq <= $3 + ${maxRead} and e.type = any ($4::text[])
       and (e.type not like 'webhook.%' or e.connection_id = $5)
     order by e.seq limit $6) e on true
   where f.org_id = $1 order by e.id`,
)

/** Events after the position that have a delivery. */
export const readDecided = statement<[orgId: number, webhookId: number, position: number], { event_id: number }>(
  'webhooks.read_decided',
  'select event_id from webhook_delivery where org_id = $1 and webhook_id = $2 and event_id > $3',
)

/** A delivery to attempt again. */
export interface DueDelivery extends StoredEvent {
  attempts: number
  /** All of them but the last. */
  earlier: WebhookAttempt[] | null
  last: WebhookAttempt
  is_replay: boolean
  /** Whether it waits for earlier events of its record, and later ones for it. */
  in_order: boolean
  /** Whether the event is still stored. */
  is_kept: boolean
}

/** Deliveries that are due, with their events. One that waits for an earlier one has the time of that, and follows it. */
export const readDue = statement<[orgId: number, webhookId: number, limit: number], DueDelivery>(
  'webhooks.read_due',
  `select d.event_id as id, d.type, d.subject_id, d.ref, ${eventColumns}, d.attempts, d.earlier, d.is_replay, d.in_order,
     e.seq is not null as is_kept,
     json_build_object('at', ${instantText('d.last_at')}, 'status_code', d.status_code, 'duration_ms', d.duration_ms, 'error', d.error,
       'response', d.response) as last
   from webhook_delivery d left join event e on e.org_id = $1 and e.seq = d.event_id
   where d.org_id = $1 and d.webhook_id = $2 and d.status = 'pending' and d.next_at <= now()
   order by d.next_at, d.event_id limit $3`,
)

/** After so many attempts of an event, later events of its record overtake it. */
export const attemptsInOrder = 3

/** A delivery that later events of its record wait for. */
export interface Blocker {
  event_id: number
  type: string
  subject_id: number
  ref: string | null
  seconds: number
}

export const readBlockers = statement<[orgId: number, webhookId: number, subjectIds: number[]], Blocker>(
  'webhooks.read_blockers',
  `select event_id, type, subject_id, ref, ${secondsUntil('next_at')} as seconds from webhook_delivery
   where org_id = $1 and webhook_id = $2 and status = 'pending' and in_order and attempts < ${attemptsInOrder}
     and subject_id = any ($3::bigint[])`,
)

/** The first pending delivery of an ordered webhook, but for those that are due. All events after it wait for it. */
export const readOrderBlocker = statement<[orgId: number, webhookId: number, due: number[]], Blocker>(
  'webhooks.read_order_blocker',
  `select event_id, type, subject_id, ref, ${secondsUntil('next_at')} as seconds from webhook_delivery
   where org_id = $1 and webhook_id = $2 and status = 'pending' and event_id <> all ($3::bigint[]) order by event_id limit 1`,
)

type Move = [
  ...[orgId: number, id: number, by: string, position: number, failures: number, hasSucceeded: boolean],
  ...[isFailing: boolean, restStep: number, keepsLease: boolean, now: string],
]

/**
 * Moves the webhook on while the lease is this run's. No row: another process may have it. A lease that is given back has
 * ended now, and `findReady` returns those first that have waited longest.
 */
export const move = statement<Move, { id: number }>(
  'webhooks.move',
  `update webhook set position = $4, failures = $5,
     failing_since = case when $7 then coalesce(case when not $6 then failing_since end, $10) when not $6 then failing_since end,
     rest_step = $8, lease_until = now() + case when $9 then interval '${leaseSeconds} seconds' else interval '0' end,
     lease_by = case when $9 then lease_by end
   where org_id = $1 and id = $2 and lease_by = $3 and lease_until > now() returning id`,
)

/** Null: no rest. */
export const setRest = statement<[orgId: number, id: number, seconds: number | null], object>(
  'webhooks.set_rest',
  `update webhook set rest_until = now() + $3::float8 * interval '1 second' where org_id = $1 and id = $2`,
)

/** What came of an attempt, as `record` stores it. */
export interface AttemptResult {
  event_id: number
  type: string
  subject_id: number
  ref: string | null
  /** When it was read. */
  is_replay: boolean
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  /** Seconds until the next attempt. */
  wait: number | null
  status_code: number | null
  duration_ms: number
  error: string | null
  response: string | null
  earlier: WebhookAttempt[] | null
}

/** It was resent or replayed since it was read, and is not delivered: then it is due at the time that was asked for. */
const isResent = `webhook_delivery.is_replay and not excluded.is_replay and excluded.status <> 'delivered'`

export const record = statement<[orgId: number, webhookId: number, results: string], object>(
  'webhooks.record',
  `insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, ref, status, attempts, next_at, last_at,
     status_code, duration_ms, error, response, earlier, is_replay)
   select $1, $2, r.event_id, r.type, r.subject_id, r.ref, r.status, r.attempts, now() + r.wait * interval '1 second', now(),
     r.status_code, r.duration_ms, r.error, r.response, r.earlier, r.is_replay
   from jsonb_to_recordset($3::jsonb) r (event_id bigint, type text, subject_id bigint, ref text, status text, attempts smallint,
     wait float8, status_code smallint, duration_ms int, error text, response text, earlier jsonb, is_replay boolean)
   on conflict (org_id, webhook_id, event_id) do update set
     status = case when ${isResent} then 'pending' else excluded.status end, attempts = excluded.attempts,
     next_at = case when ${isResent} then webhook_delivery.next_at else excluded.next_at end, last_at = excluded.last_at,
     status_code = excluded.status_code, duration_ms = excluded.duration_ms, error = excluded.error, response = excluded.response,
     earlier = excluded.earlier`,
)

/** An event that waits for an earlier one of its record. */
export interface Postponed {
  event_id: number
  type: string
  subject_id: number
  ref: string | null
  wait: number
  /** When it was read. */
  is_replay: boolean
}

export const postpone = statement<[orgId: number, webhookId: number, events: string], object>(
  'webhooks.postpone',
  `insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, ref, status, attempts, next_at, last_at, is_replay)
   select $1, $2, r.event_id, r.type, r.subject_id, r.ref, 'pending', 0, now() + r.wait * interval '1 second', now(), r.is_replay
   from jsonb_to_recordset($3::jsonb) r (event_id bigint, type text, subject_id bigint, ref text, wait float8, is_replay boolean)
   on conflict (org_id, webhook_id, event_id) do update set next_at = excluded.next_at
   where excluded.is_replay or not webhook_delivery.is_replay`,
)

/** A delivery that is not attempted again. */
export interface GivenUp {
  event_id: number
  error: string
}

export const giveUp = statement<[orgId: number, webhookId: number, events: string], object>(
  'webhooks.give_up',
  `update webhook_delivery d set status = 'failed', next_at = null, error = r.error
   from jsonb_to_recordset($3::jsonb) r (event_id bigint, error text)
   where d.org_id = $1 and d.webhook_id = $2 and d.event_id = r.event_id`,
)

export const setNextAttempt = statement<[orgId: number, webhookId: number], object>(
  'webhooks.set_next_attempt',
  `update webhook set next_at = (
     select min(next_at) from webhook_delivery where org_id = $1 and webhook_id = $2 and status = 'pending')
   where org_id = $1 and id = $2`,
)

/** What others may have changed: events they numbered, deliveries they made due. */
export const readNews = statement<[orgId: number, webhookId: number], { seconds: number | null; head: number }>(
  'webhooks.read_news',
  `select ${secondsUntil('w.next_at')} as seconds, f.head from webhook w join feed f on f.org_id = $1
   where w.org_id = $1 and w.id = $2`,
)

/** Webhooks that the operator should look at: that fail at present, or were disabled because of failures. */
const isFailing = 'w.disabled_at is null and w.failing_since is not null'
const isDisabled = `w.disabled_reason in ('gone', 'failing')`

export const countFailing = statement<[], { failing: number; disabled: number }>(
  'webhooks.count_failing',
  `select count(*) filter (where ${isFailing})::int as failing, count(*) filter (where ${isDisabled})::int as disabled
   from webhook w`,
)

export const organisationsWithFailing = statement<[limit: number], { slug: string }>(
  'webhooks.organisations_with_failing',
  `select distinct o.slug from webhook w join organisation o on o.id = w.org_id
   where (${isFailing}) or ${isDisabled} order by o.slug limit $1`,
)
