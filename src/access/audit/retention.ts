import type pg from 'pg'
import type { Clock } from '../../process/clock.ts'
import { organisations, removeOld } from './client-reads.sql.ts'

const keptMilliseconds = 400 * 86_400_000
/** Rows that one statement deletes, about. */
const batch = 5000

/** Deletes reads of more than 400 days ago, the oldest of an organisation first. */
export async function deleteOldReads(db: pg.Pool, clock: Clock): Promise<void> {
  const before = new Date(clock.now() - keptMilliseconds).toISOString()
  const failures: unknown[] = []
  for (const { org_id } of await organisations.rows(db)) {
    try {
      while ((await removeOld.one(db, org_id, before, batch)).removed >= batch);
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
