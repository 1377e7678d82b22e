import type pg from 'pg'
import type { Config } from '../../config.ts'
import type { Failure } from '../../process/failure.ts'
import { type DatabaseOpener, openEmbedded } from '../embedded/open.ts'
import type { ReplicaOptions } from '../replica/replica.ts'
import { checkExternal, parseDatabaseUrl } from './external.ts'
import { type Address, openPool, type PoolOptions } from './pool.ts'

export interface Database {
  pool: pg.Pool
  /**
   * The pools for WATTLE_REPLICA_URL, where it is set: one of the replica, a small one for reads of the primary, and
   * one connection to each for checks.
   */
  replica: Pick<ReplicaOptions, 'primary' | 'replica' | 'watch'> | undefined
  address: Address
  /** False when DATABASE_URL is set. */
  embedded: boolean
  /** Settles when the embedded PostgreSQL has ended and cannot be restarted. */
  lost: Promise<Failure>
  close(): Promise<void>
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'replicaUrl' | 'poolSize' | 'namedStatements'>

/** Opens the service's database: the embedded PostgreSQL in the data folder, or that of DATABASE_URL. */
export async function openDatabase(config: Settings, opener: DatabaseOpener): Promise<Database> {
  const options = { size: config.poolSize, namedStatements: config.namedStatements }
  if (config.databaseUrl) {
    parseDatabaseUrl(config.databaseUrl)
    if (config.replicaUrl) parseDatabaseUrl(config.replicaUrl, 'WATTLE_REPLICA_URL')
    const address = { connectionString: config.databaseUrl }
    const pool = openPool(address, options)
    try {
      await checkExternal(pool, config.databaseUrl)
    } catch (error) {
      await pool.end()
      throw error
    }
    const replica = config.replicaUrl
      ? openReplica(address, { connectionString: config.replicaUrl }, options)
      : undefined
    const close = async () => {
      await Promise.all([pool, ...(replica ? poolsOf(replica) : [])].map((one) => one.end()))
    }
    return { pool, replica, address, embedded: false, lost: new Promise(() => {}), close }
  }
  const server = await openEmbedded(config.dataDir, opener)
  const pool = openPool(server.address, options)
  const close = async () => {
    await pool.end()
    await server.stop()
  }
  return { pool, replica: undefined, address: server.address, embedded: true, lost: server.lost, close }
}

/** Connections to the primary for reads. None of them waits for the replica, because nothing is written on them. */
const primaryReadPoolSize = 4

/** No pool connects before it is used: a node starts without its replica too. */
export function openReplica(
  primary: Address,
  replica: Address,
  options: PoolOptions,
): NonNullable<Database['replica']> {
  const watching = { ...options, size: 1, connectTimeoutMs: 2000 }
  return {
    primary: openPool(primary, { ...options, size: primaryReadPoolSize }),
    replica: openPool(replica, { ...options, connectTimeoutMs: 2000 }),
    watch: { primary: openPool(primary, watching), replica: openPool(replica, watching) },
  }
}

export const poolsOf = ({ primary, replica, watch }: NonNullable<Database['replica']>): pg.Pool[] => [
  primary,
  replica,
  watch.primary,
  watch.replica,
]
