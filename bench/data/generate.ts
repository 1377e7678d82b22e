import type pg from 'pg'

/** The service's own limit on a statement's time is not meant for a million rows at once. */
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
 * A million rows go into tables without indexes, which are made after: sorted at once instead of row by row, that takes a
 * third of the time. What holds keys stays.
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
