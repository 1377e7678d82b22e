import pg from 'pg'
import { type Prepared, PreparedQuery, type Queryable } from './connect/prepared-query.ts'
import { type Call, pipeline, sendLast } from './pipeline.ts'
import { isDeadlock } from './transaction.ts'

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
   * PostgreSQL plans a named statement once for all values: every connection is set so (pool.ts), because planning
   * takes a third of the time of a page. Where the best plan depends on the values, as in a search by a part of a name,
   * the statement is unnamed and is planned for each call.
   */
  plan?: 'once' | 'each call'
  /** False for one of too many variants to prepare: it is parsed at each call, and planned for all values. */
  isNamed?: boolean
}

/**
 * A named statement. PostgreSQL parses it once for each connection, and logs and plans show the name. In every
 * statement on an organisation's data the organisation's id is $1.
 */
export function statement<Values extends unknown[], Row extends object>(
  name: string,
  text: string,
  options: Options = {},
): Statement<Values, Row> {
  // PostgreSQL truncates a longer name silently, so two names could become one.
  if (name.length > 63) throw new Error(`the name of ${name} is longer than 63 characters`)
  if (allStatements.has(name)) throw new Error(`two statements are named ${name}`)
  const created = unregisteredStatement<Values, Row>(name, text, options)
  allStatements.set(name, created as unknown as Statement<never, object>)
  return created
}

/** The same for a statement that is built for one call and not registered in `allStatements`. */
export function unregisteredStatement<Values extends unknown[], Row extends object>(
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
    if (!row) throw new Error(`${name} returned no row`)
    return row
  }
  const call = (...values: Values): Call<Row> => {
    if (plan === 'each call') throw new Error(`${name} is planned for each call, so it cannot be part of a batch`)
    return { prepared, values }
  }
  return { name, text, rows, first, one, call }
}

const planForValues: Call = {
  prepared: { name: 'plan_for_values', text: `select set_config('plan_cache_mode', 'force_custom_plan', true)` },
  values: [],
}
/** In one round trip with the setting, which ends with the transaction. */
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

/** With callbacks, because a promise for each step would cost more than the steps. */
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
      // A connection is usable after a failed statement, unless PostgreSQL closes it.
      release((error as { severity?: string } | undefined)?.severity === 'FATAL')
      if (!error) return resolve(rows)
      // A statement alone is its own transaction, so after a deadlock it can simply run again.
      const mustRetry = isDeadlock(error) && attempts > 1
      if (mustRetry) onPool(pool, statement, values, resolve, reject, attempts - 1)
      else reject(error)
    })
    client.query(query)
  })
}
