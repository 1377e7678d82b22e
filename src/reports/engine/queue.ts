import type pg from 'pg'
import { busy } from './refusals.ts'

interface Waiter {
  go(): void
}

/**
 * Lets a few pieces of work run at once and the others wait. Those of different organisations take turns, so that one with sixty
 * cards on a dashboard does not keep another from its single number; inside an organisation the first come is the first.
 */
export class ReportQueue {
  readonly #mostRunning: number
  readonly #mostWaiting: number
  #running = 0
  #waiting = 0
  /** Organisations in the order of their turns; none without a waiter. */
  readonly #lines = new Map<number, Waiter[]>()

  constructor(mostRunning = 4, mostWaiting = 500) {
    this.#mostRunning = mostRunning
    this.#mostWaiting = mostWaiting
  }

  async run<T>(orgId: number, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#mostRunning) this.#running++
    else await this.#turn(orgId)
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turn(orgId: number): Promise<void> {
    if (this.#waiting === this.#mostWaiting) throw busy()
    this.#waiting++
    return new Promise((go) => {
      const line = this.#lines.get(orgId)
      if (line) line.push({ go })
      else this.#lines.set(orgId, [{ go }])
    })
  }

  /** Hands the place of what has ended to the next in turn, without letting a newcomer in between. */
  #next(): void {
    const [turn] = this.#lines
    if (turn === undefined) {
      this.#running--
      return
    }
    const [orgId, line] = turn
    this.#lines.delete(orgId)
    const waiter = line.shift()!
    if (line.length > 0) this.#lines.set(orgId, line)
    this.#waiting--
    waiter.go()
  }
}

/** Each pool has a queue of its own, which lives and ends with it: reports take four of its connections, never all ten. */
const queues = new WeakMap<pg.Pool, ReportQueue>()

export function queueOf(pool: pg.Pool): ReportQueue {
  const queue = queues.get(pool) ?? new ReportQueue()
  queues.set(pool, queue)
  return queue
}
