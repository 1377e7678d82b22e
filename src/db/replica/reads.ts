import type pg from 'pg'

/** The reads that the replica may serve at the moment. */
export type ReplicaUse = 'everything' | 'reports' | 'nothing'

/**
 * Runs reads on the primary, or on a replica while it is up to date. `work` may run a second time, on the primary, so
 * it has no effects but its result.
 */
export interface Reads {
  /** A caller reads its own writes, on every node. */
  read<T>(work: (db: pg.Pool) => Promise<T>): Promise<T>
  /** For heavy statements whose response has the time of its data: the last seconds' writes may be missing. */
  report<T>(work: (db: pg.Pool) => Promise<T>): Promise<T>
  /** The primary, for reads that must see the latest commit, such as tokens. */
  readonly primary: pg.Pool
  /** Every pool that a read may wait for. */
  readonly pools: readonly pg.Pool[]
  /** The use of the replica, where there is one, and the number of its failed reads that the primary repeated. */
  replica?(): { use: ReplicaUse; retried: number }
}

/** Without a replica all reads are on the primary. */
export const primaryOnly = (pool: pg.Pool): Reads => ({
  read: (work) => work(pool),
  report: (work) => work(pool),
  primary: pool,
  pools: [pool],
})
