import type pg from 'pg'
import { transaction } from '../db/transaction.ts'

/**
 * Moves the sequence of a table's ids past an imported one, before the rows are written: from then on no new record
 * gets an id that the import is about to use.
 *
 * ALTER SEQUENCE takes a lock that nextval waits for and that waits for every transaction that has taken an id, so
 * between reading and setting nobody takes one. That lock stops all organisations, so it has a short transaction of
 * its own on another connection. An import that fails later leaves a gap in the ids, nothing more.
 */
export async function moveSequence(pool: pg.Pool, table: string, highestId: number): Promise<void> {
  const sequence = `${table}_id_seq`
  // A sequence that was never used stands at 1 and will give 1.
  const isBehind = 'last_value < $1 or (last_value = $1 and not is_called)'
  const behind = async (db: pg.Pool | pg.PoolClient) =>
    (await db.query(`/* bundle.sequence */ select from ${sequence} where ${isBehind}`, [highestId])).rowCount === 1
  if (!(await behind(pool))) return
  await transaction(pool, async (tx) => {
    await tx.query(`alter sequence ${sequence} no cycle`)
    if (await behind(tx)) await tx.query('select setval($1, $2)', [sequence, highestId])
  })
}
