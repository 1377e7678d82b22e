import pg from 'pg'
import { type Prepared, PreparedQuery, type Queryable } from './connect/prepared-query.ts'
import { type Call, pipeline, sendLast } from './pipeline.ts'
import { deadlock } from './transaction.ts'

export type { Queryable }

export interface Statement<Values extends unknown[], Row extends object> {
  name: string
  text: string
  rows(db: Queryable, ...values: Values): Promise<Row[]>
  first(db: Queryable, ...values: Values): Promise<Row | undefined>
  one(db: Queryable, ...values: Values): Promise<Row>
  /** The statement with its values, for a batch of a pipeline. */
  call(...values: Values): Call<Row>
}

/** Every statement of the service, for the plan test. */
export const allStatements = new Map<string, Statement<never, object>>()

interface Options {
  /**
   * PostgreSQL plans a named statement once for all values: every connection asks for that (pool.ts), because planning takes a
   * third of the time of a page. Where the best plan depends on the value, such as how many records a part of a name finds, the
   * statement stays unnamed and is planned for each call.
   */
  plan?: 'once' | 'each call'
  /** False for one of more forms than PostgreSQL should remember: it is parsed at each call, and planned for all values. */
  isNamed?: boolean
}

/**
 * A statement with a name: PostgreSQL parses it once for each connection, and the name is what logs and plans show.
 * In every statement on an organisation's data its id is $1.
 */
export function statement<Values extends unknown[], Row extends object>(
  name: string,
  text: string,
  options: Options = {},
): Statement<Values, Row> {
  // PostgreSQL cuts a longer name off without a word, and two of them could become one.
  if (name.length > 63) throw new Error(`the name of ${name} is longer than 63 characters`)
  if (allStatements.has(name)) throw new Error(`two statements are named ${name}`)
  const made = unlistedStatement<Values, Row>(name, text, options)
  allStatements.set(name, made as unknown as Statement<never, object>)
  return made
}

/** The same for a statement that is made for one call and forgotten. */
export function unlistedStatement<Values extends unknown[], Row extends object>(
  name: string,
  text: string,
  { plan = 'once', isNamed = plan === 'once' }: Options = {},
): Statement<Values, Row> {
  const prepared: Prepared = isNamed ? { name, text } : { name: '', text: `/* ${name} */ ${text}` }
  const rows = (db: Queryable, ...values: Values) =>
    (plan === 'once' ? run(db, prepared, values) : runWithCustomPlan(db, { prepared, values })) as Promise<Row[]>
  const first = async (db: Queryable, ...values: Values) => (await rows(db, ...values))[0]
  const one = async (db: Queryable, ...values: Values) => {
    const row = await first(db, ...values)
    if (!row) throw new Error(`${name} gave no row`)
    return row
  }
  const call = (...values: Values): Call<Row> => {
    if (plan === 'each call') throw new Error(`${name} is planned for each call, and a call among others is not`)
    return { prepared, values }
  }
  return { name, text, rows, first, one, call }
}

const planForValues: Call = {
  prepared: { name: 'plan_for_values', text: `select set_config('plan_cache_mode', 'force_custom_plan', true)` },
  values: [],
}
/** In the same round trip as the setting, which ends with the transaction. */
const runWithCustomPlan = async (db: Queryable, call: Call): Promise<object[]> =>
  (await pipeline(db, () => sendLast(planForValues, call)))[1]

const maxAttempts = 4

const run = (db: Queryable, statement: Prepared, values: unknown[]): Promise<object[]> =>
  new Promise((resolve, reject) => {
    if (db instanceof pg.Pool) {
      onPool(db, statement, values, resolve, reject, maxAttempts)
      return
    }
    db.query(new PreparedQuery(statement, values, (error, rows) => (error ? reject(error) : resolve(rows))))
  })

/** With callbacks all the way: a promise for each step would cost more than the steps. */
function onPool(
  pool: pg.Pool,
  statement: Prepared,
  values: unknown[],
  resolve: (rows: object[]) => void,
  reject: (error: Error | undefined) => void,
  attempts: number,
): void {
  pool.connect((failure, client, release) => {
    if (failure || !client) return reject(failure)
    const query = new PreparedQuery(statement, values, (error, rows) => {
      // A refused statement leaves its connection sound. One that PostgreSQL is about to close is not lent again.
      release((error as { severity?: string } | undefined)?.severity === 'FATAL')
      if (!error) return resolve(rows)
      // Alone on a connection a statement is its own transaction, so the victim of a deadlock can simply start over.
      const again = (error as { code?: string }).code === deadlock && attempts > 1
      if (again) onPool(pool, statement, values, resolve, reject, attempts - 1)
      else reject(error)
    })
    client.query(query)
  })
}
