import type pg from 'pg'
import { askLast, type Call, converse, failedAt } from './conversation.ts'
import { isRetryable } from './transaction.ts'
import { isCutOff } from './unavailable.ts'

/** A statement that waits to be sent. */
export interface Waiting extends Call {
  resolve(rows: object[]): void
  reject(error: unknown): void
}

/** So many connections of a pool carry quick reads at the same time, each of them so many reads at once. */
const lanes = 2
const mostTogether = 4
/** Nobody waits longer for a lane than this: what holds it up is then no quick read, and others go past it. */
const longestWaitMs = 20

/**
 * Lets quick reads travel together. A read by its id takes PostgreSQL less time than to be woken for it, so where several
 * wait, those of a lane are sent in one piece, run in one transaction and are answered in one piece; each sees what was
 * committed before it began. Where nobody waits, a read goes alone, at once. Under load this is a third less work for a read.
 *
 * PostgreSQL gives up all that it was sent together when one of it fails. Then each goes again, alone: these are reads, so
 * nobody notices, and only the one that is wrong hears of it.
 */
export class Lanes {
  readonly #pool: pg.Pool
  readonly #alone: (asked: Waiting) => void
  #queue: { asked: Waiting; since: number }[] = []
  #free = lanes
  /** Lanes that wait for a connection; who leaves with it is decided when it is there. */
  #boarding = 0
  #isDue = false
  #timer: NodeJS.Timeout | undefined

  constructor(pool: pg.Pool, alone: (asked: Waiting) => void) {
    this.#pool = pool
    this.#alone = alone
  }

  /** Statements that no connection has been found for, besides those that the pool counts as waiting for one. */
  get waiting(): number {
    return Math.max(0, this.#queue.length - this.#boarding)
  }

  add(asked: Waiting): void {
    this.#queue.push({ asked, since: performance.now() })
    this.#mayOpen()
    this.#timer ??= setTimeout(this.#goPast, longestWaitMs)
  }

  /** Once all that has arrived in this turn of the event loop is here. */
  #mayOpen(): void {
    if (this.#isDue || this.#free === 0 || this.#queue.length <= this.#boarding) return
    this.#isDue = true
    setImmediate(this.#open)
  }

  #open = (): void => {
    this.#isDue = false
    while (this.#free > 0 && this.#boarding < this.#queue.length) {
      this.#free--
      this.#boarding++
      this.#pool.connect(this.#board)
    }
  }

  #board = (
    failure: Error | undefined,
    client: pg.PoolClient | undefined,
    release: (broken?: boolean) => void,
  ): void => {
    const share = Math.min(mostTogether, Math.ceil(this.#queue.length / this.#boarding))
    const asked = this.#queue.splice(0, share).map((one) => one.asked)
    this.#boarding--
    if (client && asked.length > 0) {
      this.#travel(client, asked).then((isBroken) => {
        release(isBroken)
        this.#arrived()
      })
      return
    }
    if (client) release()
    // Whoever came just now has not had the time that a connection may take.
    if (failure) for (const one of asked) this.#alone(one)
    this.#arrived()
  }

  #arrived(): void {
    this.#free++
    this.#mayOpen()
  }

  #goPast = (): void => {
    this.#timer = undefined
    const before = performance.now() - longestWaitMs
    const late = this.#queue.filter(({ since }) => since <= before)
    this.#queue = this.#queue.slice(late.length)
    for (const { asked } of late) this.#alone(asked)
    if (this.#queue.length > 0) this.#timer = setTimeout(this.#goPast, longestWaitMs)
  }

  /** Whether the connection is of no more use. */
  async #travel(client: pg.PoolClient, asked: Waiting[]): Promise<boolean> {
    try {
      const answers: object[][] = await converse(client, () => askLast(...asked))
      for (const [place, one] of asked.entries()) one.resolve(answers[place]!)
      return false
    } catch (error) {
      for (const [place, one] of asked.entries()) {
        if (goesAgain(error, asked.length > 1, failedAt.get(error as object) === place)) this.#alone(one)
        else one.reject(error)
      }
      return (error as { severity?: string }).severity === 'FATAL'
    }
  }
}

const timedOut = '57014'

/** Not what took too long, in PostgreSQL or on a line that fell silent: it would take as long again. */
function goesAgain(error: unknown, isOneOfMany: boolean, isToBlame: boolean): boolean {
  const { severity, code } = error as { severity?: string; code?: string }
  if (code === timedOut && isToBlame) return false
  if (severity === 'ERROR') return isOneOfMany || isRetryable(error)
  return isCutOff(error) && code !== 'ETIMEDOUT'
}
