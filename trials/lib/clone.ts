import type pg from 'pg'
import { fullAccess, makeToken, type OrganisationStore, type Tenant } from './service.ts'

let cloneCount = 0

/** Tables of the callers, which are not part of the organisation's data. */
const notCopied = ['access_token', 'connection', 'idempotency_key']

/**
 * Returns a function that copies an organisation with all its rows, under the same ids. A copy takes a twentieth of the
 * time of an import. Triggers are off, because the rows that they maintain are copied too.
 */
export async function createCloner({ db, clock }: OrganisationStore): Promise<(from: Tenant) => Promise<Tenant>> {
  const { rows } = await db.query(
    `select table_name as name, string_agg(format('%I', column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and column_name <> 'org_id'
       and exists (select from information_schema.columns o
                   where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'org_id')
     group by 1`,
  )
  const tables = (rows as { name: string; columns: string }[]).filter(({ name }) => !notCopied.includes(name))
  return async (from) => {
    const slug = `${from.slug}-copy-${++cloneCount}`
    const tx = await db.connect()
    try {
      await tx.query('begin')
      await tx.query('set local session_replication_role = replica')
      const id = await copyOrganisation(tx, from.id, slug)
      for (const { name, columns } of tables)
        await tx.query(
          `insert into ${name} (org_id, ${columns}) overriding system value select $2, ${columns} from ${name} where org_id = $1`,
          [from.id, id],
        )
      await tx.query('commit')
      const organisation = { ...from, id, slug }
      const token = await makeToken(db, clock, organisation, fullAccess)
      // Events, webhooks, calendars and reads are of the connection of the copy.
      for (const name of ['event', 'webhook', 'calendar', 'client_read'])
        await db.query(
          `update ${name} t set connection_id = c.id from connection c
           where c.org_id = $1 and t.org_id = $1 and t.connection_id is not null`,
          [id],
        )
      return { ...organisation, token: token.token, tokenId: token.id }
    } catch (error) {
      await tx.query('rollback')
      throw error
    } finally {
      tx.release()
    }
  }
}

/** Copies the organisation's row without its id, slug and signing key. */
async function copyOrganisation(tx: pg.PoolClient, from: number, slug: string): Promise<number> {
  const { rows } = await tx.query(
    `insert into organisation (slug, name, timezone, owner_id)
     select $2, name, timezone, owner_id from organisation where id = $1 returning id`,
    [from, slug],
  )
  return rows[0].id as number
}
