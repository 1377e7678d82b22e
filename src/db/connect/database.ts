import type pg from 'pg'
import type { Config } from '../../process/config.ts'
import { Failure } from '../../process/failure.ts'
import { isDistributed } from '../citus/state.ts'
import { type DatabaseOpener, embeddedAddress, openEmbedded } from '../embedded/open.ts'
import type { ReplicaOptions } from '../replica/replica.ts'
import { openExternalPool, parseDatabaseUrl } from './external.ts'
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
  if (config.databaseUrl) return openExternal(config, config.databaseUrl)
  const server = await openEmbedded(config.dataDir, opener)
  const pool = openPool(server.address, poolOptions(config))
  const close = async () => {
    await pool.end()
    await server.stop()
  }
  return { pool, replica: undefined, address: server.address, embedded: true, lost: server.lost, close }
}

/** Opens the database for a worker, whose embedded PostgreSQL belongs to the process that started it. */
export async function openForWorker(config: Settings): Promise<Database> {
  if (config.databaseUrl) return openExternal(config, config.databaseUrl)
  const address = embeddedAddress(config.dataDir)
  const pool = openPool(address, poolOptions(config))
  return { pool, replica: undefined, address, embedded: true, lost: new Promise(() => {}), close: () => pool.end() }
}

const poolOptions = ({ poolSize, namedStatements }: Settings): PoolOptions => ({ size: poolSize, namedStatements })

async function openExternal(config: Settings, databaseUrl: string): Promise<Database> {
  if (config.replicaUrl) parseDatabaseUrl(config.replicaUrl, 'WATTLE_REPLICA_URL')
  const options = poolOptions(config)
  const address = { connectionString: databaseUrl }
  const pool = await openExternalPool(databaseUrl, options)
  if (config.replicaUrl && (await isDistributed(pool))) {
    await pool.end()
    throw new Failure(
      'WATTLE_REPLICA_URL is set, and the tables are distributed with Citus: leave it out, because reads go to the workers.',
    )
  }
  const replica = config.replicaUrl ? openReplica(address, { connectionString: config.replicaUrl }, options) : undefined
  const close = async () => {
    await Promise.all([pool, ...(replica ? poolsOf(replica) : [])].map((one) => one.end()))
  }
  return { pool, replica, address, embedded: false, lost: new Promise(() => {}), close }
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
