import type pg from 'pg'
import { stagingTables } from '../bundle/staging-tables.ts'
import { type Database, openDatabase } from '../db/connect/database.ts'
import { migrate } from '../db/migrate.ts'
import { readConfig } from '../process/config.ts'

/** An import works on one connection and moves sequences on another. */
const poolSize = 2

/** Opens the database for a command and migrates it. The embedded PostgreSQL is that of the running service, or is started. */
export async function withDatabase<T>(
  name: string,
  work: (pool: pg.Pool, database: Database) => Promise<T>,
): Promise<T> {
  const notice = (text: string) => console.error(text)
  const config = { ...readConfig(), poolSize }
  const database = await openDatabase(config, { role: 'command', name: `wattle ${name}`, notice })
  try {
    await migrate(database.pool, { stagingTables })
    return await work(database.pool, database)
  } finally {
    await database.close()
  }
}
