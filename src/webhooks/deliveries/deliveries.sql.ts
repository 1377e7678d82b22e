import { statement } from '../../db/statement.ts'
import type { EventType } from '../../events/catalogue.ts'
import type { WebhookAttempt } from '../webhooks.schema.ts'
import type { DeliveryStatus } from './deliveries.schema.ts'

export interface DeliveryRow {
  event_id: number
  type: EventType
  subject_id: number
  ref: string | null
  status: DeliveryStatus
  attempts: number
  next_at: string | null
  last_at: string
  status_code: number | null
  duration_ms: number | null
  error: string | null
  response: string | null
  is_replay: boolean
}
type DeliveryWithTries = DeliveryRow & { earlier: WebhookAttempt[] | null }

const columns =
  'event_id, type, subject_id, ref, status, attempts, next_at, last_at, status_code, duration_ms, error, response, is_replay'

/** How many deliveries a request reads at most to find those of its filter. */
export const maxRead = 10_000

type Window = [orgId: number, webhookId: number, lastAt: string, eventId: number, from: string, to: string]
type Filter = [status: DeliveryStatus | null, types: readonly string[], limit: number]

/** Before a position, newest first. */
const inWindow = `org_id = $1 and webhook_id = $2 and (last_at, event_id) < ($3::timestamptz, $4::bigint) and last_at >= $5 and last_at < $6`
const order = 'order by last_at desc, event_id desc'

/** `only` is a condition that an index has. */
const pageOf = (name: string, only: string) => ({
  page: statement<[...Window, ...Filter], DeliveryRow>(
    `webhook_deliveries.page_${name}`,
    `select ${columns} from (select * from webhook_delivery where ${inWindow} and ${only} ${order} limit ${maxRead}) d
     where ($7::text is null or status = $7) and type = any ($8::text[]) ${order} limit $9`,
  ),
  /** The last delivery that such a page has read, if there may be more. */
  lastRead: statement<Window, { last_at: string; event_id: number }>(
    `webhook_deliveries.last_read_${name}`,
    `select last_at, event_id from webhook_delivery where ${inWindow} and ${only} ${order} offset ${maxRead - 1} limit 1`,
  ),
})
export const all = pageOf('all', 'true')
export const notDelivered = pageOf('not_delivered', `status <> 'delivered'`)

type One = [orgId: number, webhookId: number, eventId: number]

export const find = statement<One, DeliveryWithTries>(
  'webhook_deliveries.find',
  `select ${columns}, earlier from webhook_delivery where org_id = $1 and webhook_id = $2 and event_id = $3`,
)

/** A request for one event sends it now, also if it waits for an earlier one of its record. */
export const resend = statement<[...One, at: string], DeliveryRow>(
  'webhook_deliveries.resend',
  `update webhook_delivery set status = 'pending', next_at = $4, is_replay = true, in_order = false
   where org_id = $1 and webhook_id = $2 and event_id = $3 returning ${columns}`,
)

/** Whether deliveries of an earlier replay were not tried yet. One that has failed meanwhile is due later. */
export const isReplaying = statement<[orgId: number, webhookId: number, at: string], { is_replaying: boolean }>(
  'webhook_deliveries.is_replaying',
  `select exists (select 1 from webhook_delivery
     where org_id = $1 and webhook_id = $2 and status = 'pending' and is_replay and next_at <= $3) as is_replaying`,
)

type Range = [orgId: number, webhookId: number, from: number, to: number, types: readonly string[]]
const failedInRange = `org_id = $1 and webhook_id = $2 and event_id >= $3 and event_id <= $4
  and status in ('failed', 'pending') and type = any ($5::text[])`

export const countFailed = statement<Range, { count: number }>(
  'webhook_deliveries.count_failed',
  `select count(*) as count from webhook_delivery where ${failedInRange}`,
)

/** What is pending keeps its place in the order of its record. */
export const replayFailed = statement<[...Range, at: string], object>(
  'webhook_deliveries.replay_failed',
  `update webhook_delivery set status = 'pending', next_at = $6, is_replay = true, in_order = in_order and status = 'pending'
   where ${failedInRange}`,
)

type EventRange = [orgId: number, from: number, to: number, types: readonly string[], connectionId: number]
/** Events of the feed that a webhook gets. Those of webhooks are for their own connection. */
const eventsInRange = `org_id = $1 and seq >= $2 and seq <= $3 and type = any ($4::text[])
  and (type not like 'webhook.%' or connection_id = $5)`

export const countEvents = statement<EventRange, { count: number }>(
  'webhook_deliveries.count_events',
  `select count(*) as count from event where ${eventsInRange}`,
)

export const replayAll = statement<[...EventRange, webhookId: number, at: string], object>(
  'webhook_deliveries.replay_all',
  `insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, ref, status, attempts, next_at, last_at, is_replay,
     in_order)
   select $1, $6::bigint, seq, type, subject_id, ref, 'pending', 0, $7::timestamptz, $7::timestamptz, true, false
   from event where ${eventsInRange}
   on conflict (org_id, webhook_id, event_id) do update set status = excluded.status, next_at = excluded.next_at,
     is_replay = true, in_order = webhook_delivery.in_order and webhook_delivery.status = 'pending'`,
)

/** What is pending is tried at this time, in its order. */
export const bringForward = statement<[orgId: number, webhookId: number, at: string], object>(
  'webhook_deliveries.bring_forward',
  `update webhook_delivery set next_at = $3 where org_id = $1 and webhook_id = $2 and status = 'pending'`,
)

/** What is pending is not tried again. */
export const giveUp = statement<[orgId: number, webhookId: number], object>(
  'webhook_deliveries.give_up',
  `update webhook_delivery set status = 'failed', next_at = null where org_id = $1 and webhook_id = $2 and status = 'pending'`,
)

export const organisationsWithOld = statement<[before: string], { org_id: number }>(
  'webhook_deliveries.organisations_with_old',
  `select distinct org_id from webhook_delivery where last_at < $1 and status <> 'pending'`,
)

/**
 * Deletes the oldest of them, up to the time of the last of so many; a few more where several have that time. By a range of
 * times, because PostgreSQL would compare a list of keys with the whole table.
 */
export const removeOld = statement<[orgId: number, before: string, limit: number], { removed: number }>(
  'webhook_deliveries.remove_old',
  `with old as materialized (
     select last_at from webhook_delivery where org_id = $1 and last_at < $2 and status <> 'pending' order by last_at limit $3),
   removed as (
     delete from webhook_delivery where org_id = $1 and last_at <= (select max(last_at) from old) and status <> 'pending'
     returning 1 as one)
   select count(*) as removed from removed`,
)
