import { type Static, Type } from 'typebox'
import { EventSubject, EventTypeName } from '../../events/events.schema.ts'
import { closed, dataOf, IdParams, id, nullable, oneOf, ref, timestamp } from '../../http/contract/schema.ts'
import { maxSignedLength } from '../../http/pages/signed.ts'
import { dry_run, isDryRun, place, WebhookAttempt } from '../webhooks.schema.ts'

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export const maxReplayed = 10_000
/** How many events a replay looks at. */
export const maxSpan = 100_000

const delivery = {
  event_id: id('Number of the event in the feed.'),
  type: ref(EventTypeName),
  subject: ref(EventSubject),
  status: oneOf(deliveryStatuses, {
    description: 'pending until the next attempt, delivered by a 2xx, or failed after the last attempt.',
  }),
  attempts: Type.Integer({ description: 'Number of attempts so far.' }),
  next_attempt_at: nullable(timestamp('When a pending delivery is due.')),
  last_attempt: Type.Unsafe<WebhookAttempt | null>({
    anyOf: [ref(WebhookAttempt), { type: 'null' }],
    description: 'Null before the first.',
  }),
  is_replay: Type.Boolean({ description: 'Whether it was sent again by a request.' }),
}
export const WebhookDelivery = Type.Object(delivery, {
  $id: 'WebhookDelivery',
  description: 'An event that was sent, or is to be sent, to a webhook.',
})
export const WebhookDeliveryWithTries = Type.Object(
  { ...delivery, tries: Type.Array(ref(WebhookAttempt), { description: 'Every attempt, the first one first.' }) },
  { $id: 'WebhookDeliveryWithTries', description: 'A delivery with all its attempts.' },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>
export type WebhookDeliveryWithTries = Static<typeof WebhookDeliveryWithTries>

const time = (description: string) => Type.Optional(Type.String({ format: 'date-or-instant', description }))
const DeliveriesQuery = Type.Object({
  status: Type.Optional(oneOf(deliveryStatuses, { description: 'Only deliveries with this status.' })),
  types: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 100,
      description: 'Only these types: `shift.cancelled`, all of a kind of record `shift.*`, or `*`.',
    }),
  ),
  from: time('Only those whose last attempt was on or after this day or ISO 8601 instant.'),
  to: time('Only those whose last attempt was on or before this day or instant.'),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Maximum number of deliveries.' }),
  cursor: Type.Optional(
    Type.String({ maxLength: maxSignedLength, description: '`next_cursor` of the page before, with the same filter.' }),
  ),
})
export type DeliveriesQuery = Static<typeof DeliveriesQuery>

export const DeliveryParams = Type.Object({ id: id('Id of the webhook.'), event_id: id('Number of the event.') })

export const WebhookReplay = Type.Object(
  {
    from: place('The first event: its number, or a day or ISO 8601 instant.'),
    to: Type.Optional(place('The last event, included: its number, or a day or instant. If not sent: the last one.')),
    only: Type.Optional(
      oneOf(['failed', 'all'], {
        default: 'failed',
        description:
          'failed: deliveries that failed or are pending. all: every event of the webhook’s types, delivered or not.',
      }),
    ),
    dry_run,
  },
  { ...closed, $id: 'WebhookReplay' },
)
export type WebhookReplay = Omit<Static<typeof WebhookReplay>, 'dry_run'>

const attempt = {
  ...{ at: '2026-11-16T02:10:12.004512Z', status_code: 500, duration_ms: 812, error: 'The receiver answered 500.' },
  response: 'Internal Server Error',
}
const example = {
  event_id: 1,
  type: 'client.created' as const,
  subject: { type: 'client' as const, id: 2001, ref: null, path: '/clients/2001' },
  ...{ status: 'failed' as const, attempts: 1, next_attempt_at: null, last_attempt: attempt, is_replay: false },
}
const pending = { ...example, status: 'pending' as const, next_attempt_at: '2026-11-16T02:12:00.000000Z' }
const tags = ['Webhooks']

export const listDeliveries = {
  operationId: 'listWebhookDeliveries',
  sdk: 'webhooks.listDeliveries',
  summary: 'List deliveries of a webhook',
  description: `Returns what was sent to a webhook in the last 30 days and what is to be tried again, by the time of the last attempt, newest first. A token sees the types that it may read.

Go on with \`cursor\` = \`meta.next_cursor\`. One request looks at up to 10,000 deliveries, so a page with a filter may have fewer than \`limit\` and still a next one.`,
  tags,
  mayBeForbidden: true,
  params: IdParams,
  querystring: DeliveriesQuery,
  returns: 'The deliveries of the page.',
  response: {
    200: Type.Object({
      data: Type.Array(ref(WebhookDelivery)),
      meta: Type.Object({
        next_cursor: nullable(Type.String({ description: 'Send it as `cursor` for the next page. Null on the last.' })),
      }),
    }),
  },
  examples: {
    requests: [
      { name: 'the newest', path: { id: 1 } },
      { name: 'failed ones', path: { id: 1 }, query: { status: 'failed', limit: 100 } },
    ],
    response: { data: [example], meta: { next_cursor: null } },
  },
}
export const getDelivery = {
  operationId: 'getWebhookDelivery',
  sdk: 'webhooks.getDelivery',
  summary: 'Get a delivery of a webhook',
  description: 'Returns the delivery of one event to a webhook, with every attempt.',
  tags,
  params: DeliveryParams,
  returns: 'The delivery.',
  response: { 200: dataOf(ref(WebhookDeliveryWithTries)) },
  examples: { requests: [{ path: { id: 1, event_id: 1 } }], response: { data: { ...example, tries: [attempt] } } },
}
export const resendDelivery = {
  operationId: 'resendWebhookDelivery',
  sdk: 'webhooks.resend',
  summary: 'Resend an event to a webhook',
  description:
    'Sends the event of a delivery again, next in line and under the same webhook-id. A failure of it does not count towards the health of the webhook. A disabled webhook sends it once it is enabled.',
  tags,
  params: DeliveryParams,
  returns: 'The delivery, which is pending now.',
  response: { 200: dataOf(ref(WebhookDelivery)) },
  examples: { requests: [{ path: { id: 1, event_id: 1 } }], response: { data: { ...pending, is_replay: true } } },
}
export const replayWebhook = {
  operationId: 'replayWebhook',
  sdk: 'webhooks.replay',
  summary: 'Replay events to a webhook',
  description: `Sends events of the past again, under their webhook-ids: those that failed or are pending, or with \`only: all\` every event of the webhook’s types that its connection may read now. Events after the webhook’s position are left out, because they are sent anyway.

At most ${maxReplayed.toLocaleString('en-AU')} events, of at most ${maxSpan.toLocaleString('en-AU')} in a row, and one replay at a time.`,
  tags,
  params: IdParams,
  body: ref(WebhookReplay),
  returns: 'The first and the last event, and how many are sent again.',
  response: {
    200: Type.Object({
      dry_run: isDryRun,
      from: Type.Integer({ description: 'Number of the first event.' }),
      to: Type.Integer({ description: 'Number of the last event.' }),
      events: Type.Integer({ description: 'How many of them are sent again.' }),
    }),
  },
  examples: {
    requests: [
      { name: 'what has failed', path: { id: 2 }, body: { from: 1 } },
      { name: 'everything', path: { id: 4 }, body: { from: 1, to: 1, only: 'all' as const, dry_run: true } },
    ],
    response: { from: 1, to: 10_400, events: 187 },
  },
}
export const shared = [WebhookDelivery, WebhookDeliveryWithTries, WebhookReplay]
