import { type Access, all, read } from '../access/areas.ts'
import { type AccessByConnection, accessCall } from '../access/connection-access.ts'
import { eventKinds } from '../events/catalogue.ts'
import { matchingTypes, mayRead, readableTypes } from '../events/filter.ts'
import { forbidden } from '../http/contract/errors.ts'
import { lastFour, webhookSecret } from './outbound/signing.ts'
import type { Webhook } from './webhooks.schema.ts'
import type { FoundWebhook, WebhookRow } from './webhooks.sql.ts'

/** Who acts on webhooks: a connection on its own, a command on those of all. */
export interface Actor {
  orgId: number
  connectionId: number | null
  signingKey: Buffer
}

/** The same with what it may read, and the time zone of its days. */
export interface Reader extends Actor {
  access: Access
  timezone: string
}

/** The secrets that requests are signed with, the current one first. */
export function validSecrets(signingKey: Buffer, row: WebhookRow, now: number): string[] {
  const { id, generation, old_generation, old_until } = row
  const isOldValid = old_generation !== null && old_until !== null && Date.parse(old_until) > now
  return [generation, ...(isOldValid ? [old_generation] : [])].map((each) => webhookSecret(signingKey, id, each))
}

/**
 * Refuses a token that may read less than its connection: it could make a webhook send the rest to an address of its choice, or
 * get the secret of one that does.
 */
export function checkMayHear({ access }: Reader, types: readonly string[], ofConnection: Access | undefined): void {
  const hidden = ofConnection ? readableTypes(ofConnection, types).filter((type) => !mayRead(access, type)) : []
  const missing = new Set(hidden.map((type) => eventKinds.get(type)!.area!))
  if (missing.size > 0) throw forbidden(all(...[...missing].map((area) => read(area))))
}

/** In a batch: what the actor's connection may read, or all connections for a command. */
export const readAccess = ({ orgId, connectionId }: Actor, now: number) =>
  accessCall(orgId, connectionId === null ? null : [connectionId], now)

/** The webhook as the API returns it. */
export function webhookRecord(
  row: FoundWebhook,
  { signingKey }: Actor,
  connections: AccessByConnection,
  now: number,
): Webhook {
  const access = connections.get(row.connection_id)
  const { id, url, types, description, ordered, disabled_reason, failing_since, position, head } = row
  const status = statusOf(row, access, now)
  const sent = new Set(access ? readableTypes(access, types) : [])
  const [current, old] = validSecrets(signingKey, row, now).map(lastFour)
  return {
    ...{ id, url, types, description, ordered, status, disabled_reason },
    not_allowed: matchingTypes(types).filter((type) => !sent.has(type)),
    failing_since,
    next_attempt_at: nextAttempt(row, status),
    position,
    behind: Math.max(0, head - position),
    secrets: [
      { last_four: current!, expires_at: null },
      ...(old === undefined ? [] : [{ last_four: old, expires_at: row.old_until }]),
    ],
    ...{ created_at: row.created_at, updated_at: row.updated_at },
  }
}

const isLater = (at: string | null, now: number) => at !== null && Date.parse(at) > now

function statusOf(row: WebhookRow, access: Access | undefined, now: number): Webhook['status'] {
  if (row.disabled_at !== null) return 'disabled'
  if (!access) return 'waiting'
  return isLater(row.rest_until, now) ? 'resting' : 'active'
}

function nextAttempt({ rest_until, next_at }: WebhookRow, status: Webhook['status']): string | null {
  if (status === 'active') return next_at
  return status === 'resting' ? rest_until : null
}
