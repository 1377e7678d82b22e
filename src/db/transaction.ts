import pg from 'pg'

/** PostgreSQL's codes for a transaction that it aborted because of another, and that should be retried. */
const deadlock = '40P01'
const serialisationFailure = '40001'
export const maxAttempts = 10

/**
 * Runs `work` in one transaction and commits it, or rolls it back. After a deadlock or serialisation failure it runs
 * `work` again from the start, so `work` has no effects but those on `tx`. On a connection with an open transaction
 * `work` becomes part of that.
 */
export async function transaction<T>(db: pg.Pool | pg.PoolClient, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  if (!(db instanceof pg.Pool)) return savepoint(db, () => work(db))
  for (let attempt = 1; ; attempt++) {
    const tx = await db.connect()
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
      if (attempt === maxAttempts || !isRetryable(error)) throw error
    } finally {
      tx.release(broken)
    }
  }
}

/** Runs `work` inside the transaction of `tx`. If it fails, only its own changes are rolled back. */
export async function savepoint<T>(tx: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await tx.query('savepoint step')
  try {
    const result = await work()
    await tx.query('release step')
    return result
  } catch (error) {
    // After a deadlock the whole transaction must be retried, so its error passes through. The savepoint is released
    // too, because nested savepoints have the same name. On a broken connection the first error is the one to report.
    if (!isRetryable(error)) await tx.query('rollback to step; release step').catch(() => {})
    throw error
  }
}

/** An error that retries the transaction, because rows read before a lock have changed since. */
export const retryTransaction = () =>
  Object.assign(new Error('overtaken by another change'), { code: serialisationFailure })

/** Carries the result of `work` out of the transaction that is rolled back. */
class RolledBack<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('rolled back')
    this.result = result
  }
}

/** Runs `work` completely and rolls it back, for a dry run: the same result, and nothing is stored. */
export async function runAndRollBack<T>(
  db: pg.Pool | pg.PoolClient,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(db, async (tx) => {
      throw new RolledBack(await work(tx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T
    throw error
  }
}

/** The response of `work`. In a dry run nothing is stored, and the response says so. */
export async function runOrDryRun<T extends object>(
  db: pg.Pool | pg.PoolClient,
  dry_run: boolean | undefined,
  work: (db: pg.Pool | pg.PoolClient) => Promise<T>,
): Promise<T & { dry_run?: true }> {
  return dry_run ? { dry_run, ...(await runAndRollBack(db, work)) } : work(db)
}

/** Rows that Citus copies to another server come back with an error that has its message alone. */
export const isDeadlock = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string }
  return code === deadlock || message === 'deadlock detected'
}

export const isRetryable = (error: unknown) =>
  isDeadlock(error) || (error as { code?: string }).code === serialisationFailure
