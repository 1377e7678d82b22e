import type pg from 'pg'

/** PostgreSQL asks for these to be tried again: serialisation failure and deadlock. */
const retryable = new Set(['40001', '40P01'])
const attempts = 4

/**
 * Runs `work` in one transaction and commits it, or undoes all of it. What PostgreSQL ends for the sake of
 * another transaction is run again from the start, so `work` has no effects but those on `tx`.
 */
export async function transaction<T>(pool: pg.Pool, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const tx = await pool.connect()
    let broken = false
    try {
      await tx.query('begin')
      const result = await work(tx)
      await tx.query('commit')
      return result
    } catch (error) {
      await tx.query('rollback').catch(() => {
        broken = true
      })
      if (attempt === attempts || !retryable.has((error as { code?: string }).code ?? '')) throw error
    } finally {
      tx.release(broken)
    }
  }
}
