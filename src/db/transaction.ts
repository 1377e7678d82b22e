import pg from 'pg'

/** PostgreSQL's codes for what it ended for the sake of another transaction, and asks to be tried again. */
export const deadlock = '40P01'
const serialisationFailure = '40001'
const retryable = new Set([serialisationFailure, deadlock])
export const maxAttempts = 10

/**
 * Runs `work` in one transaction and commits it, or undoes all of it. What PostgreSQL ends for the sake of
 * another transaction is run again from the start, so `work` has no effects but those on `tx`.
 * On a connection that is in a transaction already, `work` joins it.
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

/** Runs `work` inside the transaction of `tx`; when it fails, what it did is undone and the rest stands. */
export async function savepoint<T>(tx: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await tx.query('savepoint step')
  try {
    const result = await work()
    await tx.query('release step')
    return result
  } catch (error) {
    // A deadlock's victim must start over as a whole, so it passes through untouched. Released as well, because steps
    // inside steps have the same name. On a broken connection the first error is the one that tells.
    if (!isRetryable(error)) await tx.query('rollback to step; release step').catch(() => {})
    throw error
  }
}

/** What was looked up before a lock was had is no longer so: the transaction starts over, as one that PostgreSQL ends. */
export const startOver = () => Object.assign(new Error('overtaken by another change'), { code: serialisationFailure })

/** Carries what undone work gave out of the transaction that is rolled back. */
class Undo<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('undone')
    this.result = result
  }
}

/** Does `work` all the way and undoes it, for a dry run: the same verdict, and nothing written. */
export async function undone<T>(db: pg.Pool | pg.PoolClient, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  try {
    return await transaction(db, async (tx) => {
      throw new Undo(await work(tx))
    })
  } catch (error) {
    if (error instanceof Undo) return error.result as T
    throw error
  }
}

export const isRetryable = (error: unknown) => retryable.has((error as { code?: string }).code ?? '')
