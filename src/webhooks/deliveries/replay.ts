import { accessIn } from '../../access/connection-access.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { readableTypes } from '../../events/filter.ts'
import { lockFeed } from '../../events/read.ts'
import { found, invalid, rejected } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { type Reader, readAccess } from '../record.ts'
import * as webhooks from '../webhooks.sql.ts'
import { maxReplayed, maxSpan, type WebhookReplay } from './deliveries.schema.ts'
import * as deliveries from './deliveries.sql.ts'
import { firstNumber, lastNumber, lookUp, placeError, placeOf } from './place.ts'

const inWords = (count: number) => count.toLocaleString('en-AU')

/**
 * Makes events of the past due again. Those after the position of the webhook are sent anyway. The rows are as the
 * sender finds them: a delivery that was never tried has no attempts.
 */
export function replay(
  db: Queryable,
  reader: Reader,
  now: number,
  webhookId: number,
  body: WebhookReplay,
  isDryRun = false,
) {
  const { orgId, connectionId, timezone } = reader
  const { only = 'failed' } = body
  const from = placeOf(body.from, timezone)
  const to = body.to === undefined ? undefined : placeOf(body.to, timezone, 'end')
  if (!from || (body.to !== undefined && !to))
    throw invalid({ ...(!from && placeError('from')), ...(body.to !== undefined && !to && placeError('to')) })
  const at = new Date(now).toISOString()
  return pipeline(db, function* () {
    // The lock of the feed keeps its events until they are pending, because those are not deleted.
    const [, [feed], [webhook], access, [isReplaying], [foundFrom], [foundTo]] = yield* send(
      ...lockFeed(orgId),
      webhooks.lock.call(orgId, connectionId, webhookId),
      readAccess(reader, now),
      deliveries.isReplaying.call(orgId, webhookId, at),
      lookUp(orgId, from),
      lookUp(orgId, to),
    )
    const { position, types, connection_id, disabled_at } = found(webhook, 'Webhook')
    const first = firstNumber('from', from, foundFrom, feed!)
    if ('error' in first) throw invalid({ from: [first.error] })
    const last = to ? lastNumber(to, foundTo, feed!) : feed!.head
    checkRange(first.number, last, to !== undefined)
    if (isReplaying!.is_replaying)
      throw rejected(
        disabled_at === null
          ? 'A replay of this webhook is still under way: wait until its events were sent.'
          : 'Events of an earlier replay or resend are pending, because the webhook is disabled: enable it.',
      )
    const allowed = accessIn(access).get(connection_id)
    const sent = allowed ? readableTypes(allowed, types) : []
    const end = Math.min(last, position)
    const range = [orgId, webhookId, first.number, end, sent] as const
    const events = [orgId, first.number, end, sent, connection_id] as const
    const [[counted]] = yield* send(
      only === 'failed' ? deliveries.countFailed.call(...range) : deliveries.countEvents.call(...events),
    )
    const { count } = counted!
    if (count > maxReplayed)
      throw invalid({
        from: [`A replay has at most ${inWords(maxReplayed)} events, and these are ${inWords(count)}: choose fewer.`],
      })
    if (count > 0 && !isDryRun)
      yield* sendLast(
        only === 'failed'
          ? deliveries.replayFailed.call(...range, at)
          : deliveries.replayAll.call(...events, webhookId, at),
        webhooks.bringForward.call(orgId, webhookId, at),
      )
    return { from: first.number, to: last, events: count }
  })
}

function checkRange(from: number, to: number, hasEnd: boolean): void {
  const field = hasEnd ? 'to' : 'from'
  const errors: FieldErrors = {}
  if (hasEnd && to < from) errors.to = [`to must not be before from: it is event ${to}, and from is event ${from}.`]
  else if (to - from >= maxSpan)
    errors[field] = [
      `from and to must be at most ${inWords(maxSpan)} events apart, and these are ${inWords(to - from + 1)}.`,
    ]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
