import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Failure } from '../../process/failure.ts'
import { disableResponseTimeout } from '../connect/response-timeout.ts'
import { checksum, differences, useTextSettings } from './checksum.ts'
import { readPlan } from './plan.ts'
import { configureWorkers } from './servers.ts'
import {
  type Checksum,
  commands,
  type Distribution,
  type ForeignKey,
  type Queryable,
  readDistribution,
  removeDistribution,
  writeDistribution,
} from './state.ts'
import {
  analyzeTable,
  completeWorkers,
  createStagingTables,
  distributeTable,
  dropForeignKeys,
  dropStagingTables,
  extendDistribution,
  readMovedForeignKeys,
  removeLocalRows,
  replaceIdentity,
  restoreForeignKeys,
  restoreIdentity,
  type StagingTable,
  type StagingTables,
  undistributeTable,
  useCitusSettings,
} from './tables.ts'

export interface MoveProgress {
  step: 'counting' | 'copying' | 'comparing' | 'removing the old copy of' | 'restoring keys of'
  table: string
  done: number
  total: number
}

export interface MoveOptions {
  onProgress?: (at: MoveProgress) => void
  stagingTables?: StagingTables
}

/** The rows of each table, which are the same before and after. */
export type MovedTables = Record<string, Checksum>

/** Runs one step in a transaction of its own. */
type RunStep = <T>(work: (tx: pg.PoolClient) => Promise<T>) => Promise<T>

/**
 * Distributes the tables, or continues where an earlier run ended. Each table moves in a transaction of its own, and the rows
 * stay on the coordinator too until all of them were compared. Returns nothing if they were distributed already.
 */
export async function distribute(pool: pg.Pool, options: MoveOptions = {}): Promise<MovedTables | undefined> {
  const { onProgress = () => {} } = options
  const stagingTables = (await options.stagingTables?.()) ?? []
  return exclusively(pool, async (step) => {
    const distribution = await step((tx) => startDistributing(tx, onProgress))
    await step(configureWorkers)
    if (distribution.state === 'distributed') {
      await step(async (tx) => {
        await extendDistribution(tx, distribution)
        await createStagingTables(tx, stagingTables)
      })
      return undefined
    }
    await step(async (tx) => {
      for (const [table, keys] of byTable(distribution.restorable.foreignKeys)) await dropForeignKeys(tx, table, keys)
      for (const identity of distribution.restorable.identities) await replaceIdentity(tx, identity)
    })
    const { tables } = await step(readPlan)
    for (const [done, table] of tables.entries()) {
      onProgress({ step: 'copying', table: table.name, done, total: tables.length })
      if (!table.isMoved) await step((tx) => distributeTable(tx, table))
    }
    await compare(step, distribution, onProgress, distributingRemedy)
    for (const [done, { name }] of tables.entries()) {
      onProgress({ step: 'removing the old copy of', table: name, done, total: tables.length })
      await step((tx) => removeLocalRows(tx, name))
      await step((tx) => analyzeTable(tx, name))
    }
    await step(async (tx) => {
      await completeWorkers(tx)
      await createStagingTables(tx, stagingTables)
      await writeDistribution(tx, { ...distribution, state: 'distributed', before: {} })
    })
    return distribution.before
  })
}

async function startDistributing(tx: Queryable, onProgress: (at: MoveProgress) => void): Promise<Distribution> {
  const existing = await readDistribution(tx)
  if (existing) return existing
  const { tables, restorable } = await readPlan(tx)
  const names = tables.map(({ name }) => name)
  const before = await checksums(tx, names, 'counting', onProgress)
  const distribution: Distribution = { state: 'distributing', before, restorable }
  await writeDistribution(tx, distribution)
  return distribution
}

/**
 * Moves the tables back to the coordinator, or continues where an earlier run ended; also what a run of `distribute` has moved
 * so far. Returns nothing if they are there already.
 */
export async function undistribute(pool: pg.Pool, options: MoveOptions = {}): Promise<MovedTables | undefined> {
  const { onProgress = () => {} } = options
  const stagingTables = (await options.stagingTables?.()) ?? []
  return exclusively(pool, async (step) => {
    const distribution = await step((tx) => startUndistributing(tx, stagingTables, onProgress))
    if (!distribution) return undefined
    const { before, restorable } = distribution
    const keysOf = byTable(restorable.foreignKeys)
    for (const [table, keys] of keysOf) await step((tx) => dropForeignKeys(tx, table, keys))
    const names = await step(readMovedTables)
    for (const [done, name] of names.entries()) {
      onProgress({ step: 'copying', table: name, done, total: names.length })
      await step(async (tx) => {
        await undistributeTable(tx, name)
        // Before the commit, which removes the rows from the workers.
        checkEqual({ [name]: before[name]! }, await checksums(tx, [name], 'comparing', () => {}), undistributingRemedy)
      })
    }
    for (const [done, [table, keys]] of keysOf.entries()) {
      onProgress({ step: 'restoring keys of', table, done, total: keysOf.length })
      await step((tx) => restoreForeignKeys(tx, table, keys))
    }
    await step(async (tx) => {
      for (const identity of restorable.identities) await restoreIdentity(tx, identity)
    })
    await compare(step, distribution, onProgress, undistributingRemedy)
    for (const name of Object.keys(before)) await step((tx) => analyzeTable(tx, name))
    await step(removeDistribution)
    return before
  })
}

async function startUndistributing(
  tx: Queryable,
  stagingTables: StagingTable[],
  onProgress: (at: MoveProgress) => void,
): Promise<Distribution | undefined> {
  const existing = await readDistribution(tx)
  if (!existing) return undefined
  await dropStagingTables(tx, stagingTables)
  // Each run compares with the rows at its start, so a row that was written between two runs does not stop the second.
  const { tables } = await readPlan(tx)
  const names = tables.map(({ name }) => name)
  const before = await checksums(tx, names, 'counting', onProgress)
  const known = new Set(existing.restorable.foreignKeys.map(({ table, name }) => `${table}.${name}`))
  const found = (await readMovedForeignKeys(tx)).filter(({ table, name }) => !known.has(`${table}.${name}`))
  const restorable = { ...existing.restorable, foreignKeys: [...existing.restorable.foreignKeys, ...found] }
  const distribution: Distribution = { state: 'undistributing', before, restorable }
  await writeDistribution(tx, distribution)
  return distribution
}

function byTable(keys: ForeignKey[]): [table: string, keys: ForeignKey[]][] {
  const tables = new Map<string, ForeignKey[]>()
  for (const key of keys) tables.set(key.table, [...(tables.get(key.table) ?? []), key])
  return [...tables]
}

/** Reference tables last, because the others refer to them. */
async function readMovedTables(tx: Queryable): Promise<string[]> {
  const { tables } = await readPlan(tx)
  return tables
    .filter(({ isMoved }) => isMoved)
    .map(({ name }) => name)
    .reverse()
}

async function compare(
  step: RunStep,
  { before }: Distribution,
  onProgress: (at: MoveProgress) => void,
  remedy: string,
): Promise<void> {
  checkEqual(before, await step((tx) => checksums(tx, Object.keys(before), 'comparing', onProgress)), remedy)
}

async function checksums(
  tx: Queryable,
  tables: string[],
  step: 'counting' | 'comparing',
  onProgress: (at: MoveProgress) => void,
): Promise<Record<string, Checksum>> {
  await useTextSettings(tx)
  const all: Record<string, Checksum> = {}
  for (const [done, table] of tables.entries()) {
    onProgress({ step, table, done, total: tables.length })
    all[table] = await checksum(tx, table)
  }
  return all
}

const distributingRemedy = `No copy was removed. If a program wrote meanwhile, stop it and run "${commands.undistributing}", which moves back the rows as they are now. Otherwise restore a backup and report this.`
const undistributingRemedy = `If a program wrote meanwhile, stop it and run "${commands.undistributing}" again: it continues with the rows as they are now. Otherwise restore a backup and report this.`

function checkEqual(before: Record<string, Checksum>, after: Record<string, Checksum>, remedy: string): void {
  const different = differences(before, after)
  if (different.length === 0) return
  throw new Failure(['The rows are not those from before:', ...different.map((line) => `  ${line}`), remedy].join('\n'))
}

/**
 * Runs steps while no other run, no migration and no service works on the database. An open transaction has the lock of the
 * migrations meanwhile, so the lock ends with this process.
 */
async function exclusively<T>(pool: pg.Pool, work: (step: RunStep) => Promise<T>): Promise<T> {
  const lock = await pool.connect()
  const client = await pool.connect()
  try {
    for (const connection of [lock, client]) disableResponseTimeout(connection)
    await lock.query('begin')
    await lock.query('set local idle_in_transaction_session_timeout = 0')
    await waitUntilAlone(client, lock)
    await lock.query('lock table schema_migration in exclusive mode nowait').catch((error: { code?: string }) => {
      if (error.code === lockNotAvailable) throw new Failure(busy)
      throw error
    })
    await recoverTransactions(client)
    return await work((run) => runStep(lock, client, run))
  } finally {
    await lock.query('rollback').catch(() => {})
    lock.release(true)
    client.release(true)
  }
}

const lockNotAvailable = '55P03'
const busy =
  'Another Wattle process uses this database, and must not write while tables move: stop every service, command and pooler that is connected to it, and run the command again.'

async function runStep<T>(
  lock: pg.PoolClient,
  client: pg.PoolClient,
  run: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  // The first query fails if the connection with the lock is lost.
  await checkAlone(client, await backendOf(lock))
  await client.query('begin')
  try {
    await client.query('set local statement_timeout = 0')
    // PostgreSQL then stops soon after this process is killed, and a second run need not wait for the first one's copy.
    await client.query('set local client_connection_check_interval = 1000')
    await useCitusSettings(client)
    const result = await run(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const backendOf = async (db: Queryable): Promise<number> =>
  (await db.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid

/** Throws if another Wattle process is connected. */
export async function checkAlone(db: Queryable, ...others: number[]): Promise<void> {
  const { rowCount } = await db.query(
    `select 1 as found from pg_stat_activity
     where datname = current_database() and application_name = 'wattle' and pid <> pg_backend_pid() and pid <> all ($1::int[])`,
    [others],
  )
  if (rowCount! > 0) throw new Failure(busy)
}

const waitMs = 10_000

/** The connections of a process that was killed end a moment later. */
async function waitUntilAlone(client: pg.PoolClient, lock: pg.PoolClient): Promise<void> {
  const pid = await backendOf(lock)
  for (const began = Date.now(); ; await sleep(200)) {
    try {
      return await checkAlone(client, pid)
    } catch (error) {
      if (Date.now() - began > waitMs) throw error
    }
  }
}

/** Ends transactions that were between their two phases when a server stopped: they hold locks. Citus does so every minute too. */
async function recoverTransactions(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    "select bool_or(has_function_privilege(oid, 'execute')) as may from pg_proc where proname = 'recover_prepared_transactions'",
  )
  if (rows[0]!.may) await client.query('select recover_prepared_transactions()')
}
