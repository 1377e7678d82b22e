import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Address, openPool, type PoolOptions } from '../../src/db/connect/pool.ts'
import { testCitus } from '../citus/environment.ts'
import { poolerOptions, testCluster } from '../cluster/environment.ts'
import { templateName } from './postgres.ts'

export interface TestDatabase {
  address: Address
  pool: pg.Pool
  drop(): Promise<void>
}

/** An empty migrated database for a test file. */
export const createDatabase = (options: PoolOptions = {}): Promise<TestDatabase> => cloneDatabase(templateName, options)

/** A database without migrations. */
export const createBareDatabase = (): Promise<TestDatabase> => cloneDatabase('template1', {})

async function cloneDatabase(template: string, options: PoolOptions): Promise<TestDatabase> {
  const server = serverAddress()
  const name = `test_${randomBytes(8).toString('hex')}`
  const citus = template === templateName ? testCitus() : undefined
  // Citus finds its workers by host and port, so a copy on every server is a distributed database of its own.
  const servers = [server, ...(citus?.workers ?? [])]
  await Promise.all(
    servers.map(async (one) => {
      await runOnServer(one, `create database ${name} template ${template} strategy file_copy`)
      if (!citus) return
      await runOnServer(one, `alter database ${name} set timezone = 'UTC'`)
      await runOnServer(one, `alter database ${name} set citus.enable_unsafe_triggers = on`) // some tests add one
    }),
  )
  // In a cluster, tests and service use the primary's pooler.
  const cluster = testCluster()
  const address = { ...server, ...(cluster && { port: cluster.primary }), database: name } as Address
  const pool = openPool(address, { ...(cluster && poolerOptions), isDistributed: citus !== undefined, ...options })
  const drop = async () => {
    await pool.end()
    for (const one of servers) await dropOn(one, name, citus ? 5 : 1)
  }
  return { address, pool, drop }
}

/** The address as a URL, for DATABASE_URL of a process. */
export function databaseUrl(address: Address): string {
  const { host, port, user, database } = address as { host: string; port: number; user: string; database: string }
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

function serverAddress(): Address {
  const text = process.env.WATTLE_TEST_DATABASE
  if (!text) throw new Error('There is no test database: run the tests with npm test, or npm test -- FILE.')
  return JSON.parse(text) as Address
}

/** Background processes of Citus connect again while it is dropped; PostgreSQL waits five seconds for them to leave. */
async function dropOn(server: Address, name: string, attempts: number): Promise<void> {
  await runOnServer(server, `drop database ${name} with (force)`).catch((error) => {
    if (error.code !== '55006' || attempts === 1) throw error
    return dropOn(server, name, attempts - 1)
  })
}

async function runOnServer(server: Address, sql: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
