import pg from 'pg'

/**
 * How values leave the database. A JavaScript Date would drop microseconds and apply this machine's zone, so
 * timestamps stay text: an instant becomes ISO 8601 with microseconds and Z, a local time keeps its digits.
 * Ids are at most 2^53 - 1, so bigint is safe as a number.
 */
const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.TIMESTAMPTZ]: (t) => `${t.slice(0, 10)}T${t.slice(11, 19)}.${microseconds(t)}Z`,
  [pg.types.builtins.TIMESTAMP]: (t) => t.slice(0, 19),
  [pg.types.builtins.DATE]: (t) => t,
  [pg.types.builtins.INT8]: Number,
}

function microseconds(t: string): string {
  const digits = t.slice(20, -3) // what stands between the point and +00
  return digits.length === 6 ? digits : digits.padEnd(6, '0')
}

const types = {
  getTypeParser: ((oid: number, format?: string) =>
    (format !== 'binary' && parsers[oid]) ||
    pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

export interface PoolOptions {
  size?: number
  /** Off: statements are sent unnamed, for poolers that lose prepared statements. */
  namedStatements?: boolean
}

/** Where PostgreSQL is: a URL, or the socket folder of the embedded server. */
export type Address =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string }

export function openPool(address: Address, { size = 10, namedStatements = true }: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    max: size,
    types,
    application_name: 'wattle',
    options: '-c timezone=UTC -c datestyle=ISO -c statement_timeout=15000 -c idle_in_transaction_session_timeout=60000',
    connectionTimeoutMillis: 10_000,
    ...(!namedStatements && { Client: UnnamedClient }),
  })
  // A connection that breaks while idle is replaced by the next request; without a listener it would end the process.
  pool.on('error', () => {})
  return pool
}

class UnnamedClient extends pg.Client {
  // Pg's query has a dozen overloads, all of which pass through.
  override query(...args: any[]): any {
    const [first, ...rest] = args
    if (first && typeof first === 'object' && 'name' in first)
      return super.query({ ...first, name: undefined }, ...rest)
    return super.query(...(args as [string]))
  }
}
