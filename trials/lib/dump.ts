import type pg from 'pg'

/** Derived tables and recorded reads, which housekeeping writes at its own times. */
const derivedTables = /counter|client_note_|^feed$|^client_read$/
/** Written when a token is used, or after a change: the number of its event in the feed. */
const ignoredColumns = ['last_used_at', 'seq']

export type Dump = Map<string, string>

/** Returns a function that digests all rows of an organisation, table by table, to compare them before and after a request. */
export async function createDumper(db: pg.Pool): Promise<(orgId: number) => Promise<Dump>> {
  const { rows } = await db.query(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'org_id' and t.table_type = 'BASE TABLE' order by 1`,
  )
  const names = rows.map(({ name }) => name as string).filter((name) => !derivedTables.test(name))
  const tableDigest = (name: string) =>
    `select '${name}' as name, coalesce((select md5(string_agg(row::text, e'\\n' order by row::text collate "C"))
       from (select to_jsonb(r) ${ignoredColumns.map((column) => `- '${column}'`).join(' ')} as row from ${name} r where org_id = $1) rows), '') as digest`
  const sql = `${names.map(tableDigest).join(' union all ')} union all
    select 'organisation', md5(to_jsonb(o)::text) from organisation o where id = $1`
  return async (orgId) =>
    new Map((await db.query(sql, [orgId])).rows.map(({ name, digest }) => [name as string, digest as string]))
}

/** The tables whose rows differ. */
export const changedTables = (before: Dump, after: Dump): string[] =>
  [...after.keys()].filter((name) => before.get(name) !== after.get(name))
