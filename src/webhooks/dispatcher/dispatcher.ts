import { randomUUID } from 'node:crypto'
import { accessCall, accessIn } from '../../access/connection-access.ts'
import { pipeline, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import * as sql from './dispatcher.sql.ts'
import { type RetryTimes, retryTimes } from './retry.ts'
import { Run, type RunOptions } from './run.ts'
import { Slots } from './slots.ts'

/** Webhooks that this process sends for at once. */
const maxRuns = 64
/** Looks for webhooks take at most one part in this many of the time of a connection. */
const share = 20
const longestPause = 10_000
const reportEveryMilliseconds = 60_000

/** Webhooks that the operator should look at. */
export const countFailingWebhooks = (db: Queryable) => sql.countFailing.one(db)
/** The first organisations that have such webhooks, by their slugs. */
export const organisationsWithFailingWebhooks = async (db: Queryable, limit: number): Promise<string[]> =>
  (await sql.organisationsWithFailing.rows(db, limit)).map(({ slug }) => slug)

interface DispatcherOptions extends Omit<RunOptions, 'slots' | 'times'> {
  times?: RetryTimes | undefined
  onError(error: unknown): void
}

/**
 * Sends events to webhooks (docs/decisions/0039-webhooks-are-positions-in-the-feed.md). Every process has one; a webhook
 * has one sender at a time, by its lease. Events that this process has numbered are sent at once, others by the job that
 * looks for webhooks with something to send.
 */
export class Dispatcher {
  readonly #options: RunOptions
  readonly #onError: (error: unknown) => void
  readonly #runs = new Map<string, { run: Run; finished: Promise<void> }>()
  readonly #numbered = new Set<number>()
  #isStarted = false
  #isStopped = false
  #looking: Promise<void> | undefined
  /** A look was asked for during another one. */
  #isLookDue = false
  /** No look before this time, by the clock of `performance`. */
  #pausedUntil = 0
  /** Webhooks that fail or were disabled because of failures, as last counted. */
  failing = 0

  constructor({ onError, times = retryTimes, ...options }: DispatcherOptions) {
    this.#options = { ...options, times, slots: new Slots() }
    let nextReport = 0
    // While the database is away every look fails.
    this.#onError = (error) => {
      if (performance.now() < nextReport) return
      nextReport = performance.now() + reportEveryMilliseconds
      onError(error)
    }
  }

  /** From now on `numbered` has an effect. */
  start(): void {
    this.#isStarted = true
  }

  /** Waits some seconds for answers, stores them, and gives the leases back. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#looking
    for (const { run } of this.#runs.values()) run.stop()
    await Promise.all([...this.#runs.values()].map(({ finished }) => finished))
  }

  /** This process has numbered events of an organisation. */
  numbered(orgId: number): void {
    if (!this.#isStarted || this.#isStopped) return
    for (const { run } of this.#runs.values()) if (run.orgId === orgId) run.wake()
    this.#numbered.add(orgId)
    this.#lookAtNumbered()
  }

  /** Begins to send for webhooks of all organisations. Does nothing in a pause after a look that took long. */
  async look(): Promise<void> {
    if (this.#isStopped || performance.now() < this.#pausedUntil) return
    this.#isLookDue = this.#looking !== undefined
    if (this.#isLookDue) return
    await this.#only(async () => {
      const began = performance.now()
      await this.#begin((now, limit) => sql.findReady.rows(this.#options.db, now, limit))
      const ended = performance.now()
      this.#pausedUntil = ended + Math.min(longestPause, (ended - began) * share)
    })
  }

  /** Sends everything that is due, and returns when it is sent. */
  async sendAll(): Promise<void> {
    do {
      await Promise.all([...this.#runs.values()].map(({ finished }) => finished))
      while (this.#looking) await this.#looking
      this.#pausedUntil = 0
      await this.look()
    } while (this.#runs.size > 0)
  }

  async count(): Promise<void> {
    const { failing, disabled } = await countFailingWebhooks(this.#options.db)
    this.failing = failing + disabled
  }

  #lookAtNumbered(): void {
    if (this.#isStopped || this.#looking || this.#numbered.size === 0) return
    const orgIds = [...this.#numbered]
    this.#numbered.clear()
    void this.#only(async () => {
      for (const orgId of orgIds)
        await this.#begin((now, limit) => sql.findReadyOf.rows(this.#options.db, orgId, now, limit))
    })
  }

  /** One look at a time. */
  async #only(work: () => Promise<void>): Promise<void> {
    this.#looking = work().catch(this.#onError)
    await this.#looking
    this.#looking = undefined
    // Or those whose attempts are due would wait while others are written to without a pause.
    if (this.#isLookDue) void this.look()
    this.#lookAtNumbered()
  }

  async #begin(find: (now: string, limit: number) => Promise<sql.ReadyWebhook[]>): Promise<void> {
    const { clock } = this.#options
    const limit = maxRuns - this.#runs.size
    if (limit <= 0) return
    const found = await find(new Date(clock.now()).toISOString(), limit)
    const begun = await Promise.allSettled(found.map((webhook) => this.#beginRun(webhook)))
    const failed = begun.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
  }

  async #beginRun({ org_id: orgId, id, connection_id }: sql.ReadyWebhook): Promise<void> {
    const { db, clock } = this.#options
    const key = `${orgId}/${id}`
    if (this.#runs.has(key)) return
    const leaseId = randomUUID()
    const leasedAt = performance.now()
    const [, [leased], access] = await pipeline(db, () =>
      sendLast(
        sql.lease.call(orgId, id, leaseId),
        sql.readLeased.call(orgId, id, leaseId),
        accessCall(orgId, [connection_id], clock.now()),
      ),
    )
    if (!leased) return
    const run = new Run(orgId, leased, leaseId, accessIn(access).get(connection_id), leasedAt, this.#options)
    const finished = run
      .finish()
      .catch(this.#onError)
      .then(() => {
        this.#runs.delete(key)
        if (run.hasMore) void this.look()
      })
    this.#runs.set(key, { run, finished })
  }
}
