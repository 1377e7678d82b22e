import type pg from 'pg'
import { pipeline, sendLast } from '../db/pipeline.ts'
import type { Queryable } from '../db/statement.ts'
import * as feed from './feed.sql.ts'

/** Events that one transaction numbers. */
const batch = 500
/** Numbering waits this long after a write, so that writes at the same time share it. */
const delayMilliseconds = 5
/** Numbering takes at most one part in this many of the time of a connection. */
const share = 20
const longestPause = { afterWrites: 1000, ofLook: 30_000 }
const reportEveryMilliseconds = 60_000
/** SQLSTATE of a lock that was waited for too long. */
const lockNotAvailable = '55P03'

interface SequencerOptions {
  db: pg.Pool
  /** Called when events of an organisation have numbers. */
  onNumbered?(orgId: number, head: number, hasWebhooks: boolean): void
  onError?(error: unknown): void
}

/**
 * Gives committed events the next numbers of their organisation (docs/decisions/0038-feed-numbered-by-a-sequencer.md). Every node
 * has one; two at the same organisation take turns. A write of this node is numbered after some milliseconds,
 * any other by the job that looks for new events.
 */
export class Sequencer {
  readonly #db: pg.Pool
  readonly #onNumbered: NonNullable<SequencerOptions['onNumbered']>
  readonly #onError: NonNullable<SequencerOptions['onError']>
  readonly #written = new Set<number>()
  /** Organisations that have a feed. */
  readonly #withFeed = new Set<number>()
  #isStarted = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #looking: Promise<void> | undefined
  /** Until then numbering pauses, by the clock of `performance`. */
  readonly #pausedUntil = { afterWrites: 0, ofLook: 0 }
  #nextReport = 0
  /** Events without a number, as last counted. */
  newEvents = 0

  constructor({ db, onNumbered = () => {}, onError = () => {} }: SequencerOptions) {
    this.#db = db
    this.#onNumbered = onNumbered
    this.#onError = onError
  }

  /** From now on `written` has an effect. */
  start(): void {
    this.#isStarted = true
  }

  async stop(): Promise<void> {
    this.#isStarted = false
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
    await this.#looking
  }

  /** An organisation has been written to by this process. */
  written(orgId: number): void {
    if (!this.#isStarted) return
    this.#written.add(orgId)
    this.#schedule()
  }

  /** Numbers the new events of all organisations. Does nothing in a pause after a look that took long. */
  async look(): Promise<void> {
    if (performance.now() < this.#pausedUntil.ofLook) return
    this.#looking = this.#paused('ofLook', () => this.numberAll())
    await this.#looking
  }

  /** Numbers all events that are committed: a batch of each organisation in turn, so that none waits for the backlog of another. */
  async numberAll(): Promise<void> {
    let orgIds = (await feed.organisationsWithNew.rows(this.#db)).map(({ org_id }) => org_id)
    while (orgIds.length > 0 && !this.#isStopped) orgIds = await this.#numberBatches(orgIds)
  }

  async count(): Promise<void> {
    this.newEvents = (await countNewEvents(this.#db)).count
  }

  #schedule(): void {
    if (this.#timer || this.#running || this.#written.size === 0 || !this.#isStarted) return
    const pause = Math.max(delayMilliseconds, this.#pausedUntil.afterWrites - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#running = this.#paused('afterWrites', () => this.#numberWritten()).finally(() => {
        this.#running = undefined
        this.#schedule()
      })
    }, pause)
  }

  async #numberWritten(): Promise<void> {
    const orgIds = [...this.#written]
    this.#written.clear()
    for (const orgId of await this.#numberBatches(orgIds)) this.#written.add(orgId)
  }

  /**
   * Numbers a batch of each organisation, and returns those that have more. One that fails, as while its server of Citus is
   * down, does not stop the others.
   */
  async #numberBatches(orgIds: number[]): Promise<number[]> {
    const unfinished: number[] = []
    const errors: unknown[] = []
    for (const orgId of orgIds) {
      if (this.#isStopped) break
      try {
        if ((await this.#numberBatch(orgId)) === batch) unfinished.push(orgId)
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
    return unfinished
  }

  async #numberBatch(orgId: number): Promise<number> {
    const result = await numberEvents(this.#db, orgId, !this.#withFeed.has(orgId))
    if (result === 'deleted') this.#withFeed.delete(orgId)
    if (typeof result === 'string') return 0
    this.#withFeed.add(orgId)
    if (result.numbered > 0) this.#onNumbered(orgId, result.head, result.has_webhooks)
    return result.numbered
  }

  /** Events that could not be numbered are found by the next look. While the database is away each of them fails. */
  async #paused(kind: keyof typeof longestPause, work: () => Promise<void>): Promise<void> {
    const began = performance.now()
    await work().catch((error) => {
      if (performance.now() < this.#nextReport) return
      this.#nextReport = performance.now() + reportEveryMilliseconds
      this.#onError(error)
    })
    const now = performance.now()
    this.#pausedUntil[kind] = now + Math.min(longestPause[kind], (now - began) * share)
  }
}

/** How many events have no number, at most 10,000, and since when. */
export const countNewEvents = (db: Queryable) => feed.countNew.one(db)

/**
 * Numbers a batch of an organisation. `deleted` if it has no feed, and `locked` while another transaction keeps it, as the deletion of
 * an organisation does.
 */
async function numberEvents(db: Queryable, orgId: number, isNew: boolean) {
  try {
    // Committed before it is locked: who finds no feed to lock may number beside another sequencer.
    if (isNew) await pipeline(db, () => sendLast(feed.limitLockWait.call(), feed.create.call(orgId)))
    // In one batch, so that no lock waits for this process.
    const [, , [result]] = await pipeline(db, () =>
      sendLast(feed.limitLockWait.call(), feed.lock.call(orgId), feed.number.call(orgId, batch)),
    )
    return result ?? 'deleted'
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return 'locked'
    throw error
  }
}
