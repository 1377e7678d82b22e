import { accessIn } from '../access/connection-access.ts'
import type { Caller } from '../access/tokens.ts'
import { pipeline, send, sendLast } from '../db/pipeline.ts'
import type { Queryable } from '../db/statement.ts'
import { lockFeed } from '../events/read.ts'
import { invalid } from '../http/contract/errors.ts'
import { firstNumber, lookUp, placeError, placeOf } from './deliveries/place.ts'
import { webhookSecret } from './outbound/signing.ts'
import { checkMayHear, readAccess, webhookRecord } from './record.ts'
import { maxOfConnection, maxOfOrganisation, type WebhookCreate } from './webhooks.schema.ts'
import * as webhooks from './webhooks.sql.ts'

/**
 * Creates a webhook, and returns its secret. Under the lock of the feed, so that no event is numbered between its first
 * one and the next, none is deleted, and of two requests at once only one is the last that the limits allow.
 */
export async function createWebhook(db: Queryable, caller: Caller, now: number, body: WebhookCreate) {
  const { orgId, connectionId, connection, signingKey, timezone } = caller
  const { url, types = ['*'], description = null, ordered = false, from = 'latest' } = body
  const place = from === 'latest' ? undefined : placeOf(from, timezone)
  if (from !== 'latest' && !place) throw invalid(placeError('from', 'latest, '))
  return pipeline(db, function* () {
    const [, [feed], [counted], access, [found]] = yield* send(
      ...lockFeed(orgId),
      webhooks.count.call(orgId, connectionId),
      readAccess(caller, now),
      lookUp(orgId, place),
    )
    checkMayHear(caller, types, accessIn(access).get(connectionId))
    checkLimits(counted!)
    const first = place ? firstNumber('from', place, found, feed!) : { number: feed!.head + 1 }
    if ('error' in first) throw invalid({ from: [first.error] })
    const [[inserted]] = yield* sendLast(
      webhooks.insert.call(orgId, connectionId, url, types, description, ordered, first.number - 1),
    )
    const row = { ...inserted!, head: feed!.head, connection }
    return {
      data: webhookRecord(row, caller, accessIn(access), now),
      secret: webhookSecret(signingKey, row.id, row.generation),
    }
  })
}

function checkLimits({ own, all }: { own: number; all: number }): void {
  if (own >= maxOfConnection)
    throw invalid({ url: [`A connection has at most ${maxOfConnection} webhooks: delete one first.`] })
  if (all >= maxOfOrganisation)
    throw invalid({ url: [`An organisation has at most ${maxOfOrganisation} webhooks: delete one first.`] })
}
