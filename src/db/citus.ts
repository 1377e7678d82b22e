import type pg from 'pg'
import { Failure } from '../failure.ts'
import { allowSilence } from './silence.ts'
import { transaction } from './transaction.ts'

/**
 * Every table that has org_id is spread over the nodes of Citus by it, all in the same way, so that an organisation is
 * on one node with everything it has. These are not: who somebody is has to be found before the organisation is known,
 * by a name or a token that is unique among all of them. They are small and stand whole on every node.
 */
const whole = ['organisation', 'connection', 'access_token']
/** The history of migrations is read and written by whoever migrates, where they migrate. */
const kept = ['schema_migration']
/** The first to be spread; the others lie beside it. */
const anchor = 'staff'

/** What Citus cannot judge across its nodes; the service sees to both under a lock, and these say it once more. */
const given: Record<string, string> = {
  organisation_owner_fk: 'organisation',
  dashboard_card_overlap: 'dashboard_card',
}

/** Counts are kept by triggers, each on the rows of one organisation and so on one node. */
const settings = ['citus.enable_unsafe_triggers', 'citus.allow_nested_distributed_execution']

export interface Step {
  what: string
  sql: string
}

/** What is left to do to spread the tables, in order; nothing where all of it was done. */
export async function citusSteps(db: Pick<pg.ClientBase, 'query'>): Promise<Step[]> {
  await refuseWithoutCitus(db)
  const tables = await tablesOf(db)
  const unknown = tables.filter(({ name, hasOrg }) => !hasOrg && ![...whole, ...kept].includes(name))
  if (unknown.length > 0) throw new Error(`nobody said where ${unknown.map(({ name }) => name).join(', ')} belongs`)
  const open = tables.filter(({ name, isPlaced }) => !isPlaced && !kept.includes(name))
  if (open.length === 0) return []
  const isOpen = new Set(open.map(({ name }) => name))
  const spread = inOrder(open.filter(({ name }) => !whole.includes(name)))
  return [
    ...settings.map((name) => ({ what: `let triggers run: ${name}`, sql: `alter role current_user set ${name} = on` })),
    ...(await givenUp(db)),
    ...whole.filter((name) => isOpen.has(name)).map(wholeStep),
    ...spread.map(spreadStep),
  ]
}

const wholeStep = (name: string): Step => ({
  what: `${name}: whole on every node`,
  sql: `select create_reference_table('${name}')`,
})

const spreadStep = (name: string): Step => ({
  what: `${name}: spread by org_id`,
  sql: `select create_distributed_table('${name}', 'org_id', colocate_with => '${name === anchor ? 'none' : anchor}')`,
})

/** Each step is a transaction of its own: one that is cut off is gone on with by the next run. */
export async function distribute(pool: pg.Pool, onStep: (step: Step) => void): Promise<Step[]> {
  const steps = await citusSteps(pool)
  for (const step of steps) {
    onStep(step)
    await transaction(pool, async (tx) => {
      allowSilence(tx)
      await tx.query('set local statement_timeout = 0')
      await tx.query('set local citus.enable_unsafe_triggers = on')
      await tx.query("set local citus.multi_shard_modify_mode = 'sequential'")
      await tx.query(step.sql)
    })
  }
  return steps
}

async function refuseWithoutCitus(db: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await db.query<{ found: boolean }>(
    `select count(distinct proname) = 2 as found from pg_proc
     where proname in ('create_distributed_table', 'create_reference_table')`,
  )
  if (rows[0]!.found) return
  throw new Failure(
    'This PostgreSQL has no Citus: install it on every node (shared_preload_libraries = citus), run "create extension citus" in this database, add the nodes, or leave out --distribute.',
  )
}

interface Table {
  name: string
  hasOrg: boolean
  isPlaced: boolean
  /** The tables that must be there before it. */
  needs: string[]
}

async function tablesOf(db: Pick<pg.ClientBase, 'query'>): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select c.relname as name,
            exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id') as "hasOrg",
            exists (select from pg_dist_partition p where p.logicalrelid = c.oid) as "isPlaced",
            array(select distinct t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
                  where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as needs
     from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace and c.relname !~ '^(pg|citus)_'
     order by c.relname`,
  )
  return rows
}

async function givenUp(db: Pick<pg.ClientBase, 'query'>): Promise<Step[]> {
  const { rows } = await db.query<{ name: string }>(
    'select conname as name from pg_constraint where conname = any ($1) order by conname',
    [Object.keys(given)],
  )
  return rows.map(({ name }) => ({
    what: `${given[name]}: without ${name}, which Citus cannot judge`,
    sql: `alter table ${given[name]} drop constraint ${name}`,
  }))
}

/** Names such that each stands behind those it points at, the anchor before all of them. */
function inOrder(tables: Table[]): string[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const order = new Set<string>()
  const put = (name: string) => {
    const table = byName.get(name)
    if (!table || order.has(name)) return
    byName.delete(name) // a circle would be refused by Citus, and is no reason to go round for ever
    for (const need of table.needs) put(need)
    order.add(name)
  }
  put(anchor)
  for (const { name } of tables) put(name)
  return [...order]
}
