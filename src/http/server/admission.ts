import type { IncomingMessage, ServerResponse } from 'node:http'
import type pg from 'pg'
import type { Reads } from '../../db/replica/reads.ts'
import type { Clock } from '../../process/clock.ts'
import { overloaded } from '../contract/errors.ts'
import type { RequestHandler } from './connection.ts'
import { reject } from './conventions.ts'
import { FairQueue } from './fair-queue.ts'

export interface AdmissionOptions {
  /** The pool of writes. */
  db: pg.Pool
  reads: Reads
  /** Admitted requests that share one statement with others, such as the lookup of their token. */
  pendingLookups: { readonly requests: number }
  clock: Clock
  /** Requests that may wait; 0 admits all. */
  maxWaiting: number
  /** The organisation of a request, if it is cached. */
  organisationOf(request: IncomingMessage): number | undefined
  /** Called at most once a second with the number of rejections since the last call. */
  onRejected(count: number): void
}

/** The pools that a request waits for: those of reads, or that of writes. */
interface Target {
  name: string
  pools: readonly pg.Pool[]
  waiting: number
  /** The number of further requests that can be admitted, as last measured. */
  room: number
}

interface Waiting {
  request: IncomingMessage
  response: ServerResponse
  target: Target
}

/** Statements that may wait for each connection: enough that no connection is idle. */
const statementsPerConnection = 2
/** docs/decisions/0005-admission-queue.md has the reason. */
const maxWaitMilliseconds = 1000
/** How often waits are checked while any request waits. */
const checkEveryMilliseconds = 20
const alwaysAdmitted = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * One bounded queue before Fastify, where a waiting request costs least. Requests are admitted while few statements
 * wait for a database connection. The others wait here, round robin between organisations. A request is rejected with
 * 503 when the queue is full or it has waited too long. Every backlog is visible in that number, whether PostgreSQL or
 * this process is slow. Slow senders, slow readers and reports in their own queue do not count.
 */
export class Admission {
  readonly rejected = { queue_full: 0, timeout: 0 }
  readonly #options: AdmissionOptions
  readonly #queue: FairQueue<Waiting>
  readonly #writes: Target
  readonly #reads: Target
  #handle: RequestHandler = () => {}
  #willAdmit = false
  #timer: NodeJS.Timeout | undefined
  #reported = { at: 0, count: 0 }

  constructor(options: AdmissionOptions) {
    const { db, reads, maxWaiting } = options
    this.#options = options
    this.#queue = new FairQueue(maxWaiting)
    this.#writes = { name: 'write', pools: [db], waiting: 0, room: 0 }
    const isShared = reads.pools.every((pool) => pool === db)
    this.#reads = isShared ? this.#writes : { name: 'read', pools: reads.pools, waiting: 0, room: 0 }
  }

  get waiting(): number {
    return this.#queue.size
  }

  before(handle: RequestHandler): RequestHandler {
    if (this.#options.maxWaiting === 0) return handle
    this.#handle = handle
    for (const pool of this.#pools) pool.on('release', this.#admitSoon)
    return this.#enter
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const pool of this.#pools) pool.off('release', this.#admitSoon)
  }

  get #pools(): Set<pg.Pool> {
    return new Set([...this.#writes.pools, ...this.#reads.pools])
  }

  #enter = (request: IncomingMessage, response: ServerResponse): void => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const target = isRead ? this.#reads : this.#writes
    const isFree = target.waiting === 0 && this.#roomOf(target) > 0
    if (isFree || alwaysAdmitted.has(request.url!)) this.#handle(request, response)
    else this.#wait({ request, response, target })
  }

  #wait(waiting: Waiting): void {
    // Reads and writes of an organisation are separate owners, so admission only checks the first item of each.
    const owner = `${waiting.target.name} ${this.#options.organisationOf(waiting.request) ?? ''}`
    waiting.target.waiting++
    const displaced = this.#queue.add(owner, waiting, this.#options.clock.now())
    if (displaced) this.#reject(displaced, 'queue_full')
    this.#timer ??= setInterval(this.#check, checkEveryMilliseconds)
  }

  #admitSoon = (): void => {
    if (this.#queue.size === 0 || this.#willAdmit) return
    this.#willAdmit = true
    setImmediate(this.#admit)
  }

  #admit = (): void => {
    this.#willAdmit = false
    this.#measure()
    const hasRoom = ({ target }: Waiting) => target.room > 0
    for (let next = this.#queue.take(hasRoom); next; next = this.#queue.take(hasRoom)) {
      const { request, response, target } = next
      target.waiting--
      target.room--
      if (!isDisconnected(request, response)) this.#handle(request, response)
    }
    // Requests whose body is still being read, and those without a query, have used no connection.
    this.#measure()
    if ([this.#reads, this.#writes].some(({ waiting, room }) => waiting > 0 && room > 0)) this.#admitSoon()
  }

  /** Rejects requests that have waited too long, also while no connection is released. */
  #check = (): void => {
    const now = this.#options.clock.now()
    for (const expired of this.#queue.takeOlder(now - maxWaitMilliseconds)) this.#reject(expired, 'timeout')
    this.#admitSoon()
    this.#report(now)
    if (this.#queue.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #measure(): void {
    for (const target of [this.#reads, this.#writes]) target.room = this.#roomOf(target)
  }

  /** A request may need any pool of its target, so the fullest pool decides. */
  #roomOf({ pools }: Target): number {
    let room = Number.POSITIVE_INFINITY
    for (const pool of pools) {
      room = Math.min(room, pool.options.max * statementsPerConnection - pool.waitingCount)
    }
    return room - this.#options.pendingLookups.requests
  }

  #reject({ request, response, target }: Waiting, reason: keyof Admission['rejected']): void {
    target.waiting--
    this.rejected[reason]++
    if (!isDisconnected(request, response)) reject(request, response, overloaded())
  }

  /** One log line a second, not one for each of thousands of requests. */
  #report(now: number): void {
    const count = this.rejected.queue_full + this.rejected.timeout
    if (count === this.#reported.count || now - this.#reported.at < 1000) return
    this.#options.onRejected(count - this.#reported.count)
    this.#reported = { at: now, count }
  }
}

/** A response that is not the first on its connection gets no event when the connection closes. */
const isDisconnected = ({ socket }: IncomingMessage, response: ServerResponse): boolean =>
  response.destroyed || socket.destroyed
