import pg from 'pg'
import { stagingTables } from '../bundle/staging-tables.ts'
import { checkAlone, distribute, type MovedTables, type MoveProgress, undistribute } from '../db/citus/move.ts'
import { type Plan, readPlan } from '../db/citus/plan.ts'
import { checkServers, type Servers } from '../db/citus/servers.ts'
import { commands, readDistribution } from '../db/citus/state.ts'
import { schemaFailure } from '../db/citus/tables.ts'
import { openDatabase } from '../db/connect/database.ts'
import { migrate, pendingCount, rehearseMigrations, requiredExtensions } from '../db/migrate.ts'
import { readConfig } from '../process/config.ts'
import { Failure } from '../process/failure.ts'
import { count, print, showProgress, table } from './output.ts'

interface Options {
  json?: boolean | undefined
  dryRun?: boolean | undefined
}

/** One connection has the lock, the other works. */
const poolSize = 2

async function withPool(work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  // Before the database is opened, which would create it.
  if (!readConfig().databaseUrl) {
    throw new Failure(
      'The built-in PostgreSQL has no Citus, and nothing was changed: set DATABASE_URL to the coordinator of a Citus cluster.',
    )
  }
  const database = await openDatabase({ ...readConfig(), poolSize }, { role: 'command', name: 'wattle migrate' })
  await work(database.pool).finally(() => database.close())
}

export async function runDistribute({ json, dryRun }: Options): Promise<void> {
  await withPool(async (pool) => {
    const servers = await checkServers(pool, requiredExtensions())
    const existing = await readDistribution(pool)
    if (existing?.state === 'undistributing') {
      throw new Failure(
        `The tables are on their way back from Citus: run "${commands.undistributing}" to its end, then distribute them again.`,
      )
    }
    if (!dryRun || (await pendingCount(pool)) > 0) await checkAlone(pool)
    const { plan, migrations } = existing
      ? { plan: await readPlan(pool), migrations: [] }
      : await rehearseMigrations(pool, async (tx, applied) => ({ plan: await readPlan(tx), migrations: applied }))
    if (plan.problems.length > 0) {
      throw new Failure(schemaFailure(plan.problems))
    }
    if (dryRun) {
      const { tables, restorable, functions } = plan
      print(json, { dryRun, servers, migrations, tables, restorable, functions }, () =>
        distributePlan(servers, plan, migrations),
      )
      return
    }
    const applied = existing?.state === 'distributing' ? [] : await migrate(pool, { stagingTables })
    const moved = await withProgress('Distributing:', (onProgress) => distribute(pool, { onProgress, stagingTables }))
    const { workers } = servers
    print(json, { state: 'distributed', applied, workers, compared: moved ?? null }, () =>
      moved
        ? `Distributed ${count(plan.tables.length, 'tables')} over ${count(workers.length, 'workers')}. ${comparison(moved)}`
        : `The tables are already distributed over ${count(workers.length, 'workers')}; nothing is missing there.`,
    )
  })
}

export async function runUndistribute({ json, dryRun }: Options): Promise<void> {
  await withPool(async (pool) => {
    const existing = await readDistribution(pool)
    if (!existing) {
      print(
        json,
        { state: 'one server', compared: null },
        () => 'The tables are on one server: there is nothing to do.',
      )
      return
    }
    await checkServers(pool, [])
    if (dryRun) {
      const { tables } = await readPlan(pool)
      const moving = tables.filter(({ isMoved }) => isMoved)
      print(json, { dryRun, tables: moving, restorable: existing.restorable }, () => undistributePlan(moving))
      return
    }
    const moved = await withProgress('Moving back:', (onProgress) => undistribute(pool, { onProgress, stagingTables }))
    print(json, { state: 'one server', compared: moved ?? null }, () =>
      moved ? `The tables are on the coordinator again. ${comparison(moved)}` : 'The tables are on one server already.',
    )
  })
}

async function withProgress<T>(
  label: string,
  work: (onProgress: (at: MoveProgress) => void) => Promise<T>,
): Promise<T> {
  const progress = showProgress(label)
  try {
    return await work(({ step, table, done, total }) => progress.update(`${step} ${table}`, done / total))
  } catch (error) {
    // Such as a worker that is lost, or has no space left.
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new Failure(
      `The database rejected a step (${error.message}): remove the cause and run the same command again, which continues.`,
    )
  } finally {
    progress.end()
  }
}

function comparison(moved: MovedTables): string {
  const tables = Object.values(moved)
  const rows = tables.reduce((sum, one) => sum + one.rows, 0)
  return `Counts and checksums of all ${count(tables.length, 'tables')} (${count(rows, 'rows')}) are the same as before.`
}

const kinds = { reference: 'a copy on each server', distributed: 'distributed by organisation' }

function distributePlan({ version, workers, shards }: Servers, plan: Plan, migrations: string[]): string {
  const { tables, restorable, functions } = plan
  const bytes = tables.reduce((sum, one) => sum + one.bytes, 0)
  const listed = tables.map(({ name, kind, bytes, isMoved }) => [
    name,
    isMoved ? `${kinds[kind]} (done)` : kinds[kind],
    size(bytes),
  ])
  return [
    `Citus ${version} with ${count(workers.length, 'workers')} (${workers.join(', ')}); a new table has ${count(shards, 'shards')}.`,
    '',
    table(['table', 'becomes', 'size'], listed),
    '',
    ...(migrations.length > 0 ? [`Migrations to apply first: ${migrations.join(', ')}.`] : []),
    `Functions that are created on the workers too: ${functions}.`,
    ...restorable.foreignKeys.map(
      ({ name, table }) => `The foreign key ${name} of ${table} is dropped, because Citus does not support it.`,
    ),
    ...restorable.identities.map(({ table, column }) => `${table}.${column} gets its ids from a sequence.`),
    `Space: the tables take ${size(bytes)}. Each worker needs about ${size(bytes / workers.length)}. The coordinator keeps its rows until all are compared. Check the free space of the servers: Wattle cannot see it.`,
    `Nothing was changed. Stop every service before "${commands.distributing}". "${commands.undistributing}" is the way back.`,
  ].join('\n')
}

function undistributePlan(tables: Plan['tables']): string {
  const listed = tables.map(({ name, kind }) => [name, kinds[kind]])
  return [
    table(['table', 'is'], listed),
    '',
    'Each table moves to the coordinator, which needs the space of all of them. Foreign keys and identity columns are restored.',
    `Nothing was changed. Stop every service before "${commands.undistributing}".`,
  ].join('\n')
}

const units = ['B', 'kB', 'MB', 'GB', 'TB']

function size(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}
