import type pg from 'pg'
import { busy, clientGone } from './errors.ts'

const maxAtOnce = 4

/**
 * The number of reports that run at once on a pool: at most half of its connections, so that other requests get one.
 */
export const maxRunningOn = (connections: number): number => Math.min(maxAtOnce, Math.floor(connections / 2)) || 1

/** Starts the work of a waiting report. */
type Start = () => void

/**
 * Runs a limited number of reports at once; others wait. Organisations take turns, so that a dashboard of sixty cards
 * does not delay another organisation's single number. Within an organisation the order is first in, first out. Each
 * organisation has a limit of its own, so that one cannot fill the queue.
 */
export class ReportQueue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #maxPerOrganisation: number
  #running = 0
  #waiting = 0
  /** Waiting reports by organisation, in the order of their turns. No queue is empty. */
  readonly #queues = new Map<number, Set<Start>>()

  constructor(maxRunning = maxAtOnce, maxWaiting = 500, maxPerOrganisation = 60) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
    this.#maxPerOrganisation = maxPerOrganisation
  }

  get waiting(): number {
    return this.#waiting
  }

  /** `signal` removes waiting work from the queue. Work that has started runs to its end. */
  async run<T>(orgId: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) throw clientGone()
    if (this.#running < this.#maxRunning) this.#running++
    else await this.#wait(orgId, signal)
    try {
      return await work()
    } finally {
      this.#startNext()
    }
  }

  #wait(orgId: number, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.#queues.get(orgId) ?? new Set<Start>()
    if (this.#waiting === this.#maxWaiting || queue.size === this.#maxPerOrganisation) throw busy()
    this.#queues.set(orgId, queue)
    this.#waiting++
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#dequeue(orgId, queue, start)
        reject(clientGone())
      }
      signal?.addEventListener('abort', leave, { once: true })
      queue.add(start)
    })
  }

  #dequeue(orgId: number, queue: Set<Start>, start: Start): void {
    queue.delete(start)
    this.#waiting--
    if (queue.size === 0) this.#queues.delete(orgId)
  }

  /** Gives the slot of finished work to the next organisation's first report, before any new work. */
  #startNext(): void {
    const [next] = this.#queues
    if (next === undefined) {
      this.#running--
      return
    }
    const [orgId, queue] = next
    const [start] = queue
    this.#dequeue(orgId, queue, start!)
    // Its organisation goes to the end.
    if (this.#queues.delete(orgId)) this.#queues.set(orgId, queue)
    start!()
  }
}

/** Each pool has its own queue, which ends with the pool. */
const queues = new WeakMap<pg.Pool, ReportQueue>()

export function queueOf(pool: pg.Pool): ReportQueue {
  const queue = queues.get(pool) ?? new ReportQueue(maxRunningOn(pool.options.max))
  queues.set(pool, queue)
  return queue
}
