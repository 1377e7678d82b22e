import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { subjectRecord } from '../../events/catalogue.ts'
import { mayRead, readableTypes } from '../../events/filter.ts'
import { endInstant, isEmptyRange, startInstant } from '../../http/contract/dates.ts'
import { found, invalid } from '../../http/contract/errors.ts'
import { readSigned, writeSigned } from '../../http/pages/signed.ts'
import type { Reader } from '../record.ts'
import type { WebhookAttempt } from '../webhooks.schema.ts'
import * as webhooks from '../webhooks.sql.ts'
import type { DeliveriesQuery, WebhookDelivery, WebhookDeliveryWithTries } from './deliveries.schema.ts'
import * as deliveries from './deliveries.sql.ts'

/** Where a page ends: the time of an attempt, and an event. */
type Position = [lastAt: string, eventId: number]
const newest: Position = ['infinity', 0]

/** A page of the deliveries of a webhook, newest first. */
export async function listDeliveries(db: Queryable, reader: Reader, webhookId: number, query: DeliveriesQuery) {
  const { orgId, connectionId, signingKey, timezone, access } = reader
  const { status = null, types, from, to, limit, cursor } = query
  if (from !== undefined && to !== undefined && isEmptyRange(from, to, timezone))
    throw invalid({ to: ['to must not be before from.'] })
  const purpose = ['webhook deliveries', orgId, webhookId, status, types, from, to]
  const position = cursor === undefined ? newest : readSigned<Position>(signingKey, purpose, cursor)
  if (!position)
    throw invalid({ cursor: ['cursor must be the next_cursor of the page before, sent with the same filter.'] })
  found(await webhooks.find.first(db, orgId, connectionId, webhookId), 'Webhook')
  const { page, lastRead } = status === 'failed' || status === 'pending' ? deliveries.notDelivered : deliveries.all
  const window = [
    ...([orgId, webhookId, ...position] as const),
    from === undefined ? '-infinity' : startInstant(from, timezone),
    to === undefined ? 'infinity' : endInstant(to, timezone),
  ] as const
  // One row more than the limit shows that there is a next page.
  const rows = await page.rows(db, ...window, status, readableTypes(access, types), limit! + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > shown.length ? shown.at(-1) : await lastRead.first(db, ...window)
  const next_cursor = last ? writeSigned(signingKey, purpose, [last.last_at, last.event_id]) : null
  return { data: shown.map(deliveryRecord), meta: { next_cursor } }
}

/** A delivery with all its attempts. One of a type that the token may not read is not found. */
export async function findDelivery(
  db: Queryable,
  { orgId, connectionId, access }: Reader,
  webhookId: number,
  eventId: number,
): Promise<WebhookDeliveryWithTries> {
  found(await webhooks.find.first(db, orgId, connectionId, webhookId), 'Webhook')
  const row = found(await deliveries.find.first(db, orgId, webhookId, eventId), 'Delivery')
  const { earlier, ...delivery } = found(mayRead(access, row.type) ? row : undefined, 'Delivery')
  const record = deliveryRecord(delivery)
  const { last_attempt } = record
  return { ...record, tries: [...(earlier ?? []), ...(last_attempt ? [last_attempt] : [])] }
}

/** Makes a delivery due at once, in place of its next attempt or after its last. */
export function resendDelivery(
  db: Queryable,
  { orgId, connectionId, access }: Reader,
  now: number,
  webhookId: number,
  eventId: number,
): Promise<WebhookDelivery> {
  const at = new Date(now).toISOString()
  return pipeline(db, function* () {
    const [[webhook], [delivery]] = yield* send(
      webhooks.lock.call(orgId, connectionId, webhookId),
      deliveries.find.call(orgId, webhookId, eventId),
    )
    found(webhook, 'Webhook')
    found(delivery && mayRead(access, delivery.type) ? delivery : undefined, 'Delivery')
    const [[resent]] = yield* sendLast(
      deliveries.resend.call(orgId, webhookId, eventId, at),
      webhooks.bringForward.call(orgId, webhookId, at),
    )
    return deliveryRecord(resent!)
  })
}

function deliveryRecord(row: deliveries.DeliveryRow): WebhookDelivery {
  const { event_id, type, subject_id, ref, status, attempts, next_at, is_replay } = row
  return {
    // A path that needs the detail is not known here.
    ...{ event_id, type, subject: subjectRecord(type, subject_id, ref, null), status, attempts },
    ...{ next_attempt_at: status === 'pending' ? next_at : null, last_attempt: lastAttempt(row), is_replay },
  }
}

function lastAttempt(row: deliveries.DeliveryRow): WebhookAttempt | null {
  const { attempts, last_at: at, status_code, duration_ms, error, response } = row
  return attempts === 0 ? null : { at, status_code, duration_ms: duration_ms ?? 0, error, response }
}
