import type pg from 'pg'
import { busy, clientGone } from './errors.ts'

const maxAtOnce = 4

/** How many run at once on so many connections: never more than half of them, so that the rest of the API goes on. */
export const maxRunningOn = (connections: number): number => Math.min(maxAtOnce, Math.floor(connections / 2)) || 1

/** Calling it lets somebody go ahead. */
type Start = () => void

/**
 * Lets a few pieces of work run at once and the others wait. Those of different organisations take turns, so that one with sixty
 * cards on a dashboard does not keep another from its single number; inside an organisation the first come is the first. Each
 * organisation's line has an end of its own, so that one alone never fills the room that all have together.
 */
export class ReportQueue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #maxPerOrganisation: number
  #running = 0
  #waiting = 0
  /** Organisations in the order of their turns; none without a waiter. */
  readonly #queues = new Map<number, Set<Start>>()

  constructor(maxRunning = maxAtOnce, maxWaiting = 500, maxPerOrganisation = 60) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
    this.#maxPerOrganisation = maxPerOrganisation
  }

  get waiting(): number {
    return this.#waiting
  }

  /** `signal` tells when nobody waits for it any more: then it leaves the line. What has begun runs to its end. */
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
    const line = this.#queues.get(orgId) ?? new Set<Start>()
    if (this.#waiting === this.#maxWaiting || line.size === this.#maxPerOrganisation) throw busy()
    this.#queues.set(orgId, line)
    this.#waiting++
    return new Promise((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#dequeue(orgId, line, go)
        reject(clientGone())
      }
      signal?.addEventListener('abort', leave, { once: true })
      line.add(go)
    })
  }

  #dequeue(orgId: number, line: Set<Start>, go: Start): void {
    line.delete(go)
    this.#waiting--
    if (line.size === 0) this.#queues.delete(orgId)
  }

  /** Hands the place of what has ended to the next in turn, without letting a newcomer in between. */
  #startNext(): void {
    const [next] = this.#queues
    if (next === undefined) {
      this.#running--
      return
    }
    const [orgId, line] = next
    const [go] = line
    this.#dequeue(orgId, line, go!)
    // Its organisation goes behind the others.
    if (this.#queues.delete(orgId)) this.#queues.set(orgId, line)
    go!()
  }
}

/** Each pool has a queue of its own, which lives and ends with it: reports take four of ten connections, never all. */
const queues = new WeakMap<pg.Pool, ReportQueue>()

export function queueOf(pool: pg.Pool): ReportQueue {
  const queue = queues.get(pool) ?? new ReportQueue(maxRunningOn(pool.options.max))
  queues.set(pool, queue)
  return queue
}
