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
import { isRetryable, maxAttempts } from './transaction.ts'

/** A statement with its values, to be sent together with others. */
export interface Call<Row extends object = object> {
  prepared: Prepared
  values: unknown[]
  /** Never set: carries the type of the rows. */
  row?: Row
}

/** A statement that is not needed this time is `undefined` and has no rows. */
type Calls = readonly (Call | undefined)[]
type RowsOf<C extends Calls> = { -readonly [K in keyof C]: C[K] extends Call<infer Row> | undefined ? Row[] : never }

interface Batch {
  calls: Calls
  isLast: boolean
}

/** The batches of one transaction, each decided from the rows of those before it; it returns the result. */
export type Pipeline<Result> = Generator<Batch, Result, object[][]>

/** Sends a batch of statements in one write, waits, and returns the rows of each. */
export function* send<const C extends Calls>(...calls: C): Generator<Batch, RowsOf<C>, object[][]> {
  return (yield { calls, isLast: false }) as RowsOf<C>
}

/** The same for the last batch of a pipeline: it is committed when its rows are here. */
export function* sendLast<const C extends Calls>(...calls: C): Generator<Batch, RowsOf<C>, object[][]> {
  return (yield { calls, isLast: true }) as RowsOf<C>
}

/**
 * Load, decide, write: a transaction in as few round trips as it has batches, where each statement still sees what was
 * committed before it began. The statements of a batch are sent in one write, `begin` with the first batch and `commit`
 * with the last. So a statement that waits for a lock and one that reads what the lock protects can share a batch, and
 * rules stay in TypeScript. A single statement is its own transaction.
 *
 * An error of PostgreSQL and one thrown between batches both roll back everything. What is thrown after the last batch
 * comes too late for that. A deadlock runs `steps` again from the start, so it has no other effects. On a connection
 * with an open transaction the pipeline is part of that transaction, and rolling back is left to its owner.
 */
export async function pipeline<Result>(db: Queryable, steps: () => Pipeline<Result>): Promise<Result> {
  if (!(db instanceof pg.Pool)) return new PipelineQuery(steps(), false).on(db)
  for (let attempt = 1; ; attempt++) {
    const client = await db.connect()
    let query: PipelineQuery<Result> | undefined
    let isBroken = false
    try {
      query = new PipelineQuery(steps(), true)
      return await query.on(client)
    } catch (error) {
      isBroken = (error as { severity?: string }).severity === 'FATAL'
      if (query?.isOpen && !isBroken) {
        await client.query('rollback').catch(() => {
          isBroken = true
        })
      }
      if (attempt === maxAttempts || !isRetryable(error)) throw error
    } finally {
      client.release(isBroken)
    }
  }
}

const bare = (text: string): Call => ({ prepared: { name: `transaction.${text}`, text }, values: [] })
const begin = bare('begin')
const commit = bare('commit')
const rollback = bare('rollback')

/** A query object of `pg` that sends its next batch when the one before is answered. */
class PipelineQuery<Result> {
  readonly #steps: Pipeline<Result>
  /** Whether the pipeline is a transaction of its own. */
  readonly #isWhole: boolean
  #done: (error: unknown, result?: Result) => void = () => {}
  #connection: Connection | undefined
  /**
   * The statements of a batch, from `begin` to `commit`; the index of the one being answered, and of the first after
   * `begin`.
   */
  #calls: Call[] = []
  #index = 0
  #first = 0
  /** The rows of every call of the batch, and of those that were sent. */
  #rows: object[][] = []
  #sentRows: object[][] = []
  #isSynced = false
  #isOver = false
  #failure: unknown
  #result: Result | undefined
  /** `begin` was sent, and neither `commit` nor `rollback` is known to be done. */
  isOpen = false

  constructor(steps: Pipeline<Result>, isWhole: boolean) {
    this.#steps = steps
    this.#isWhole = isWhole
  }

  on(client: pg.ClientBase): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#done = (error, result) => (error ? reject(error) : resolve(result as Result))
      client.query(this)
    })
  }

  /** `pg` records under these which statements PostgreSQL has parsed: those of the call being answered. */
  get name(): string {
    return this.#calls[this.#index]?.prepared.name ?? ''
  }
  get text(): string {
    return this.#calls[this.#index]?.prepared.text ?? ''
  }

  submit(connection: Connection): Error | undefined {
    this.#connection = connection
    this.#next([])
    return undefined
  }

  /** Runs the next step with the rows of the batch before it, and sends the batch it yields. */
  #next(rows: object[][]): void {
    try {
      const { done, value } = this.#steps.next(rows)
      if (!done && this.#isSynced) throw new Error('a pipeline sends a batch after its last one')
      if (!done) {
        this.#send(value)
        return
      }
      this.#result = value
    } catch (error) {
      this.#failure = error
    }
    this.#isOver = true
    if (!this.#isSynced) this.#write(this.isOpen ? [this.#failure === undefined ? commit : rollback] : [], sync)
  }

  #send({ calls, isLast }: Batch): void {
    this.#rows = calls.map(() => [])
    this.#sentRows = this.#rows.filter((_, index) => calls[index])
    const sent = calls.filter((call) => call !== undefined)
    if (sent.length === 0 && !isLast) throw new Error('an empty batch is never answered')
    const begins = this.#isWhole && !this.isOpen && !(isLast && sent.length <= 1)
    const isCommitted = isLast && (begins || this.isOpen)
    this.#first = begins ? 1 : 0
    this.#write([...(begins ? [begin] : []), ...sent, ...(isCommitted ? [commit] : [])], isLast ? sync : flush)
    this.isOpen ||= begins
  }

  #write(calls: Call[], end: Buffer): void {
    const connection = this.#connection!
    const named = new Set<string>()
    const messages = calls.flatMap(({ prepared, values }) => bytesOf(connection, prepared, values, named))
    this.#calls = calls
    this.#index = 0
    this.#isSynced = end === sync
    connection.stream.write(Buffer.concat([...messages, end]))
  }

  handleRowDescription({ fields }: Description): void {
    this.#calls[this.#index]!.prepared.makeRow = rowMaker(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#sentRows[this.#index - this.#first]!.push(this.#calls[this.#index]!.prepared.makeRow!(fields))
  }

  handleCommandComplete(): void {
    const call = this.#calls[this.#index]!
    call.prepared.makeRow ??= () => ({})
    if (call === commit || call === rollback) this.isOpen = false
    this.#index++
    if (this.#index === this.#calls.length && !this.#isSynced) this.#next(this.#rows)
  }

  handleError(error: Error): void {
    this.#failure = error
    // PostgreSQL ignores everything up to the next sync, and accepts a rollback only after it. A connection that was
    // gone before anything was sent needs none.
    if (!this.#isSynced && this.#connection) this.#write([], sync)
    this.#done(error)
  }

  handleReadyForQuery(): void {
    if (!this.#isOver) this.#next(this.#rows)
    this.#done(this.#failure, this.#result)
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
