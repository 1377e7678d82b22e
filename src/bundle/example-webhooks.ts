import type pg from 'pg'
import type { ExampleEvent, ExampleWebhook } from '../../demo/examples/webhooks.ts'
import { type Queryable, statement } from '../db/statement.ts'
import type { ExampleOwner } from './example-owner.ts'
import { moveSequence } from './stage.ts'

type Event = [orgId: number, connectionId: number, type: string, subjectId: number, fields: string[], at: string]

const insertEvent = statement<Event, object>(
  'demo.insert_event',
  'insert into event (org_id, connection_id, type, subject_id, fields, at) values ($1, $2, $3, $4, $5, $6)',
)

type Webhook = [
  ...[orgId: number, connectionId: number, id: number, description: string, types: string[], position: number],
  ...[reason: string, disabledAt: string, failingSince: string | null, createdAt: string],
]

const insertWebhook = statement<Webhook, object>(
  'demo.insert_webhook',
  `insert into webhook (org_id, connection_id, id, url, description, types, position, disabled_reason, disabled_at, failing_since,
     created_at)
   overriding system value values ($1, $2, $3, 'https://hooks.example.org/wattle', $4, $5, $6, $7, $8, $9, $10)`,
)

type Delivery = [
  ...[orgId: number, webhookId: number, eventId: number, type: string, subjectId: number, status: string],
  ...[
    attempts: number,
    at: string,
    statusCode: number,
    error: string | null,
    response: string | null,
    earlier: string | null,
  ],
]

const insertDelivery = statement<Delivery, object>(
  'demo.insert_delivery',
  `insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, status, attempts, last_at, status_code, duration_ms,
     error, response, earlier)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 38, $10, $11, $12)`,
)

/** With microseconds, as the API returns times. */
const instant = (at: number) => new Date(at).toISOString().replace('Z', '000Z')
const ageMilliseconds = 14 * 86_400_000

export async function insertExampleEvents(
  tx: Queryable,
  { orgId, connectionId }: ExampleOwner,
  events: ExampleEvent[],
): Promise<void> {
  for (const { type, subjectId, fields, at } of events)
    await insertEvent.rows(tx, orgId, connectionId, type, subjectId, fields, instant(at))
}

/** Stores the webhooks that examples of the API name, for the demo organisation and for trials. */
export async function insertExampleWebhooks(
  tx: Queryable,
  pool: pg.Pool,
  { orgId, connectionId }: ExampleOwner,
  now: number,
  webhooks: readonly ExampleWebhook[],
): Promise<void> {
  await moveSequence(pool, 'webhook', Math.max(...webhooks.map(({ id }) => id)))
  for (const { id, description, types, failingSince, deliveries } of webhooks) {
    const position = Math.max(1, ...deliveries.map(({ event }) => event))
    const reason = failingSince === null ? 'request' : 'failing'
    const since = failingSince === null ? null : instant(failingSince)
    await insertWebhook.rows(
      ...([tx, orgId, connectionId, id, description, types, position] as const),
      ...([reason, instant(now), since, instant(now - ageMilliseconds)] as const),
    )
    for (const { event, type, subjectId, status, attempts: answers } of deliveries) {
      const attempts = answers.map(({ status_code, at }) => attemptOf(status_code, at, description))
      const { at, status_code, error, response } = attempts.at(-1)!
      const earlier = attempts.length > 1 ? JSON.stringify(attempts.slice(0, -1)) : null
      await insertDelivery.rows(
        ...([tx, orgId, id, event, type, subjectId, status, attempts.length, at] as const),
        ...([status_code, error, response, earlier] as const),
      )
    }
  }
}

function attemptOf(status_code: number, at: number, description: string) {
  const isSuccess = status_code < 300
  return {
    ...{ at: instant(at), status_code, duration_ms: 38 },
    error: isSuccess ? null : `The receiver answered ${status_code}.`,
    response: isSuccess ? null : `${description} is out of order`,
  }
}
