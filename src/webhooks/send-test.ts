import { randomUUID } from 'node:crypto'
import { type TestedType, testBody } from './bodies.ts'
import type { Attempt, Outbound } from './outbound/outbound.ts'
import { signedHeaders } from './outbound/signing.ts'
import { validSecrets } from './record.ts'
import type { FoundWebhook } from './webhooks.sql.ts'

interface Sender {
  outbound: Outbound
  signingKey: Buffer
  /** The organisation by its slug. */
  organisation: string
  now: number
}

/** Sends the example of a type. No transaction is open meanwhile: a receiver may take its time. */
export function sendTest(webhook: FoundWebhook, type: TestedType, sender: Sender): Promise<Attempt> {
  const { outbound, signingKey, organisation, now } = sender
  const { id: webhookId, connection, url } = webhook
  const at = new Date(now).toISOString().replace('Z', '000Z')
  const body = Buffer.from(JSON.stringify(testBody(type, { organisation, webhookId, connection, at })))
  const id = `test_${randomUUID().replaceAll('-', '')}`
  const secrets = validSecrets(signingKey, webhook, now)
  return outbound.post(url, signedHeaders({ id, attempt: 1, sentAt: now, body, secrets }), body)
}
