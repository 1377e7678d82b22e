import type pg from 'pg'
import type { Clock } from '../process/clock.ts'
import { organisationsWithOld, removeOld } from './feed.sql.ts'

const dayMilliseconds = 86_400_000
/** Events that one statement deletes at most. */
const batch = 5000

/** Deletes events that are older than some days, the oldest first. */
export async function retention(db: pg.Pool, clock: Clock, days: number): Promise<void> {
  const before = new Date(clock.now() - days * dayMilliseconds).toISOString()
  for (const { org_id } of await organisationsWithOld.rows(db, before)) {
    let removed: number
    do removed = (await removeOld.first(db, org_id, before, batch))?.removed ?? 0
    while (removed === batch)
  }
}
