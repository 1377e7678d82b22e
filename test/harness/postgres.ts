import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Address, openPool } from '../../src/db/connect/pool.ts'
import { startServer } from '../../src/db/embedded/server.ts'
import { migrate } from '../../src/db/migrate.ts'

export const templateName = 'wattle_template'

/** The data does not outlive the run, so it need not be durable. */
const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' }

/** One PostgreSQL for the whole run, with a migrated database that each test file clones. */
export async function startTestServer(): Promise<{ address: Address; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-test-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const server = await startServer({ folder, settings })
    await createTemplate(server.address)
    const stop = async () => {
      await server.stop()
      remove()
    }
    return { address: server.address, stop }
  } catch (error) {
    remove()
    throw error
  }
}

/** A migrated database that test files clone. With `pooler`, the migrations run through it. */
export async function createTemplate(address: Address, pooler?: Address): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query(`create database ${templateName}`)
  const pool = openPool({ ...(pooler ?? address), database: templateName } as Address, { namedStatements: !pooler })
  await migrate(pool)
  await pool.end()
  // A pooler keeps connections open, and a database with connections cannot be cloned.
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [templateName])
  await client.end()
}
