import { isDeepStrictEqual } from 'node:util'
import { accessIn } from '../access/connection-access.ts'
import { pipeline, send, sendLast } from '../db/pipeline.ts'
import type { Queryable } from '../db/statement.ts'
import { type FeedBounds, lockFeed } from '../events/read.ts'
import { found, invalid } from '../http/contract/errors.ts'
import * as deliveries from './deliveries/deliveries.sql.ts'
import { type Actor, checkMayHear, type Reader, readAccess, webhookRecord } from './record.ts'
import type { Webhook, WebhookPatch } from './webhooks.schema.ts'
import * as webhooks from './webhooks.sql.ts'

const writable = ['url', 'types', 'description', 'ordered'] as const

/** Applies a patch, and returns the names of what has changed with the webhook. */
export function editWebhook(
  db: Queryable,
  actor: Reader,
  now: number,
  id: number,
  patch: WebhookPatch,
): Promise<{ updated: string[]; data: Webhook }> {
  const { orgId, connectionId } = actor
  const { enabled, resume = 'continue' } = patch
  if (patch.resume !== undefined && enabled !== true)
    throw invalid({ resume: ['resume is for enabling a webhook: send enabled true with it.'] })
  const feedLock = enabled ? lockFeed(orgId) : undefined
  return pipeline(db, function* () {
    const [, [feed], [locked], access] = yield* send(
      feedLock?.[0],
      feedLock?.[1],
      webhooks.lock.call(orgId, connectionId, id),
      readAccess(actor, now),
    )
    const before = found(locked, 'Webhook')
    const after = { ...before, ...definedFields(patch) }
    const changed: string[] = writable.filter((field) => !isDeepStrictEqual(before[field], after[field]))
    if (changed.includes('url') || changed.includes('types'))
      checkMayHear(actor, after.types, accessIn(access).get(before.connection_id))
    const isEnabling = enabled === true && before.disabled_at !== null
    const isDisabling = enabled === false && before.disabled_at === null
    if (isEnabling && resume === 'continue') checkStored(before.position, feed!)
    const { url, types, description, ordered } = after
    const isLatest = isEnabling && resume === 'latest'
    const at = new Date(now).toISOString()
    const [, , , , , , [row]] = yield* sendLast(
      changed.length > 0 ? webhooks.update.call(orgId, id, url, types, description, ordered) : undefined,
      changed.includes('url') ? webhooks.resetHealth.call(orgId, id) : undefined,
      isLatest ? deliveries.giveUp.call(orgId, id) : undefined,
      isEnabling && !isLatest ? deliveries.bringForward.call(orgId, id, at) : undefined,
      isEnabling
        ? webhooks.enable.call(orgId, id, isLatest ? feed!.head : before.position, isLatest ? null : at)
        : undefined,
      isDisabling ? webhooks.disable.call(orgId, id, 'request', at) : undefined,
      webhooks.find.call(orgId, connectionId, id),
    )
    return {
      updated: isEnabling || isDisabling ? [...changed, 'enabled'] : changed,
      data: webhookRecord(row!, actor, accessIn(access), now),
    }
  })
}

const definedFields = (patch: WebhookPatch): Partial<Pick<webhooks.WebhookRow, (typeof writable)[number]>> =>
  Object.fromEntries(writable.filter((field) => patch[field] !== undefined).map((field) => [field, patch[field]]))

/** A webhook that was disabled for long may have missed events that are deleted since. */
function checkStored(position: number, { head, oldest }: FeedBounds): void {
  if (position >= oldest - 1) return
  throw invalid({
    enabled: [
      `Events ${position + 1} to ${oldest - 1} are no longer kept. Read the records anew, and enable the webhook with resume latest: it then continues after ${head}.`,
    ],
  })
}

/** Deletes a webhook with its deliveries, and returns it as it was. */
export function deleteWebhook(db: Queryable, actor: Actor, now: number, id: number): Promise<Webhook> {
  const { orgId, connectionId } = actor
  return pipeline(db, function* () {
    const [[locked], [row], access] = yield* send(
      webhooks.lock.call(orgId, connectionId, id),
      webhooks.find.call(orgId, connectionId, id),
      readAccess(actor, now),
    )
    found(locked, 'Webhook')
    yield* sendLast(webhooks.remove.call(orgId, id))
    return webhookRecord(row!, actor, accessIn(access), now)
  })
}
