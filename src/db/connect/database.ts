import type pg from 'pg'
import type { Config } from '../../config.ts'
import type { Failure } from '../../process/failure.ts'
import { type DatabaseOpener, openEmbedded } from '../embedded/open.ts'
import type { ReplicaOptions } from '../replica/replica.ts'
import { checkExternal, describe } from './external.ts'
import { type Address, openPool, type PoolOptions } from './pool.ts'

export interface Database {
  pool: pg.Pool
  /**
   * The pools of WATTLE_REPLICA_URL, where it is set: one to read from, a small one to read from the primary, and one
   * connection to each for looking after it.
   */
  replica: Pick<ReplicaOptions, 'primary' | 'replica' | 'watch'> | undefined
  address: Address
  /** False when DATABASE_URL names the PostgreSQL. */
  embedded: boolean
  /** Settles when the embedded PostgreSQL is gone for good. */
  lost: Promise<Failure>
  close(): Promise<void>
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'replicaUrl' | 'poolSize' | 'namedStatements'>

/** The service's database: its own PostgreSQL in the data folder, or the one of DATABASE_URL. */
export async function openDatabase(config: Settings, caller: DatabaseOpener): Promise<Database> {
  const options = { size: config.poolSize, namedStatements: config.namedStatements }
  if (config.databaseUrl) {
    describe(config.databaseUrl)
    if (config.replicaUrl) describe(config.replicaUrl, 'WATTLE_REPLICA_URL')
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
  const server = await openEmbedded(config.dataDir, caller)
  const pool = openPool(server.address, options)
  const close = async () => {
    await pool.end()
    await server.stop()
  }
  return { pool, replica: undefined, address: server.address, embedded: true, lost: server.lost, close }
}

/** Connections to the primary on which nothing waits for the replica, because nothing is written. */
const primaryReadPoolSize = 4

/** None of them connects before it is used: a replica that is away keeps no node from starting. */
export function openReplica(
  primary: Address,
  replica: Address,
  options: PoolOptions,
): NonNullable<Database['replica']> {
  const watching = { ...options, size: 1, patienceMs: 2000 }
  return {
    primary: openPool(primary, { ...options, size: primaryReadPoolSize }),
    replica: openPool(replica, { ...options, patienceMs: 2000 }),
    watch: { primary: openPool(primary, watching), replica: openPool(replica, watching) },
  }
}

export const poolsOf = ({ primary, replica, watch }: NonNullable<Database['replica']>): pg.Pool[] => [
  primary,
  replica,
  watch.primary,
  watch.replica,
]
