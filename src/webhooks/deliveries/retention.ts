import type pg from 'pg'
import type { Clock } from '../../process/clock.ts'
import { organisationsWithOld, removeOld } from './deliveries.sql.ts'

const keptMilliseconds = 30 * 86_400_000
/** Deliveries that one statement deletes, about. */
const batch = 5000

/** Deletes deliveries whose last attempt was more than 30 days ago. Those that are pending stay. */
export async function deleteOldDeliveries(db: pg.Pool, clock: Clock): Promise<void> {
  const before = new Date(clock.now() - keptMilliseconds).toISOString()
  for (const { org_id } of await organisationsWithOld.rows(db, before)) {
    while ((await removeOld.one(db, org_id, before, batch)).removed >= batch);
  }
}
