import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { testCitus } from '../citus/environment.ts'

const maxAttempts = 5000

/** Resolves when this many statements of the database wait for a lock, or it is over. On Citus they wait on the workers. */
export async function untilLockWait(db: pg.Pool, count = 1, isOver = () => false): Promise<void> {
  const sessions = testCitus() ? 'citus_stat_activity' : 'pg_stat_activity'
  const sql = `select count(*)::int as n from ${sessions} where datname = current_database() and wait_event_type = 'Lock'`
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (isOver() || (await db.query(sql)).rows[0].n >= count) return
    if (testCitus()) await sleep(5)
  }
  assert.fail(`fewer than ${count} statements wait for a lock`)
}
