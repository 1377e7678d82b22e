import type pg from 'pg'

/** Runs statements without the service's statement timeout, which is too short for a million rows. */
export async function withoutLimit<Made>(db: pg.Pool, work: (client: pg.PoolClient) => Promise<Made>): Promise<Made> {
  const client = await db.connect()
  try {
    await client.query('set statement_timeout = 0')
    return await work(client)
  } finally {
    client.release(true)
  }
}

export const generate = (db: pg.Pool, sql: string, values: unknown[]): Promise<Record<string, unknown>[]> =>
  withoutLimit(db, async (client) => (await client.query(sql, values)).rows)

/**
 * Drops the indexes, except those of constraints, while `make` inserts rows, and creates them afterwards. For a million rows this takes
 * a third of the time.
 */
export async function withoutIndexes<Made>(db: pg.Pool, tables: string[], make: () => Promise<Made>): Promise<Made> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = any ($1) and not exists (select from pg_constraint where conname = indexname)`,
    [tables],
  )
  for (const { name } of rows) await generate(db, `drop index ${name}`, [])
  const made = await make()
  for (const { definition } of rows) await generate(db, `set maintenance_work_mem = '512MB'; ${definition}`, [])
  return made
}
