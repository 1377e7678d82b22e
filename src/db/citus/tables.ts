import pg from 'pg'
import { Failure } from '../../process/failure.ts'
import { distributionColumn, type PlannedTable, readPlan } from './plan.ts'
import { type Distribution, type ForeignKey, type IdentityColumn, type Queryable, writeDistribution } from './state.ts'

const quote = pg.escapeIdentifier

/** A table for rows on their way in, which a distributed database has permanently: a temporary one is on one server only. */
export interface StagingTable {
  name: string
  /** Creates it with the column org_id. */
  createSql: string
}
/** Loads them when they are needed: on a database of one server they are not. */
export type StagingTables = () => Promise<StagingTable[]>

/**
 * In a transaction, before any change of the schema of a distributed database. Our triggers change rows of the same organisation
 * only, which are in the same shard group, so they are safe. A table that is not distributed yet must not become one of Citus
 * because of a key to a reference table. Changes run one after the other because a transaction that has used several
 * connections to a worker cannot change a table that refers to a reference table.
 */
export async function useCitusSettings(tx: Queryable): Promise<void> {
  // One by one: Citus passes the whole text of a query on to its workers for each setting in it.
  await tx.query('set local citus.enable_unsafe_triggers = on')
  await tx.query('set local citus.enable_local_reference_table_foreign_keys = off')
  await tx.query("set local citus.multi_shard_modify_mode = 'sequential'")
  // The settings of the role on the workers are others (servers.ts), and connections that were open before lack them.
  await tx.query('set local citus.enable_alter_role_set_propagation = off')
  await tx.query('set local citus.max_cached_conns_per_worker = 0')
}

export const schemaFailure = (problems: string[]) =>
  `Citus does not support this schema, and nothing was changed: ${problems.join('; ')}. Move tables that are not Wattle's to another schema.`

/** Any distributed table: all of them have their shards side by side, an organisation's rows on one worker. */
async function distributedTable(tx: Queryable): Promise<string> {
  const { rows } = await tx.query<{ name: string }>(
    `select c.relname::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where p.partmethod = 'h' and c.relnamespace = current_schema()::regnamespace order by c.oid limit 1`,
  )
  return rows[0] ? quote(rows[0].name) : 'none'
}

/** Copies the rows to the workers. The old rows stay on the coordinator, invisible, until they are removed. */
export const distributeTable = (tx: Queryable, { name, kind }: Pick<PlannedTable, 'name' | 'kind'>): Promise<void> =>
  withoutTriggers(tx, name, async () => {
    if (kind === 'reference') await tx.query('select create_reference_table($1)', [quote(name)])
    else {
      const beside = await distributedTable(tx)
      await tx.query('select create_distributed_table($1, $2, colocate_with => $3)', [
        quote(name),
        distributionColumn,
        beside,
      ])
    }
  })

export const undistributeTable = (tx: Queryable, table: string): Promise<void> =>
  withoutTriggers(tx, table, async () => {
    await tx.query('select undistribute_table($1)', [quote(table)])
  })

export const removeLocalRows = async (tx: Queryable, table: string): Promise<void> => {
  await tx.query('select truncate_local_data_after_distributing_table($1)', [quote(table)])
}

/** The planner knows nothing about copied rows until then. */
export const analyzeTable = (tx: Queryable, table: string) => tx.query(`analyze ${quote(table)}`)

/**
 * Citus copies rows with inserts that fire triggers, which would count every row again. Disabled in the transaction that
 * copies, so they are never found disabled after a crash.
 */
async function withoutTriggers(tx: Queryable, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    `select tgname::text as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal and tgenabled = 'O' order by tgname`,
    [quote(table)],
  )
  for (const { name } of rows) await tx.query(`alter table ${quote(table)} disable trigger ${quote(name)}`)
  await work()
  for (const { name } of rows) await tx.query(`alter table ${quote(table)} enable trigger ${quote(name)}`)
}

/** Replaces the identity of a column by a sequence of the same name, which continues after the last id. */
export async function replaceIdentity(tx: Queryable, { table, column }: IdentityColumn): Promise<void> {
  const sequence = `${table}_${column}_seq`
  const at = await sequencePosition(tx, table, column)
  if (!at) return
  await tx.query(`alter table ${quote(table)} alter column ${quote(column)} drop identity`)
  await tx.query(`create sequence ${quote(sequence)}`)
  await tx.query('select setval($1::regclass, $2, $3)', [quote(sequence), at.last, at.isCalled])
  await tx.query(
    `alter table ${quote(table)} alter column ${quote(column)} set default nextval(${pg.escapeLiteral(quote(sequence))})`,
  )
}

/** The reverse, on a table that is on one server again. */
export async function restoreIdentity(tx: Queryable, { table, column, generated }: IdentityColumn): Promise<void> {
  if (await sequencePosition(tx, table, column)) return
  const sequence = quote(`${table}_${column}_seq`)
  const { rows } = await tx.query<{ last: string; called: boolean }>(
    `select last_value::text as last, is_called as called from ${sequence}`,
  )
  await tx.query(`alter table ${quote(table)} alter column ${quote(column)} drop default`)
  await tx.query(`drop sequence ${sequence}`)
  await tx.query(
    `alter table ${quote(table)} alter column ${quote(column)} add generated ${generated} as identity (sequence name ${sequence})`,
  )
  await tx.query('select setval($1::regclass, $2, $3)', [sequence, rows[0]!.last, rows[0]!.called])
}

/** Where an identity column's sequence is. Undefined if the column is none. */
async function sequencePosition(
  tx: Queryable,
  table: string,
  column: string,
): Promise<{ last: string; isCalled: boolean } | undefined> {
  const found = await tx.query<{ sequence: string }>(
    `select pg_get_serial_sequence($1, $2) as sequence from pg_attribute
     where attrelid = $1::regclass and attname = $2 and attidentity <> ''`,
    [quote(table), column],
  )
  if (!found.rows[0]) return undefined
  const { rows } = await tx.query<{ last: string; called: boolean }>(
    `select last_value::text as last, is_called as called from ${found.rows[0].sequence}`,
  )
  return { last: rows[0]!.last, isCalled: rows[0]!.called }
}

export async function dropForeignKeys(tx: Queryable, table: string, keys: ForeignKey[]): Promise<void> {
  const drops = keys.map(({ name }) => `drop constraint if exists ${quote(name)}`)
  await tx.query(`alter table ${quote(table)} ${drops.join(', ')}`)
}

export async function restoreForeignKeys(tx: Queryable, table: string, keys: ForeignKey[]): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    "select conname::text as name from pg_constraint where conrelid = $1::regclass and contype = 'f'",
    [quote(table)],
  )
  const existing = new Set(rows.map(({ name }) => name))
  const missing = keys.filter(({ name }) => !existing.has(name))
  if (missing.length === 0) return
  const adds = missing.map(({ name, definition }) => `add constraint ${quote(name)} ${definition}`)
  await tx.query(`alter table ${quote(table)} ${adds.join(', ')}`)
}

/** The foreign keys of tables that Citus has, and those that refer to them: it does not undistribute a table with one. */
export async function readMovedForeignKeys(tx: Queryable): Promise<ForeignKey[]> {
  const { rows } = await tx.query<ForeignKey>(
    `select c.relname::text as "table", o.conname::text as name, pg_get_constraintdef(o.oid) as definition
     from pg_constraint o join pg_class c on c.oid = o.conrelid
     where o.contype = 'f' and c.relnamespace = current_schema()::regnamespace
       and exists (select from pg_dist_partition p where p.logicalrelid in (o.conrelid, o.confrelid))
     order by 1, 2`,
  )
  return rows
}

/**
 * Creates the functions and views on the workers that triggers use there. Citus creates what the definition of a table names,
 * and not what the body of a function names.
 */
export async function completeWorkers(tx: Queryable): Promise<void> {
  // A function may come before one that it calls.
  await tx.query("set local citus.propagate_set_commands = 'local'")
  await tx.query('set local check_function_bodies = off')
  const functions = await tx.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = current_schema()::regnamespace and p.prokind in ('f', 'p') and ${isOnlyHere('p')} order by p.oid`,
  )
  for (const { name } of functions.rows) await tx.query('select create_distributed_function($1)', [name])
  const views = await tx.query<{ name: string; definition: string }>(
    `select c.oid::regclass::text as name, pg_get_viewdef(c.oid) as definition from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'v' and ${isOnlyHere('c')} order by c.oid`,
  )
  for (const { name, definition } of views.rows) await tx.query(`create or replace view ${name} as ${definition}`)
}

/** Neither created on the workers by Citus nor part of an extension. */
const isOnlyHere = (object: string) =>
  `not exists (select from pg_dist_object o where o.classid = ${object}.tableoid and o.objid = ${object}.oid)
   and not exists (select from pg_depend d where d.objid = ${object}.oid and d.deptype = 'e')`

export async function dropStagingTables(tx: Queryable, tables: StagingTable[]): Promise<void> {
  for (const { name } of tables) await tx.query(`drop table if exists ${quote(name)}`)
}

export async function missingStagingTables(db: Queryable, tables: StagingTable[]): Promise<StagingTable[]> {
  if (tables.length === 0) return []
  const { rows } = await db.query<{ name: string }>(
    'select name from unnest($1::text[]) name where to_regclass(quote_ident(name)) is null',
    [tables.map(({ name }) => name)],
  )
  const missing = new Set(rows.map(({ name }) => name))
  return tables.filter(({ name }) => missing.has(name))
}

export async function createStagingTables(tx: Queryable, tables: StagingTable[]): Promise<void> {
  for (const { name, createSql } of await missingStagingTables(tx, tables)) {
    await tx.query(createSql)
    await distributeTable(tx, { name, kind: 'distributed' })
  }
}

/**
 * In a transaction with the settings of Citus: distributes the tables that a migration has created, and what belongs to them.
 * Returns the stored description, which knows their identity columns too.
 */
export async function extendDistribution(tx: Queryable, distribution: Distribution): Promise<Distribution> {
  const { tables, restorable, problems } = await readPlan(tx)
  if (problems.length > 0) throw new Failure(schemaFailure(problems))
  for (const identity of restorable.identities) await replaceIdentity(tx, identity)
  const added = tables.filter(({ isMoved }) => !isMoved)
  for (const table of added) await distributeTable(tx, table)
  for (const { name } of added) await removeLocalRows(tx, name)
  await completeWorkers(tx)
  if (restorable.identities.length === 0) return distribution
  const identities = [...distribution.restorable.identities, ...restorable.identities]
  const extended = { ...distribution, restorable: { ...distribution.restorable, identities } }
  await writeDistribution(tx, extended)
  return extended
}
