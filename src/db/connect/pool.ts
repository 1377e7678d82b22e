import pg from 'pg'
import { sendUnnamed } from './prepared-query.ts'
import { enforceResponseTimeout } from './silence.ts'
import { types } from './values.ts'

export interface PoolOptions {
  size?: number
  /** Off: statements are sent unnamed, for poolers that lose prepared statements. */
  namedStatements?: boolean
  /** How long a connection may take to come about. */
  patienceMs?: number
  /** How long a connection may say nothing while a statement waits for it. */
  silenceMs?: number
}

/** Where PostgreSQL is: a URL, or the socket folder of the embedded server. */
export type Address =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string }

/** Named statements are planned once for all values; statement.ts says where that is not wanted. */
const options =
  '-c plan_cache_mode=force_generic_plan -c timezone=UTC -c datestyle=ISO -c statement_timeout=15000 -c idle_in_transaction_session_timeout=60000'

/** pg lets options in a URL replace those given beside it, so ours are put behind theirs. */
function merged(address: Address): pg.PoolConfig {
  const inUrl = /([?&]options=)([^&]*)/
  if (!('connectionString' in address) || !inUrl.test(address.connectionString)) return { ...address, options }
  const connectionString = address.connectionString.replace(
    inUrl,
    (_, name: string, theirs: string) => `${name}${theirs}${encodeURIComponent(` ${options}`)}`,
  )
  return { connectionString }
}

export function openPool(
  address: Address,
  { size = 10, namedStatements = true, patienceMs = 5000, silenceMs }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...merged(address),
    max: size,
    types,
    application_name: 'wattle',
    connectionTimeoutMillis: patienceMs,
    // A timer at each release costs more than it saves: a connection that nobody has used for 20 seconds is closed by silence.ts.
    idleTimeoutMillis: 0,
  })
  // A connection that breaks fails the query that is on it and is replaced by the next; without listeners it would end
  // the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    enforceResponseTimeout(client, silenceMs)
    if (!namedStatements) sendUnnamed(client as pg.Client)
  })
  // A migration or an import lets its connection be silent; whoever has it next does not.
  pool.on('release', (_, client) => enforceResponseTimeout(client, silenceMs))
  return pool
}
