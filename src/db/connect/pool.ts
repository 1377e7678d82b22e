import pg from 'pg'
import { sendUnnamed } from './prepared-query.ts'
import { enforceResponseTimeout } from './response-timeout.ts'
import { types } from './values.ts'

export interface PoolOptions {
  size?: number
  /** Off: statements are sent unnamed, for poolers that lose prepared statements. */
  namedStatements?: boolean
  /** The longest wait for a connection. */
  connectTimeoutMs?: number
  /** The longest time without a response to a statement. */
  responseTimeoutMs?: number
  /** The tables are distributed over several servers with Citus. */
  isDistributed?: boolean
}

/** The address of PostgreSQL: a URL, or the socket folder of the embedded server. */
export type Address =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string }

const settings =
  '-c timezone=UTC -c datestyle=ISO -c statement_timeout=15000 -c idle_in_transaction_session_timeout=60000'
/** Named statements are planned once for all values; statement.ts has the exceptions. */
const onOneServer = `${settings} -c plan_cache_mode=force_generic_plan`
/** Citus finds the server of an organisation by its value, so it plans each call, and passes `set local` on to that server. */
const onSeveralServers = `${settings} -c plan_cache_mode=force_custom_plan -c citus.propagate_set_commands=local`

/** In pg, options of a URL replace the separate ones, so ours are appended to them. */
function merged(address: Address, options: string): pg.PoolConfig {
  const inUrl = /([?&]options=)([^&]*)/
  if (!('connectionString' in address) || !inUrl.test(address.connectionString)) return { ...address, options }
  const connectionString = address.connectionString.replace(
    inUrl,
    (_, name: string, existing: string) => `${name}${existing}${encodeURIComponent(` ${options}`)}`,
  )
  return { connectionString }
}

export function openPool(
  address: Address,
  { size = 10, namedStatements = true, connectTimeoutMs = 5000, responseTimeoutMs, isDistributed }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...merged(address, isDistributed ? onSeveralServers : onOneServer),
    max: size,
    types,
    application_name: 'wattle',
    connectionTimeoutMillis: connectTimeoutMs,
    // A timer at each release costs more than it saves. The response timeout closes connections that are idle for 20
    // seconds.
    idleTimeoutMillis: 0,
  })
  // A broken connection fails its query, and the pool replaces it. Without listeners the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    enforceResponseTimeout(client, responseTimeoutMs)
    if (!namedStatements) sendUnnamed(client as pg.Client)
  })
  // A migration or an import disables the timeout of its connection. The next user has it again.
  pool.on('release', (_, client) => enforceResponseTimeout(client, responseTimeoutMs))
  return pool
}
