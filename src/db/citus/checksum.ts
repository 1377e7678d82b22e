import pg from 'pg'
import type { Checksum, Queryable } from './state.ts'

/** The text of a value depends on these settings. A worker has its own values of them. */
const textSettings = { timezone: 'UTC', datestyle: 'ISO', intervalstyle: 'postgres', extra_float_digits: '1' }

/** In a transaction: makes the servers write values as the same text. Before the first query, which connects to the workers. */
export async function useTextSettings(tx: Queryable): Promise<void> {
  // Where Citus is not loaded this only sets an unknown name.
  await tx.query("set local citus.propagate_set_commands = 'local'")
  for (const [name, value] of Object.entries(textSettings)) await tx.query(`set local ${name} = '${value}'`)
}

/** Counts the rows of a table and adds up a hash of each, so that their order does not matter. */
export async function checksum(tx: Queryable, table: string): Promise<Checksum> {
  const { rows } = await tx.query<{ rows: string; sum: string }>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from ${pg.escapeIdentifier(table)} t`,
  )
  return { rows: Number(rows[0]!.rows), sum: rows[0]!.sum }
}

/** One line for each table whose rows are not those from before. */
export function differences(before: Record<string, Checksum>, after: Record<string, Checksum>): string[] {
  return Object.entries(before).flatMap(([table, { rows, sum }]) => {
    const now = after[table]
    if (now && now.rows === rows && now.sum === sum) return []
    if (!now) return [`${table}: the table is missing`]
    return [
      now.rows === rows ? `${table}: ${rows} rows, others than before` : `${table}: ${now.rows} rows, ${rows} before`,
    ]
  })
}
