import pg from 'pg'
import {
  bytesOf,
  type Connection,
  type Description,
  flush,
  type Prepared,
  type Queryable,
  rowMaker,
  sync,
} from './connect/prepared-query.ts'
import { attempts, isRetryable } from './transaction.ts'

/** A statement with its values, to be sent together with others. */
export interface Call<Row extends object = object> {
  prepared: Prepared
  values: unknown[]
  /** Never set: carries the type of the rows. */
  row?: Row
}

/** What does not need asking this time is left out of the turn and has no rows. */
type Calls = readonly (Call | undefined)[]
type RowsOf<C extends Calls> = { -readonly [K in keyof C]: C[K] extends Call<infer Row> | undefined ? Row[] : never }

interface Turn {
  calls: Calls
  isLast: boolean
}

/** What is said to PostgreSQL turn by turn; the answer is what it returns. */
export type Conversation<Answer> = Generator<Turn, Answer, object[][]>

/** Sends statements in one piece, waits, and gives the rows of each. */
export function* ask<const C extends Calls>(...calls: C): Generator<Turn, RowsOf<C>, object[][]> {
  return (yield { calls, isLast: false }) as RowsOf<C>
}

/** The same for the turn that ends the conversation: what it did is committed when its rows are here. */
export function* askLast<const C extends Calls>(...calls: C): Generator<Turn, RowsOf<C>, object[][]> {
  return (yield { calls, isLast: true }) as RowsOf<C>
}

/**
 * Look, decide, write: a transaction in as few round trips as it has turns, where each statement still sees what was
 * committed before it began. A turn's statements are sent in one piece, `begin` with those of the first and `commit` with
 * those of the last. So a statement that waits for a lock and one that reads what the lock protects can go in one turn, and
 * rules stay in TypeScript. A single statement is its own transaction.
 *
 * An error of PostgreSQL and one thrown between turns both roll back everything. What is thrown after the last turn comes
 * too late for that. Deadlocks start over, so `talk` has no other effects. On a connection of the caller's, where a
 * transaction is open already, the conversation is part of it, and rolling back is the caller's.
 */
export async function converse<Answer>(db: Queryable, talk: () => Conversation<Answer>): Promise<Answer> {
  if (!(db instanceof pg.Pool)) return new Exchange(talk(), false).on(db)
  for (let attempt = 1; ; attempt++) {
    const client = await db.connect()
    let exchange: Exchange<Answer> | undefined
    let isBroken = false
    try {
      exchange = new Exchange(talk(), true)
      return await exchange.on(client)
    } catch (error) {
      isBroken = (error as { severity?: string }).severity === 'FATAL'
      if (exchange?.isOpen && !isBroken) {
        await client.query('rollback').catch(() => {
          isBroken = true
        })
      }
      if (attempt === attempts || !isRetryable(error)) throw error
    } finally {
      client.release(isBroken)
    }
  }
}

const bare = (text: string): Call => ({ prepared: { name: `transaction.${text}`, text }, values: [] })
const begin = bare('begin')
const commit = bare('commit')
const rollback = bare('rollback')

/** A query of pg's own kind that sends its next turn when the one before is answered. */
class Exchange<Answer> {
  readonly #talk: Conversation<Answer>
  /** Whether the conversation is a transaction of its own. */
  readonly #isWhole: boolean
  #done: (error: unknown, answer?: Answer) => void = () => {}
  #connection: Connection | undefined
  /** What is sent of a turn, from `begin` to `commit`, the place of what is being answered, and that of the first asked. */
  #calls: Call[] = []
  #place = 0
  #first = 0
  /** The rows of every call, and of those that are sent. */
  #rows: object[][] = []
  #sent: object[][] = []
  #isSynced = false
  #isOver = false
  #failure: unknown
  #answer: Answer | undefined
  /** `begin` was sent, and neither `commit` nor `rollback` is known to be done. */
  isOpen = false

  constructor(talk: Conversation<Answer>, isWhole: boolean) {
    this.#talk = talk
    this.#isWhole = isWhole
  }

  on(client: pg.ClientBase): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#done = (error, answer) => (error ? reject(error) : resolve(answer as Answer))
      client.query(this)
    })
  }

  /** pg notes under these what PostgreSQL has parsed: the statement whose answer is under way. */
  get name(): string {
    return this.#calls[this.#place]?.prepared.name ?? ''
  }
  get text(): string {
    return this.#calls[this.#place]?.prepared.text ?? ''
  }

  submit(connection: Connection): Error | undefined {
    this.#connection = connection
    this.#next([])
    return undefined
  }

  /** Lets the conversation go on with the rows it asked for, and sends what it says next. */
  #next(rows: object[][]): void {
    try {
      const { done, value } = this.#talk.next(rows)
      if (!done && this.#isSynced) throw new Error('a conversation goes on after its last turn')
      if (!done) {
        this.#send(value)
        return
      }
      this.#answer = value
    } catch (error) {
      this.#failure = error
    }
    this.#isOver = true
    if (!this.#isSynced) this.#write(this.isOpen ? [this.#failure === undefined ? commit : rollback] : [], sync)
  }

  #send({ calls, isLast }: Turn): void {
    this.#rows = calls.map(() => [])
    this.#sent = this.#rows.filter((_, place) => calls[place])
    const asked = calls.filter((call) => call !== undefined)
    if (asked.length === 0 && !isLast) throw new Error('a turn that says nothing is never answered')
    const begins = this.#isWhole && !this.isOpen && !(isLast && asked.length <= 1)
    const isCommitted = isLast && (begins || this.isOpen)
    this.#first = begins ? 1 : 0
    this.#write([...(begins ? [begin] : []), ...asked, ...(isCommitted ? [commit] : [])], isLast ? sync : flush)
    this.isOpen ||= begins
  }

  #write(calls: Call[], end: Buffer): void {
    const connection = this.#connection!
    const named = new Set<string>()
    const messages = calls.flatMap(({ prepared, values }) => bytesOf(connection, prepared, values, named))
    this.#calls = calls
    this.#place = 0
    this.#isSynced = end === sync
    connection.stream.write(Buffer.concat([...messages, end]))
  }

  handleRowDescription({ fields }: Description): void {
    this.#calls[this.#place]!.prepared.makeRow = rowMaker(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#sent[this.#place - this.#first]!.push(this.#calls[this.#place]!.prepared.makeRow!(fields))
  }

  handleCommandComplete(): void {
    const call = this.#calls[this.#place]!
    call.prepared.makeRow ??= () => ({})
    if (call === commit || call === rollback) this.isOpen = false
    this.#place++
    if (this.#place === this.#calls.length && !this.#isSynced) this.#next(this.#rows)
  }

  handleError(error: Error): void {
    this.#failure = error
    // PostgreSQL ignores everything up to the end of the turns; it still has to be told that this is it, and can be told
    // to roll back only after that. On a connection that was gone before anything was sent, nobody is there to tell.
    if (!this.#isSynced && this.#connection) this.#write([], sync)
    this.#done(error)
  }

  handleReadyForQuery(): void {
    if (!this.#isOver) this.#next(this.#rows)
    this.#done(this.#failure, this.#answer)
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
