import type pg from 'pg'
import { disableResponseTimeout } from '../db/connect/response-timeout.ts'

interface Table {
  name: string
  /** The tables that its foreign keys refer to, without itself and the organisation. */
  parents: string[]
  /** Whether it has foreign keys, to the organisation included. */
  refers: boolean
}

/** Every table with rows of organisations. New tables are found by themselves. */
const tablesText = `
  select quote_ident(c.relname) as name,
    array(select distinct quote_ident(p.relname) from pg_constraint k join pg_class p on p.oid = k.confrelid
          where k.conrelid = c.oid and k.contype = 'f' and p.oid <> c.oid and p.relname <> 'organisation') as parents,
    exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as refers
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
  order by c.relname`

/**
 * Deletes an organisation with all its rows, in the caller's transaction. First it locks the rows that others refer to, parents
 * before their children: a request that writes meanwhile has either committed, or waits and then finds nothing to refer to.
 */
export async function deleteOrganisation(
  tx: pg.PoolClient,
  orgId: number,
  onTable: (done: number, of: number) => void = () => {},
): Promise<{ rows: number }> {
  await tx.query('set local statement_timeout = 0')
  disableResponseTimeout(tx)
  await tx.query('/* organisations.lock */ select from organisation where id = $1 for update', [orgId])
  await tx.query('/* organisations.forget_owner */ update organisation set owner_id = null where id = $1', [orgId])
  // Before its events, as the sequencer locks them.
  await tx.query('/* organisations.lock_feed */ select head from feed where org_id = $1 for update', [orgId])
  const { rows: tables } = await tx.query<Table>(tablesText)
  const order = inDeletableOrder(tables)
  const isReferredTo = (table: string) => tables.some(({ parents }) => parents.includes(table))
  for (const table of order.filter(isReferredTo).reverse()) {
    await tx.query(
      `/* organisations.lock_rows */
       with locked as materialized (select 1 from ${table} where org_id = $1 for update) select count(*) from locked`,
      [orgId],
    )
  }
  let rows = 0
  for (const [done, table] of order.entries()) {
    onTable(done, tables.length)
    const { rowCount } = await tx.query(`/* organisations.empty */ delete from ${table} where org_id = $1`, [orgId])
    rows += rowCount ?? 0
  }
  await tx.query('/* organisations.delete */ delete from organisation where id = $1', [orgId])
  return { rows }
}

/**
 * Children before their parents. Tables without foreign keys, such as the events, come last: triggers and requests write to them
 * together with the others, and the deletion has waited for those requests by then.
 */
function inDeletableOrder(tables: Table[]): string[] {
  const isTied = ({ name, refers }: Table) => refers || tables.some((other) => other.parents.includes(name))
  let remaining = tables.filter(isTied)
  const order: string[] = []
  while (remaining.length > 0) {
    const free = remaining.filter(({ name }) => !remaining.some(({ parents }) => parents.includes(name)))
    if (free.length === 0) throw new Error(`circular foreign keys: ${remaining.map(({ name }) => name).join(', ')}`)
    order.push(...free.map(({ name }) => name))
    remaining = remaining.filter((table) => !free.includes(table))
  }
  return [...order, ...tables.filter((table) => !isTied(table)).map(({ name }) => name)]
}
