import type pg from 'pg'
import { busy, unawaited } from './errors.ts'

const mostAtOnce = 4

/** How many run at once on so many connections: never more than half of them, so that the rest of the API goes on. */
export const runningOn = (connections: number): number => Math.min(mostAtOnce, Math.floor(connections / 2)) || 1

/** Calling it lets somebody go ahead. */
type Go = () => void

/**
 * Lets a few pieces of work run at once and the others wait. Those of different organisations take turns, so that one with sixty
 * cards on a dashboard does not keep another from its single number; inside an organisation the first come is the first. Each
 * organisation's line has an end of its own, so that one alone never fills the room that all have together.
 */
export class ReportQueue {
  readonly #mostRunning: number
  readonly #mostWaiting: number
  readonly #mostOfOne: number
  #running = 0
  #waiting = 0
  /** Organisations in the order of their turns; none without a waiter. */
  readonly #lines = new Map<number, Set<Go>>()

  constructor(mostRunning = mostAtOnce, mostWaiting = 500, mostOfOne = 60) {
    this.#mostRunning = mostRunning
    this.#mostWaiting = mostWaiting
    this.#mostOfOne = mostOfOne
  }

  get waiting(): number {
    return this.#waiting
  }

  /** `signal` tells when nobody waits for it any more: then it leaves the line. What has begun runs to its end. */
  async run<T>(orgId: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) throw unawaited()
    if (this.#running < this.#mostRunning) this.#running++
    else await this.#turn(orgId, signal)
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turn(orgId: number, signal: AbortSignal | undefined): Promise<void> {
    const line = this.#lines.get(orgId) ?? new Set<Go>()
    if (this.#waiting === this.#mostWaiting || line.size === this.#mostOfOne) throw busy()
    this.#lines.set(orgId, line)
    this.#waiting++
    return new Promise((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#take(orgId, line, go)
        reject(unawaited())
      }
      signal?.addEventListener('abort', leave, { once: true })
      line.add(go)
    })
  }

  #take(orgId: number, line: Set<Go>, go: Go): void {
    line.delete(go)
    this.#waiting--
    if (line.size === 0) this.#lines.delete(orgId)
  }

  /** Hands the place of what has ended to the next in turn, without letting a newcomer in between. */
  #next(): void {
    const [turn] = this.#lines
    if (turn === undefined) {
      this.#running--
      return
    }
    const [orgId, line] = turn
    const [go] = line
    this.#take(orgId, line, go!)
    // Its organisation goes behind the others.
    if (this.#lines.delete(orgId)) this.#lines.set(orgId, line)
    go!()
  }
}

/** Each pool has a queue of its own, which lives and ends with it: reports take four of ten connections, never all. */
const queues = new WeakMap<pg.Pool, ReportQueue>()

export function queueOf(pool: pg.Pool): ReportQueue {
  const queue = queues.get(pool) ?? new ReportQueue(runningOn(pool.options.max))
  queues.set(pool, queue)
  return queue
}
