import type pg from 'pg'

/** The service's own limit on a statement's time is not meant for 300,000 rows at once. */
export async function generate(db: pg.Pool, sql: string, values: unknown[]): Promise<void> {
  const client = await db.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(sql, values)
  } finally {
    client.release(true)
  }
}
