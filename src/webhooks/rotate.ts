import { accessIn } from '../access/connection-access.ts'
import { pipeline, send, sendLast } from '../db/pipeline.ts'
import type { Queryable } from '../db/statement.ts'
import { found, invalid } from '../http/contract/errors.ts'
import { webhookSecret } from './outbound/signing.ts'
import { checkMayHear, type Reader, readAccess, validSecrets, webhookRecord } from './record.ts'
import * as webhooks from './webhooks.sql.ts'

const hour = 3_600_000

/** Makes the next secret. The current one stays valid for an overlap; without one every older secret ends. */
export function rotateSecret(db: Queryable, actor: Reader, now: number, id: number, overlapHours: number) {
  const { orgId, connectionId, signingKey } = actor
  return pipeline(db, function* () {
    const [[locked], access] = yield* send(webhooks.lock.call(orgId, connectionId, id), readAccess(actor, now))
    const before = found(locked, 'Webhook')
    checkMayHear(actor, before.types, accessIn(access).get(before.connection_id))
    if (overlapHours > 0 && validSecrets(signingKey, before, now).length > 1)
      throw invalid({
        overlap_hours: [
          `The secret before is valid until ${before.old_until}: rotate after that, or send overlap_hours 0, which ends all older secrets.`,
        ],
      })
    const oldUntil = overlapHours > 0 ? new Date(now + overlapHours * hour).toISOString() : null
    const [, [row]] = yield* sendLast(
      webhooks.rotate.call(orgId, id, oldUntil),
      webhooks.find.call(orgId, connectionId, id),
    )
    return {
      data: webhookRecord(row!, actor, accessIn(access), now),
      secret: webhookSecret(signingKey, row!.id, row!.generation),
    }
  })
}
