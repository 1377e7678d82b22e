import type pg from 'pg'
import { heads } from './feed.sql.ts'

/** Requests that may wait in this process, and of each token. Further ones are answered at once. */
const maxWaiting = 200
const maxWaitingOfToken = 2
/** How often the feeds of waiting requests are read: other nodes number events too. */
const readEveryMilliseconds = 1000

interface Waiter {
  orgId: number
  tokenId: number
  /** The last event that the request has looked at. */
  after: number
  resolve(hasEvents: boolean): void
}

export interface WaitRequest extends Omit<Waiter, 'resolve'> {
  milliseconds: number
  /** Calls back when the client has left; returns how to stop that. */
  onLeft(listener: () => void): () => void
}

/** Requests that wait for the next event of their organisation. A waiting request uses no database connection. */
export class Waiting {
  readonly #db: pg.Pool
  readonly #isDraining: () => boolean
  readonly #waiters = new Set<Waiter>()
  #timer: NodeJS.Timeout | undefined
  #isReading = false

  constructor(db: pg.Pool, isDraining: () => boolean) {
    this.#db = db
    this.#isDraining = isDraining
  }

  get size(): number {
    return this.#waiters.size
  }

  /** True once there are further events. False when the time is over, and at once where no more requests may wait. */
  async until({ milliseconds, onLeft, ...request }: WaitRequest): Promise<boolean> {
    const ofToken = [...this.#waiters].filter(({ tokenId }) => tokenId === request.tokenId).length
    if (this.#isDraining() || ofToken >= maxWaitingOfToken || this.#waiters.size >= maxWaiting) return false
    let resolve: Waiter['resolve'] = () => {}
    const woken = new Promise<boolean>((done) => {
      resolve = done
    })
    const waiter = { ...request, resolve }
    this.#waiters.add(waiter)
    this.#timer ??= setInterval(this.#read, readEveryMilliseconds).unref()
    const timer = setTimeout(resolve, milliseconds, false)
    const stopListening = onLeft(() => resolve(false))
    const hasEvents = await woken
    clearTimeout(timer)
    stopListening()
    this.#waiters.delete(waiter)
    if (this.#waiters.size === 0) this.stop()
    return hasEvents
  }

  /** An organisation has events up to `head`. */
  wake(orgId: number, head: number): void {
    for (const waiter of this.#waiters) if (waiter.orgId === orgId && waiter.after < head) waiter.resolve(true)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    for (const { resolve } of this.#waiters) resolve(false)
  }

  #read = async (): Promise<void> => {
    if (this.#isDraining()) return this.stop()
    if (this.#isReading) return
    this.#isReading = true
    try {
      const orgIds = [...new Set([...this.#waiters].map(({ orgId }) => orgId))]
      for (const { org_id, head } of await heads.rows(this.#db, orgIds)) this.wake(org_id, head)
    } catch {
      // The requests go on waiting; their next read says what is wrong.
    } finally {
      this.#isReading = false
    }
  }
}
