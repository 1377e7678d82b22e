import type pg from 'pg'
import { isUnavailable } from '../connect/unavailable.ts'
import { statement } from '../statement.ts'
import { decideReplicaUse, maxChecksBehind, type ReplicaDecision } from './eligibility.ts'
import type { Reads, Use } from './reads.ts'

const checkEveryMs = 1000
/** Whoever takes longer to say how it is does not answer. */
const checkTimeoutMs = 2000
/** So many looks in vain, and those who wait for the replica are sent to the primary. */
const maxFailedChecks = 3

const primaryState = statement<[], { system: string; written: number; standbys: string; commit: string }>(
  'replica.look_at_primary',
  `select (select system_identifier::text from pg_control_system()) as system,
          (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 as written,
          current_setting('synchronous_standby_names') as standbys, current_setting('synchronous_commit') as commit`,
)
const replicaState = statement<[], { system: string; standby: boolean; name: string; applied: number; zone: string }>(
  'replica.look',
  `select (select system_identifier::text from pg_control_system()) as system, pg_is_in_recovery() as standby,
          current_setting('cluster_name') as name, current_setting('TimeZone') as zone,
          coalesce((pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8, 0) as applied`,
)

export interface ReplicaOptions {
  /** For reading on the primary: where a lost replica makes commits wait, they must not have all the connections. */
  primary: pg.Pool
  replica: pg.Pool
  /** A connection to each for the looks alone: with many requests under way these would wait in line with them. */
  watch: { primary: pg.Pool; replica: pg.Pool }
  log: { info(text: string): void; warn(text: string): void }
  /** What it is taken for until the first look. */
  verdict?: ReplicaDecision
}

/**
 * A streaming replica that reads are sent to while it is as good as the primary. A look each second says what it is
 * good for; what it fails at in between is done by the primary, and whoever asked does not notice.
 */
export class Replica implements Reads {
  readonly primary: pg.Pool
  readonly pools: readonly pg.Pool[]
  readonly #pool: pg.Pool
  readonly #watch: ReplicaOptions['watch']
  readonly #log: ReplicaOptions['log']
  readonly #clients = new Set<pg.PoolClient>()
  /** What the primary failed at: no other try will help, also not that of whoever called us inside another read. */
  readonly #ofThePrimary = new WeakSet<object>()
  #verdict: ReplicaDecision
  /** Where the primary had come to at the last looks, the latest first. */
  #written: number[] = []
  #retried = 0
  #inVain = 0
  #timer: NodeJS.Timeout | undefined

  constructor({ primary, replica, watch, log, verdict = { use: 'nothing', why: 'not looked at' } }: ReplicaOptions) {
    this.primary = primary
    this.pools = [primary, replica]
    this.#pool = replica
    this.#watch = watch
    this.#log = log
    this.#verdict = verdict
    for (const pool of [replica, watch.replica]) {
      pool.on('connect', (client) => this.#clients.add(client))
      pool.on('remove', (client) => this.#clients.delete(client))
    }
  }

  read<T>(work: (db: pg.Pool) => Promise<T>): Promise<T> {
    return this.#verdict.use === 'everything' ? this.#preferably(work) : this.#onPrimary(work)
  }

  report<T>(work: (db: pg.Pool) => Promise<T>): Promise<T> {
    return this.#verdict.use === 'nothing' ? this.#onPrimary(work) : this.#preferably(work)
  }

  replica(): { use: Use; retried: number } {
    return { use: this.#verdict.use, retried: this.#retried }
  }

  async #preferably<T>(work: (db: pg.Pool) => Promise<T>): Promise<T> {
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
      this.#ofThePrimary.add(error as object)
      throw error
    }
  }

  /** A line before a replica that answers is too much to do, which the primary has not waited for. */
  #mayRetry(error: unknown): boolean {
    if (this.#ofThePrimary.has(error as object)) return false
    if (isPoolExhausted(error)) return this.#verdict.use === 'nothing'
    return isReplicaError(error)
  }

  /** Looks now and then every second. */
  async watch(): Promise<void> {
    await this.#judged() // nothing is known of a replica that was looked at once
    await this.look()
    const next = () => {
      this.#timer = setTimeout(() => this.look().finally(() => this.#timer && next()), checkEveryMs).unref()
    }
    next()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  async look(): Promise<void> {
    const verdict = await this.#judged()
    if (verdict.why !== this.#verdict.why) this.#log[verdict.use === 'everything' ? 'info' : 'warn'](verdict.why)
    this.#verdict = verdict
  }

  async #judged(): Promise<ReplicaDecision> {
    try {
      // First the primary: what it has written by then is what the replica is held against at the next look.
      const primary = await withTimeout(primaryState.one(this.#watch.primary), 'the primary')
      const replica = await withTimeout(replicaState.one(this.#watch.replica), 'the replica').catch((error) => {
        if (++this.#inVain >= maxFailedChecks) this.#cut()
        throw error
      })
      this.#inVain = 0
      const look = { primary, replica }
      const verdict = decideReplicaUse(look, this.#written)
      this.#written = [look.primary.written, ...this.#written].slice(0, maxChecksBehind)
      return verdict
    } catch (error) {
      return { use: 'nothing', why: `everything is read from the primary: ${(error as Error).message}` }
    }
  }

  /** Whoever waits for a replica that has stopped answering would wait for ever: cut off, they go to the primary. */
  #cut(): void {
    for (const client of this.#clients) (client as unknown as ClientInternals).connection.stream.destroy()
  }
}

interface ClientInternals {
  connection: { stream: { destroy(): void } }
}

/** Too slow is too slow anywhere, and a write is no read: these are not the replica's fault. */
const notRetried = new Set(['57014', '25006'])
/** What a standby ends because the primary's changes get in its way. */
const conflicts = new Set(['40001', '40P01'])

function isReplicaError(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return conflicts.has(code) || (isUnavailable(error) && !notRetried.has(code))
}

/** Too long in line for a connection: in our own pool, or in that of a pooler. */
function isPoolExhausted(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return message === 'timeout exceeded when trying to connect' || (code === '08P01' && message === 'query_wait_timeout')
}

async function withTimeout<T>(answer: Promise<T>, whose: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), checkTimeoutMs)
  })
  try {
    return await Promise.race([answer, late])
  } catch (error) {
    throw new Error(`${whose} cannot be asked how it is (${(error as Error).message})`)
  } finally {
    clearTimeout(timer)
  }
}
