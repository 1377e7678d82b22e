import type pg from 'pg'
import { makeOrganisation, type Organisation } from './data.ts'
import { generate } from './generate.ts'

/** An organisation whose feed has so many events, of 500 clients. */
export async function makeFeed(db: pg.Pool, slug: string, count: number): Promise<Organisation> {
  const organisation = await makeOrganisation(db, slug, 20, 0)
  await generate(
    db,
    `insert into event (org_id, type, subject_id, fields, connection_id, seq)
     select $1, 'client.updated', n % 500 + 1, '{address}', c.id, n from generate_series(1, $2::int) n, connection c where c.org_id = $1`,
    [organisation.orgId, count],
  )
  await db.query('insert into feed (org_id, head) values ($1, $2)', [organisation.orgId, count])
  return organisation
}
