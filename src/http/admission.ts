import type { IncomingMessage, ServerResponse } from 'node:http'
import type pg from 'pg'
import type { Clock } from '../clock.ts'
import { waitingFor } from '../db/statement.ts'
import { answerAtTheDoor } from './door.ts'
import { tooMuchToDo } from './errors.ts'
import { FairLine, type Owner } from './fair-line.ts'
import { Flow } from './flow.ts'
import type { Handle } from './server/connection.ts'

/** As much of a request as it takes to know whose it is and which line it would stand in. */
export type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

export interface AdmissionOptions {
  /** What its requests may wait for; the fullest of them is the measure. */
  pools: readonly pg.Pool[]
  /** Which requests stand in this line; the others pass. Without it, all do. */
  isFor?(request: Asked): boolean
  /** Requests that have been let in and wait together for one statement, such as the one that looks up their token. */
  asking: { readonly requests: number }
  clock: Clock
  /** Requests that may wait at the door; 0 lets everybody in. */
  mostWaiting: number
  /** Whose a request is, as far as can be told without asking the database. */
  ownerOf(request: Asked): Owner
  /** Hears once a second how many were sent away. */
  busy?(sentAway: number): void
}

interface Visitor {
  request: IncomingMessage
  response: ServerResponse
}

/** Waiting statements for each connection, beyond which newcomers wait at the door: enough that none is ever idle. */
const statementsForEachConnection = 2
const lookEveryMilliseconds = 20
/** Whoever watches over the service is answered however busy it is. */
const alwaysOpen = new Set(['/healthz', '/readyz', '/metrics'])

const tooMuch = tooMuchToDo()

/**
 * Stands before everything else, where a request costs least, and lets in as many as the connections to the database can
 * serve. What the database cannot take waits here for a moment, organisations taking turns, and what would wait too long is
 * rejected with a 503 at about half of the cost of a small answer. So whoever is let in is served quickly, however many come.
 * The measure is how many statements wait for a connection: that is where every backlog shows, whether PostgreSQL or
 * this process is the slow one, and slow senders, slow readers and reports in their own queue do not count.
 */
export class Admission {
  /** Requests sent away, by why: no place in the line, or too long in it. */
  readonly sentAway = { full: 0, late: 0 }
  readonly #options: AdmissionOptions
  readonly #line: FairLine<Visitor>
  readonly #flow: Flow
  #handle: Handle = () => {}
  #willLetIn = false
  #timer: NodeJS.Timeout | undefined
  #told = { at: 0, count: 0 }

  constructor(options: AdmissionOptions) {
    this.#options = options
    this.#line = new FairLine(options.mostWaiting)
    this.#flow = new Flow(options.mostWaiting)
  }

  get waiting(): number {
    return this.#line.size
  }

  get #room(): number {
    const { pools, asking } = this.#options
    let room = Number.POSITIVE_INFINITY
    for (const pool of pools) {
      room = Math.min(room, pool.options.max * statementsForEachConnection - waitingFor(pool))
    }
    return room - asking.requests
  }

  /** What handles requests, with the bound before it. */
  before(handle: Handle): Handle {
    if (this.#options.mostWaiting === 0) return handle
    this.#handle = handle
    for (const pool of this.#options.pools) pool.on('release', this.#mayLetIn)
    return this.#enter
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const pool of this.#options.pools) pool.off('release', this.#mayLetIn)
  }

  #enter = (request: IncomingMessage, response: ServerResponse): void => {
    const isFree = this.#line.size === 0 && this.#room > 0
    if (isFree || this.#passes(request)) this.#handle(request, response)
    else this.#wait(request, response)
  }

  #passes(request: Asked): boolean {
    return alwaysOpen.has(request.url!) || this.#options.isFor?.(request) === false
  }

  #wait(request: IncomingMessage, response: ServerResponse): void {
    const now = this.#options.clock.now()
    if (!this.#timer) this.#line.most = this.#flow.begin(now).places
    const out = this.#line.join(this.#options.ownerOf(request), { request, response }, now)
    if (out) this.#sendAway(out, 'full')
    this.#timer ??= setInterval(this.#look, lookEveryMilliseconds)
  }

  #mayLetIn = (): void => {
    if (this.#line.size === 0 || this.#willLetIn) return
    this.#willLetIn = true
    setImmediate(this.#letIn)
  }

  #letIn = (): void => {
    this.#willLetIn = false
    // As many as there is room for now; those whose body is still to be read show up among the statements later.
    for (let room = this.#room; room > 0 && this.#line.size > 0; room--) {
      const { request, response } = this.#line.next()!
      this.#flow.letIn()
      if (!isGone(request, response)) this.#handle(request, response)
    }
    if (this.#room > 0) this.#mayLetIn()
  }

  /** Sends away who has waited too long, also while nothing moves at all. */
  #look = (): void => {
    const now = this.#options.clock.now()
    const { patience, places } = this.#flow.look(now, this.#line.size)
    this.#line.most = places
    for (const visitor of this.#line.leaveSince(now - patience)) this.#sendAway(visitor, 'late')
    this.#mayLetIn()
    this.#tell(now)
    if (this.#line.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #sendAway({ request, response }: Visitor, why: keyof Admission['sentAway']): void {
    this.sentAway[why]++
    if (isGone(request, response)) return
    answerAtTheDoor(request, response, tooMuch)
  }

  /** Not a line of the log for each of thousands, but one a second. */
  #tell(now: number): void {
    const count = this.sentAway.full + this.sentAway.late
    if (count === this.#told.count || now - this.#told.at < 1000) return
    this.#options.busy?.(count - this.#told.count)
    this.#told = { at: now, count }
  }
}

/** An answer that waits behind another on its connection does not learn that the connection is gone. */
const isGone = ({ socket }: IncomingMessage, response: ServerResponse): boolean =>
  response.destroyed || socket.destroyed
