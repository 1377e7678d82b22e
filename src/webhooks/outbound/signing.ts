import { createHmac, hkdfSync } from 'node:crypto'

const prefix = 'whsec_'
const secretBytes = 32

/**
 * The secret of a webhook, in the form of Standard Webhooks. It is derived from the organisation's signing key and stored
 * nowhere; a new generation is a new secret. Receivers have it in their settings, so the derivation never changes.
 */
export function webhookSecret(signingKey: Buffer, webhookId: number, generation: number): string {
  return secretFor(signingKey, ['webhook', webhookId, generation])
}

/** The secret of `wattle listen`, derived from its token, so that it is the same at every start. */
export const listenSecret = (token: string): string => secretFor(Buffer.from(token), ['listen'])

const secretFor = (key: Buffer, purpose: unknown[]): string =>
  prefix + Buffer.from(hkdfSync('sha256', key, '', JSON.stringify(purpose), secretBytes)).toString('base64')

/** What people compare a secret by: its last four characters without the padding. */
export const lastFour = (secret: string): string => secret.replace(/=+$/, '').slice(-4)

interface Message {
  /** The same for every attempt. */
  id: string
  /** From 1. */
  attempt: number
  /** Milliseconds since 1970. */
  sentAt: number
  /** Exactly the bytes that are sent. */
  body: Buffer
  /** The current secret, and the one before it while both are valid. */
  secrets: readonly string[]
}

/** The headers of Standard Webhooks 1.0, by which a receiver verifies the sender, and the number of the attempt. */
export function signedHeaders({ id, attempt, sentAt, body, secrets }: Message): Record<string, string> {
  const timestamp = Math.floor(sentAt / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
    'webhook-attempt': String(attempt),
  }
}
