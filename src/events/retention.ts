import type pg from 'pg'
import { pipeline, sendLast } from '../db/pipeline.ts'
import type { Clock } from '../process/clock.ts'
import * as feed from './feed.sql.ts'

const dayMilliseconds = 86_400_000
/** Events that one statement deletes at most. */
const batch = 5000
/** A disabled webhook can go on where it stopped for this long. */
const daysOfDisabledWebhooks = 30

/** Deletes events that are older than some days, the oldest first. Those that a webhook has still to send are kept. */
export async function retention(db: pg.Pool, clock: Clock, days: number): Promise<void> {
  const daysAgo = (count: number) => new Date(clock.now() - count * dayMilliseconds).toISOString()
  const [before, disabledBefore] = [daysAgo(days), daysAgo(daysOfDisabledWebhooks)]
  for (const { org_id } of await feed.organisationsWithOld.rows(db, before)) {
    let removed: number
    do {
      const [, [result]] = await pipeline(db, () =>
        sendLast(feed.lock.call(org_id), feed.removeOld.call(org_id, before, batch, disabledBefore)),
      )
      removed = result?.removed ?? 0
    } while (removed === batch)
  }
  // An organisation has few of them.
  for (const { org_id } of await feed.organisationsWithOldTokenEvents.rows(db, before))
    await feed.removeOldTokenEvents.rows(db, org_id, before)
}
