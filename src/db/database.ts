import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Failure } from '../failure.ts'
import { type Caller, openEmbedded } from './embedded/open.ts'
import { checkExternal, describe } from './external.ts'
import { type Address, openPool } from './pool.ts'

export interface Database {
  pool: pg.Pool
  address: Address
  /** False when DATABASE_URL names the PostgreSQL. */
  embedded: boolean
  /** Settles when the embedded PostgreSQL is gone for good. */
  lost: Promise<Failure>
  close(): Promise<void>
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'poolSize' | 'namedStatements'>

/** The service's database: its own PostgreSQL in the data folder, or the one of DATABASE_URL. */
export async function openDatabase(config: Settings, caller: Caller): Promise<Database> {
  const options = { size: config.poolSize, namedStatements: config.namedStatements }
  if (config.databaseUrl) {
    describe(config.databaseUrl)
    const address = { connectionString: config.databaseUrl }
    const pool = openPool(address, options)
    try {
      await checkExternal(pool, config.databaseUrl)
    } catch (error) {
      await pool.end()
      throw error
    }
    return { pool, address, embedded: false, lost: new Promise(() => {}), close: () => pool.end() }
  }
  const server = await openEmbedded(config.dataDir, caller)
  const pool = openPool(server.address, options)
  const close = async () => {
    await pool.end()
    await server.stop()
  }
  return { pool, address: server.address, embedded: true, lost: server.lost, close }
}
