import type pg from 'pg'
import { Failure } from '../../process/failure.ts'

export type Queryable = Pick<pg.ClientBase, 'query'>

/**
 * The table `distribution` has one row while tables are on Citus or on their way there or back. The commands create and drop
 * it, not a migration: a database on one server has no such table.
 */
export type DistributionState = 'distributing' | 'distributed' | 'undistributing'

export interface Checksum {
  rows: number
  /** Of all rows in any order, as a decimal number. */
  sum: string
}

export interface ForeignKey {
  table: string
  name: string
  definition: string
}

export interface IdentityColumn {
  table: string
  column: string
  /** PostgreSQL's words for it. */
  generated: 'always' | 'by default'
}

/** What Citus does not support, and what is restored on one server. */
export interface Restorable {
  foreignKeys: ForeignKey[]
  identities: IdentityColumn[]
}

export interface Distribution {
  state: DistributionState
  /** The rows of each table before the tables began to move. Empty once they are distributed. */
  before: Record<string, Checksum>
  restorable: Restorable
}

const createTable = `
  create table if not exists distribution (
    only_row boolean primary key default true check (only_row),
    state text not null check (state in ('distributing', 'distributed', 'undistributing')),
    before jsonb not null,
    restorable jsonb not null,
    changed_at timestamptz not null default now())`

/** Undefined on one server. One short query there, because every start runs it. */
export async function readDistribution(db: Queryable): Promise<Distribution | undefined> {
  const { rows } = await db.query<{ exists: boolean }>("select to_regclass('distribution') is not null as exists")
  if (!rows[0]!.exists) return undefined
  return (await db.query<Distribution>('select state, before, restorable from distribution')).rows[0]
}

export async function writeDistribution(db: Queryable, { state, before, restorable }: Distribution): Promise<void> {
  await db.query(createTable)
  await db.query(
    `insert into distribution (state, before, restorable) values ($1, $2, $3)
     on conflict (only_row) do update
       set state = excluded.state, before = excluded.before, restorable = excluded.restorable, changed_at = now()`,
    [state, JSON.stringify(before), JSON.stringify(restorable)],
  )
}

export const removeDistribution = (db: Queryable) => db.query('drop table distribution')

/** Whether the tables are distributed over the workers of Citus. Works on a PostgreSQL without Citus too. */
export const isDistributed = async (db: Queryable): Promise<boolean> =>
  (await readDistribution(db))?.state === 'distributed'

export const commands = {
  distributing: 'wattle migrate --distribute citus',
  undistributing: 'wattle migrate --undistribute',
}

/** Throws while some tables are distributed and others are not: a service would read and write wrong rows. */
export async function checkNotMoving(db: Queryable): Promise<Distribution | undefined> {
  const distribution = await readDistribution(db)
  if (!distribution || distribution.state === 'distributed') return distribution
  const way = distribution.state === 'distributing' ? 'distributed over Citus' : 'moved back from Citus'
  throw new Failure(
    `The tables are partly ${way}, and that has not ended: run "${commands[distribution.state]}", which continues it.`,
  )
}
