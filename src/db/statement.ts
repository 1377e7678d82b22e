import type pg from 'pg'

/** A pool or one connection of it: what a statement runs on. */
export type Queryable = Pick<pg.ClientBase, 'query'>

export interface Statement<Values extends unknown[], Row extends object> {
  name: string
  text: string
  rows(db: Queryable, ...values: Values): Promise<Row[]>
  first(db: Queryable, ...values: Values): Promise<Row | undefined>
  one(db: Queryable, ...values: Values): Promise<Row>
}

/** Every statement of the service, for the plan test. */
export const allStatements = new Map<string, Statement<never, object>>()

interface Options {
  /**
   * PostgreSQL plans a named statement once for all values. Where the best plan depends on the value, such as how
   * much of a table an `updated_since` covers, the statement stays unnamed and is planned for each call.
   */
  plan?: 'once' | 'each call'
}

/**
 * A statement with a name: PostgreSQL parses it once for each connection, and the name is what logs and plans show.
 * The organisation's id is always $1.
 */
export function statement<Values extends unknown[], Row extends object>(
  name: string,
  text: string,
  { plan = 'once' }: Options = {},
): Statement<Values, Row> {
  if (allStatements.has(name)) throw new Error(`two statements are named ${name}`)
  const query = plan === 'once' ? { name, text } : { text: `/* ${name} */ ${text}` }
  const rows = async (db: Queryable, ...values: Values): Promise<Row[]> =>
    (await db.query<Row & pg.QueryResultRow>({ ...query, values })).rows
  const first = async (db: Queryable, ...values: Values) => (await rows(db, ...values))[0]
  const one = async (db: Queryable, ...values: Values) => {
    const row = await first(db, ...values)
    if (!row) throw new Error(`${name} gave no row`)
    return row
  }
  const made = { name, text, rows, first, one }
  allStatements.set(name, made as unknown as Statement<never, object>)
  return made
}
