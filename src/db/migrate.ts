import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Failure } from '../process/failure.ts'
import { packageRoot, version } from '../process/version.ts'
import { disableResponseTimeout } from './connect/response-timeout.ts'
import { transaction } from './transaction.ts'

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

/**
 * Brings the schema up to date and returns the names of the applied migrations, in one transaction. Nodes that start at
 * the same time wait for the lock of the history table, so each file runs once.
 */
export async function migrate(pool: pg.Pool, onStep: (name: string) => void = () => {}): Promise<string[]> {
  const known = readMigrations()
  await createHistory(pool)
  if ((await appliedCount(pool, known)) === known.length) return []
  return retryOnLockTimeout(() => applyMigrations(pool, known, onStep))
}

function applyMigrations(pool: pg.Pool, known: Migration[], onStep: (name: string) => void): Promise<string[]> {
  return transaction(pool, async (tx) => {
    await tx.query('set local statement_timeout = 0')
    disableResponseTimeout(tx)
    await tx.query('lock table schema_migration in exclusive mode')
    await tx.query(`set local lock_timeout = ${lockTimeoutMs}`)
    const applied: string[] = []
    const done = await appliedCount(tx, known)
    for (const migration of known.slice(done)) {
      onStep(migration.name)
      await tx.query(migration.sql)
      await tx.query('insert into schema_migration (number, name) values ($1, $2)', [migration.number, migration.name])
      applied.push(migration.name)
    }
    return applied
  })
}

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

export async function highestApplied(db: Pick<pg.ClientBase, 'query'>): Promise<number> {
  return (await db.query<{ n: number }>('select coalesce(max(number), 0)::int as n from schema_migration')).rows[0]!.n
}

/** Unique violation, duplicate table or duplicate object, depending on the progress of the other session. */
const createdMeanwhile = new Set(['23505', '42P07', '42710'])

async function createHistory(pool: pg.Pool): Promise<void> {
  const create =
    'create table if not exists schema_migration (number int primary key, name text not null, applied_at timestamptz not null default now())'
  // Two sessions that create the table at the same time can both pass "if not exists". The second then fails.
  await pool.query(create).catch((error: { code?: string }) => {
    if (!createdMeanwhile.has(error.code ?? '')) throw error
  })
}
