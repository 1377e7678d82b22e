import pg from 'pg'
import { bytesOf, type Connection, type Description, flush, type Prepared, rowMaker, sync } from './prepared-query.ts'
import type { Queryable } from './statement.ts'
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
 * committed before it began. A turn's statements travel together, and PostgreSQL keeps them in one transaction until it
 * is told that the conversation is over, without a `begin` or a `commit` of its own. So a statement that waits for a
 * lock and one that reads what the lock protects can go in one turn, and rules stay in TypeScript.
 *
 * Whoever refuses does so before the first write: an error thrown between turns ends the conversation, and what it has
 * written stands. An error of PostgreSQL undoes all of it. Deadlocks start over, so `talk` has no other effects. On a
 * connection that is in a transaction already, the conversation is part of that.
 */
export async function converse<Answer>(db: Queryable, talk: () => Conversation<Answer>): Promise<Answer> {
  if (!(db instanceof pg.Pool)) return hold(db, talk())
  for (let attempt = 1; ; attempt++) {
    const client = await db.connect()
    let failure: unknown
    try {
      return await hold(client, talk())
    } catch (error) {
      failure = error
      if (attempt === attempts || !isRetryable(error)) throw error
    } finally {
      client.release((failure as { severity?: string } | undefined)?.severity === 'FATAL')
    }
  }
}

const hold = <Answer>(client: pg.ClientBase, talk: Conversation<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    client.query(new Exchange(talk, (error, answer) => (error ? reject(error) : resolve(answer as Answer))))
  })

/** Which statement of its turn an error ended. */
export const failedAt = new WeakMap<object, number>()

/** A query of pg's own kind that sends its next turn when the one before is answered. */
class Exchange<Answer> {
  readonly #talk: Conversation<Answer>
  readonly #done: (error: unknown, answer?: Answer) => void
  #connection: Connection | undefined
  #calls: Call[] = []
  /** The rows of every call, and of those that are sent. */
  #rows: object[][] = []
  #sent: object[][] = []
  #place = 0
  #isSynced = false
  #isOver = false
  #failure: unknown
  #answer: Answer | undefined

  constructor(talk: Conversation<Answer>, done: (error: unknown, answer?: Answer) => void) {
    this.#talk = talk
    this.#done = done
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
    if (!this.#isSynced) this.#end()
  }

  #send({ calls, isLast }: Turn): void {
    const connection = this.#connection!
    this.#rows = calls.map(() => [])
    this.#calls = calls.filter((call) => call !== undefined)
    this.#sent = this.#rows.filter((_, place) => calls[place])
    if (this.#calls.length === 0 && !isLast) throw new Error('a turn that says nothing is never answered')
    this.#place = 0
    const named = new Set<string>()
    const messages = this.#calls.flatMap(({ prepared, values }) => bytesOf(connection, prepared, values, named))
    messages.push(isLast ? sync : flush)
    this.#isSynced = isLast
    connection.stream.write(Buffer.concat(messages))
  }

  #end(): void {
    this.#isSynced = true
    this.#connection!.stream.write(sync)
  }

  handleRowDescription({ fields }: Description): void {
    this.#calls[this.#place]!.prepared.makeRow = rowMaker(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#sent[this.#place]!.push(this.#calls[this.#place]!.prepared.makeRow!(fields))
  }

  handleCommandComplete(): void {
    this.#calls[this.#place]!.prepared.makeRow ??= () => ({})
    this.#place++
    if (this.#place === this.#calls.length && !this.#isSynced) this.#next(this.#rows)
  }

  handleError(error: Error): void {
    this.#failure = error
    if (!failedAt.has(error)) failedAt.set(error, this.#place)
    // PostgreSQL ignores everything up to the end of the conversation; it still has to be told that this is it.
    // On a connection that was gone before anything was sent, nobody is there to tell.
    if (!this.#isSynced && this.#connection) this.#end()
    this.#done(error)
  }

  handleReadyForQuery(): void {
    if (!this.#isOver) this.#next(this.#rows)
    this.#done(this.#failure, this.#answer)
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
