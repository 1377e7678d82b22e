import type pg from 'pg'
import { isUnavailable } from '../connect/unavailable.ts'
import { statement } from '../statement.ts'
import { decideReplicaUse, maxChecksBehind, type ReplicaDecision, unused } from './eligibility.ts'
import type { Reads, ReplicaUse } from './reads.ts'

const checkEveryMs = 1000
const checkTimeoutMs = 2000
/** After this many failed checks the reads that wait for the replica run on the primary. */
const maxFailedChecks = 3

const primaryState = statement<[], { system: string; written: number; standbys: string; commit: string }>(
  'replica.primary_state',
  `select (select system_identifier::text from pg_control_system()) as system,
          (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as written,
          current_setting('synchronous_standby_names') as standbys, current_setting('synchronous_commit') as commit`,
)
const replicaState = statement<[], { system: string; standby: boolean; name: string; applied: number; zone: string }>(
  'replica.replica_state',
  `select (select system_identifier::text from pg_control_system()) as system, pg_is_in_recovery() as standby,
          current_setting('cluster_name') as name, current_setting('TimeZone') as zone,
          coalesce((pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8, 0) as applied`,
)

export interface ReplicaOptions {
  /** For reads on the primary. Commits that wait for a lost replica must not take all of its connections. */
  primary: pg.Pool
  replica: pg.Pool
  /** One connection to each for the checks, which would otherwise wait behind requests. */
  watch: { primary: pg.Pool; replica: pg.Pool }
  log: { info(text: string): void; warn(text: string): void }
  /** The use of the replica before the first check. */
  decision?: ReplicaDecision
}

/**
 * A streaming replica for reads while it is up to date. A check each second decides which reads it may serve. A read
 * that fails on it runs on the primary, and the caller does not notice.
 */
export class Replica implements Reads {
  readonly primary: pg.Pool
  readonly pools: readonly pg.Pool[]
  readonly #pool: pg.Pool
  readonly #watch: ReplicaOptions['watch']
  readonly #log: ReplicaOptions['log']
  readonly #clients = new Set<pg.PoolClient>()
  /** Errors of the primary. They are not retried, also not by an outer read. */
  readonly #primaryErrors = new WeakSet<object>()
  #decision: ReplicaDecision
  /** The primary's positions at the last checks, the latest first. */
  #written: number[] = []
  #retried = 0
  #failedChecks = 0
  #timer: NodeJS.Timeout | undefined

  constructor({ primary, replica, watch, log, decision: initial = unused('not checked yet') }: ReplicaOptions) {
    this.primary = primary
    this.pools = [primary, replica]
    this.#pool = replica
    this.#watch = watch
    this.#log = log
    this.#decision = initial
    for (const pool of [replica, watch.replica]) {
      pool.on('connect', (client) => this.#clients.add(client))
      pool.on('remove', (client) => this.#clients.delete(client))
    }
  }

  read<T>(work: (db: pg.Pool) => Promise<T>): Promise<T> {
    return this.#decision.use === 'everything' ? this.#preferReplica(work) : this.#onPrimary(work)
  }

  report<T>(work: (db: pg.Pool) => Promise<T>): Promise<T> {
    return this.#decision.use === 'nothing' ? this.#onPrimary(work) : this.#preferReplica(work)
  }

  replica(): { use: ReplicaUse; retried: number } {
    return { use: this.#decision.use, retried: this.#retried }
  }

  async #preferReplica<T>(work: (db: pg.Pool) => Promise<T>): Promise<T> {
    try {
      return await work(this.#pool)
    } catch (error) {
      if (!this.#mayRetry(error)) throw error
      this.#retried++
      return this.#onPrimary(work)
    }
  }

  async #onPrimary<T>(work: (db: pg.Pool) => Promise<T>): Promise<T> {
    try {
      return await work(this.primary)
    } catch (error) {
      this.#primaryErrors.add(error as object)
      throw error
    }
  }

  /** An exhausted pool of a working replica is overload, which must not move to the primary. */
  #mayRetry(error: unknown): boolean {
    if (this.#primaryErrors.has(error as object)) return false
    if (isPoolExhausted(error)) return this.#decision.use === 'nothing'
    return isReplicaError(error)
  }

  /** Checks now and then every second. */
  async watch(): Promise<void> {
    await this.#decide() // one check alone does not show whether the replica is behind
    await this.check()
    const next = () => {
      this.#timer = setTimeout(() => this.check().finally(() => this.#timer && next()), checkEveryMs).unref()
    }
    next()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  async check(): Promise<void> {
    const decision = await this.#decide()
    if (decision.reason !== this.#decision.reason)
      this.#log[decision.use === 'everything' ? 'info' : 'warn'](decision.reason)
    this.#decision = decision
  }

  async #decide(): Promise<ReplicaDecision> {
    try {
      // The primary first: the next check compares the replica with this position.
      const primary = await withTimeout(primaryState.one(this.#watch.primary), 'the primary')
      const replica = await withTimeout(replicaState.one(this.#watch.replica), 'the replica').catch((error) => {
        if (++this.#failedChecks >= maxFailedChecks) this.#closeConnections()
        throw error
      })
      this.#failedChecks = 0
      const decision = decideReplicaUse({ primary, replica }, this.#written)
      this.#written = [primary.written, ...this.#written].slice(0, maxChecksBehind)
      return decision
    } catch (error) {
      return unused(`everything is read from the primary: ${(error as Error).message}`)
    }
  }

  /**
   * Reads that wait for a replica which no longer responds would wait forever. Their errors move them to the primary.
   */
  #closeConnections(): void {
    for (const client of this.#clients) (client as unknown as ClientInternals).connection.stream.destroy()
  }
}

interface ClientInternals {
  connection: { stream: { destroy(): void } }
}

/** Statement timeout and write in a read-only transaction: the primary would not help. */
const notRetried = new Set(['57014', '25006'])
/** A standby cancels statements that conflict with changes of the primary. */
const conflicts = new Set(['40001', '40P01'])

function isReplicaError(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return conflicts.has(code) || (isUnavailable(error) && !notRetried.has(code))
}

/** No connection became free in time, in our own pool or in a pooler. */
function isPoolExhausted(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return message === 'timeout exceeded when trying to connect' || (code === '08P01' && message === 'query_wait_timeout')
}

async function withTimeout<T>(response: Promise<T>, whose: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), checkTimeoutMs)
  })
  try {
    return await Promise.race([response, late])
  } catch (error) {
    throw new Error(`${whose} cannot be checked (${(error as Error).message})`)
  } finally {
    clearTimeout(timer)
  }
}
