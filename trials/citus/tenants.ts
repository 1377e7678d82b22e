import type pg from 'pg'
import { accessOf, areas } from '../../src/access/areas.ts'
import { createOrganisation } from '../../src/access/organisations.ts'
import { createToken, expiryOf } from '../../src/access/token-administration.ts'
import { systemClock } from '../../src/process/clock.ts'

export interface Tenant {
  orgId: number
  token: string
  /** The port of the worker that has its rows; 0 on one PostgreSQL. */
  workerPort: number
}

/** An organisation with a token for everything. */
export async function createTenant(pool: pg.Pool, number: number, isDistributed = true): Promise<Tenant> {
  const organisation = await createOrganisation(pool, { name: `Provider ${number}`, slug: `provider-${number}` })
  const access = accessOf(Object.fromEntries(areas.map((area) => [area, 'read-write'])))
  const expiresAt = expiryOf(organisation, systemClock, '1d')
  const { token } = await createToken(pool, organisation, { connection: 'Load', access, expiresAt })
  const workerPort = isDistributed ? await workerPortOf(pool, organisation.id) : 0
  return { orgId: organisation.id, token, workerPort }
}

/** The port of the worker that has the rows of an organisation. */
export async function workerPortOf(db: Pick<pg.ClientBase, 'query'>, orgId: number): Promise<number> {
  const { rows } = await db.query(
    `select n.nodeport as port from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
     where p.shardid = get_shard_id_for_distribution_column('client', $1::bigint)`,
    [orgId],
  )
  return rows[0].port
}
