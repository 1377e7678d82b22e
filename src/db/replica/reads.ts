import type pg from 'pg'

/** What a replica is good for at the moment. */
export type Use = 'everything' | 'reports' | 'nothing'

/**
 * Where reading is done: on the primary, or on a replica while that is as good. `work` may run a second time, on the
 * primary, so it has no effects but its answer.
 */
export interface Reads {
  /** Whoever reads here finds what they have written, on whichever node. */
  read<T>(work: (db: pg.Pool) => Promise<T>): Promise<T>
  /** For heavy statements whose answer says when it was counted: it may lack the last seconds' writes. */
  report<T>(work: (db: pg.Pool) => Promise<T>): Promise<T>
  /** The primary for what is only read and must not be a moment late, such as tokens. */
  readonly primary: pg.Pool
  /** Every pool that reading may wait for. */
  readonly pools: readonly pg.Pool[]
  /** What the replica is good for, where there is one, and how often the primary had to do what it could not. */
  replica?(): { use: Use; retried: number }
}

/** Without a replica everything is read from the primary. */
export const primaryOnly = (pool: pg.Pool): Reads => ({
  read: (work) => work(pool),
  report: (work) => work(pool),
  primary: pool,
  pools: [pool],
})
