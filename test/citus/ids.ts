import assert from 'node:assert/strict'
import type pg from 'pg'

/** The sequences of a worker of Citus begin at 2^48 and above. */
const firstIdOfWorkers = 2 ** 48

/**
 * Fails if an id comes from a sequence of a worker: it would collide with the ids of another worker, or be taken again later. Ids
 * that a test imports are below, or Number.MAX_SAFE_INTEGER.
 */
export async function assertIdsFromCoordinator(db: pg.Pool): Promise<void> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.atttypid = 'bigint'::regtype
       and exists (
         select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id')
     order by 1`,
  )
  assert.ok(tables.length > 20, `only ${tables.length} tables have ids`)
  const wrong: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.query<{ id: number | null }>(
      `select max(id) as id from ${name} where id >= $1 and id < $2`,
      [firstIdOfWorkers, Number.MAX_SAFE_INTEGER],
    )
    if (rows[0]!.id !== null) wrong.push(`${name} ${rows[0]!.id}`)
  }
  assert.deepEqual(wrong, [], 'ids of the sequences of a worker')
}
