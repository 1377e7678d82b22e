import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Harness } from '../../bench/harness.ts'
import type { Address } from '../../src/db/connect/pool.ts'
import { superuser } from '../../src/db/embedded/cluster.ts'
import { chownTo, serverUser } from '../../src/db/embedded/user.ts'
import { type Pooler, startPooler } from '../../test/cluster/pgbouncer.ts'
import { type Postgres, startPair, withAdminClient } from '../../test/cluster/postgres.ts'
import { createTemplate } from '../../test/harness/postgres.ts'

/** A primary and its standby, each behind a pooler. */
export interface ClusterEnvironment {
  folder: string
  primary: Postgres
  standby: Postgres
  poolers: { primary: Pooler; replica: Pooler }
  /** The primary, without a pooler. */
  server: Address
  version: string
}

/** Starts PostgreSQL and the poolers on the loopback interface, in a temporary folder. */
export async function startCluster(harness: Harness, changes: [RegExp, string][] = []): Promise<ClusterEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-cluster-'))
  chownTo(serverUser(folder), folder)
  harness.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const { primary, standby } = await startPair(folder)
  harness.defer(() => primary.server.stop())
  harness.defer(() => standby.server.stop())
  const poolers = {
    primary: await startPooler(folder, 'primary', primary.port, changes),
    replica: await startPooler(folder, 'replica', standby.port, changes),
  }
  for (const { pgbouncer } of Object.values(poolers)) harness.defer(() => pgbouncer.stop())
  const server = addressOn(primary.port)
  await createTemplate(server, addressOn(poolers.primary.port))
  const version = await withAdminClient(
    primary.port,
    async (client) => (await client.query('show server_version')).rows[0],
  )
  return { folder, primary, standby, poolers, server, version: version.server_version.split(' ')[0] }
}

export const addressOn = (port: number, database = 'postgres'): Address => ({
  host: '127.0.0.1',
  port,
  user: superuser,
  database,
})
