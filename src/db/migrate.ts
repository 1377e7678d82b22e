import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Failure } from '../process/failure.ts'
import { packageRoot, version } from '../process/version.ts'
import { checkNotMoving } from './citus/state.ts'
import {
  createStagingTables,
  dropStagingTables,
  extendDistribution,
  missingStagingTables,
  type StagingTables,
  useCitusSettings,
} from './citus/tables.ts'
import { disableResponseTimeout } from './connect/response-timeout.ts'
import { splitStatements } from './split.ts'
import { runAndRollBack, transaction } from './transaction.ts'

export interface Migration {
  number: number
  name: string
  sql: string
}

const folder = new URL('db/migrations/', packageRoot)

/** The SQL files in order. Their numbers run from 1 without a gap, so that one number describes a schema's state. */
export function readMigrations(): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return files.map((file, index) => {
    if (Number(file.slice(0, 4)) !== index + 1) throw new Error(`db/migrations/${file} should have number ${index + 1}`)
    return { number: index + 1, name: file.slice(0, -4), sql: readFileSync(new URL(file, folder), 'utf8') }
  })
}

/** How much ANALYZE samples of a column: Citus refuses to set it, and results do not depend on it. */
const refusedByCitus =
  /^alter table \w+\s+alter column \w+ set statistics \d+(?:,\s*alter column \w+ set statistics \d+)*$/i

const none: StagingTables = async () => []

export interface MigrateOptions {
  onStep?: (name: string) => void
  /** Other migrations than those of this version. */
  migrations?: Migration[]
  /** Created anew after migrations, on a distributed database only. */
  stagingTables?: StagingTables
}

/**
 * Brings the schema up to date and returns the names of the applied migrations, in one transaction. Nodes that start at
 * the same time wait for the lock of the history table, so each file runs once. Throws while tables move to or from Citus.
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<string[]> {
  const { migrations = readMigrations(), stagingTables = none } = options
  const distribution = await checkNotMoving(pool)
  await createHistory(pool)
  const isComplete = !distribution || (await missingStagingTables(pool, await stagingTables())).length === 0
  if (isComplete && (await appliedCount(pool, migrations)) === migrations.length) return []
  return retryOnLockTimeout(() =>
    transaction(pool, async (tx) => {
      await tx.query('set local statement_timeout = 0')
      disableResponseTimeout(tx)
      await tx.query('lock table schema_migration in exclusive mode')
      await tx.query(`set local lock_timeout = ${lockTimeoutMs}`)
      return applyMigrations(tx, { ...options, migrations })
    }),
  )
}

async function applyMigrations(
  tx: pg.PoolClient,
  { onStep, migrations = [], stagingTables = none }: MigrateOptions,
): Promise<string[]> {
  const pending = migrations.slice(await appliedCount(tx, migrations))
  let distribution = await checkNotMoving(tx)
  if (distribution) {
    await useCitusSettings(tx)
    if (pending.length > 0) await dropStagingTables(tx, await stagingTables())
  }
  for (const { number, name, sql } of pending) {
    onStep?.(name)
    for (const statement of splitStatements(sql)) {
      if (!distribution || !refusedByCitus.test(statement)) await tx.query(statement)
    }
    await tx.query('insert into schema_migration (number, name) values ($1, $2)', [number, name])
    // After each migration, so that the next one can write to the tables that it has created.
    if (distribution) distribution = await extendDistribution(tx, distribution)
  }
  if (distribution) await createStagingTables(tx, await stagingTables())
  return pending.map(({ name }) => name)
}

/** The extensions that migrations create. */
export const requiredExtensions = (): string[] => [
  ...new Set(
    readMigrations().flatMap(({ sql }) =>
      [...sql.matchAll(/^create extension (?:if not exists )?(\w+)/gim)].map(([, name]) => name!),
    ),
  ),
]

/** Applies the pending migrations in a transaction that is rolled back, and returns what `read` finds then. */
export const rehearseMigrations = <T>(
  pool: pg.Pool,
  read: (tx: pg.PoolClient, applied: string[]) => Promise<T>,
): Promise<T> =>
  runAndRollBack(pool, async (tx) => {
    await tx.query('set local statement_timeout = 0')
    disableResponseTimeout(tx)
    await tx.query(historyTable)
    return read(tx, await applyMigrations(tx, { migrations: readMigrations() }))
  })

const lockTimeoutMs = 3000
const maxAttempts = 200

/**
 * A migration that waits for a table lock blocks every request behind it. So it waits for a short time, lets the
 * requests pass, and retries: a long export then delays the migration and nothing else.
 */
async function retryOnLockTimeout<T>(work: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03' || n === maxAttempts) throw error
      await sleep(1000)
    }
  }
}

/** Throws when the schema is ahead of this version: an older node must not write to it. */
async function appliedCount(db: Pick<pg.ClientBase, 'query'>, known: Migration[]): Promise<number> {
  const done = await highestApplied(db)
  if (done > known.length) {
    throw new Failure(
      `The database has schema ${done}, made by a newer Wattle; this is version ${version}, which knows schema ${known.length}. Start the newer version on this database.`,
    )
  }
  return done
}

/** How many migrations a database lacks, also one without any. */
export async function pendingCount(db: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows } = await db.query<{ exists: boolean }>("select to_regclass('schema_migration') is not null as exists")
  const known = readMigrations()
  return rows[0]!.exists ? known.length - (await appliedCount(db, known)) : known.length
}

export async function highestApplied(db: Pick<pg.ClientBase, 'query'>): Promise<number> {
  return (await db.query<{ n: number }>('select coalesce(max(number), 0)::int as n from schema_migration')).rows[0]!.n
}

/** Unique violation, duplicate table or duplicate object, depending on the progress of the other session. */
const createdMeanwhile = new Set(['23505', '42P07', '42710'])

const historyTable =
  'create table if not exists schema_migration (number int primary key, name text not null, applied_at timestamptz not null default now())'

async function createHistory(pool: pg.Pool): Promise<void> {
  // Two sessions that create the table at the same time can both pass "if not exists". The second then fails.
  await pool.query(historyTable).catch((error: { code?: string }) => {
    if (!createdMeanwhile.has(error.code ?? '')) throw error
  })
}
