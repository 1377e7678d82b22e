import type pg from 'pg'
import type { ExampleWebhook } from '../../demo/examples/webhooks.ts'
import { type Queryable, statement } from '../db/statement.ts'
import { moveSequence } from './stage.ts'

type Insert = [orgId: number, connection: string, id: number, description: string, disabledAt: string]

const insertWebhook = statement<Insert, object>(
  'demo.insert_webhook',
  `insert into webhook (org_id, id, connection_id, url, types, description, position, disabled_reason, disabled_at)
   overriding system value
   select $1, $3::bigint, id, 'https://hooks.example.org/wattle', array['shift.*', 'client.created'], $4, 1, 'request', $5
   from connection where org_id = $1 and name = $2`,
)
const insertDelivery = statement<[orgId: number, webhookId: number, lastAt: string, response: string], object>(
  'demo.insert_delivery',
  `insert into webhook_delivery (org_id, webhook_id, event_id, type, subject_id, status, attempts, last_at, status_code, duration_ms, error, response)
   values ($1, $2, 1, 'client.created', 2001, 'failed', 1, $3, 500, 812, 'The receiver answered 500.', $4)`,
)

interface Owner {
  orgId: number
  /** By its name. */
  connection: string
  now: number
}

/** Stores the webhooks that examples of the API name, for the demo organisation and for trials. */
export async function insertExampleWebhooks(
  tx: Queryable,
  pool: pg.Pool,
  { orgId, connection, now }: Owner,
  rows: readonly ExampleWebhook[],
): Promise<void> {
  const at = new Date(now).toISOString()
  await moveSequence(pool, 'webhook', Math.max(...rows.map(({ id }) => id)))
  for (const { id, description, hasDelivery } of rows) {
    await insertWebhook.rows(tx, orgId, connection, id, description, at)
    if (hasDelivery) await insertDelivery.rows(tx, orgId, id, at, `${description} is out of order`)
  }
}
