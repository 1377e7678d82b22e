import type pg from 'pg'
import { pipeline, sendLast } from '../db/pipeline.ts'
import type { Queryable } from '../db/statement.ts'
import * as feed from './feed.sql.ts'

/** Events that one transaction numbers. */
const batch = 500
/** Numbering waits this long after a write, so that writes at the same time share it. */
const delayMilliseconds = 5
/** Numbering and the search for new events take at most one part in this many of the time of a connection. */
const share = 20
const longestPauseMilliseconds = 1000
const reportEveryMilliseconds = 60_000

interface SequencerOptions {
  db: pg.Pool
  /** Called when events of an organisation have numbers. */
  onNumbered?(orgId: number, head: number): void
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
  #isStarted = false
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  /** Until then numbering pauses, by the clock of `performance`. */
  #pausedUntil = 0
  #nextReport = 0

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
    clearTimeout(this.#timer)
    await this.#running
  }

  /** An organisation has been written to by this process. */
  written(orgId: number): void {
    if (!this.#isStarted) return
    this.#written.add(orgId)
    this.#schedule()
  }

  /** Numbers the new events of all organisations. Does nothing in a pause after a run that took long. */
  async look(): Promise<void> {
    if (performance.now() >= this.#pausedUntil) await this.#paused(() => this.numberAll())
  }

  /** Numbers all events that are committed. */
  async numberAll(): Promise<void> {
    await this.#numberEach((await feed.organisationsWithNew.rows(this.#db)).map(({ org_id }) => org_id))
  }

  #schedule(): void {
    if (this.#timer || this.#running || this.#written.size === 0 || !this.#isStarted) return
    const pause = Math.max(delayMilliseconds, this.#pausedUntil - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#running = this.#paused(() => this.#numberWritten()).finally(() => {
        this.#running = undefined
        this.#schedule()
      })
    }, pause)
  }

  async #numberWritten(): Promise<void> {
    const orgIds = [...this.#written]
    this.#written.clear()
    await this.#numberEach(orgIds)
  }

  /** One that fails, as while its server of Citus is down, does not stop the others. */
  async #numberEach(orgIds: number[]): Promise<void> {
    const errors: unknown[] = []
    for (const orgId of orgIds) await this.#numberOrganisation(orgId).catch((error) => errors.push(error))
    if (errors.length > 0) throw errors[0]
  }

  async #numberOrganisation(orgId: number): Promise<void> {
    let numbered: number
    do {
      let result = await numberEvents(this.#db, orgId)
      if (!result) {
        await feed.create.rows(this.#db, orgId)
        result = (await numberEvents(this.#db, orgId))!
      }
      numbered = result.numbered
      if (numbered > 0) this.#onNumbered(orgId, result.head)
    } while (numbered === batch)
  }

  /** Events that could not be numbered are found by the next look. While the database is away each of them fails. */
  async #paused(work: () => Promise<void>): Promise<void> {
    const began = performance.now()
    await work().catch((error) => {
      if (performance.now() < this.#nextReport) return
      this.#nextReport = performance.now() + reportEveryMilliseconds
      this.#onError(error)
    })
    const now = performance.now()
    this.#pausedUntil = now + Math.min(longestPauseMilliseconds, (now - began) * share)
  }
}

/** How many events have no number, at most 10,000, and since when. */
export const countNewEvents = (db: Queryable) => feed.countNew.one(db)

/** In one batch, so that no lock waits for this process. Undefined if the organisation has no feed yet. */
async function numberEvents(db: Queryable, orgId: number) {
  const [, [result]] = await pipeline(db, () => sendLast(feed.lock.call(orgId), feed.number.call(orgId, batch)))
  return result
}
