import type { Harness } from '../../bench/harness.ts'
import { stagingTables } from '../../src/bundle/staging-tables.ts'
import { distribute } from '../../src/db/citus/move.ts'
import { type Address, openPool } from '../../src/db/connect/pool.ts'
import { migrate } from '../../src/db/migrate.ts'
import {
  type CitusCluster,
  cloneCitusDatabase,
  closeTemplate,
  createCitusDatabase,
  startCitusCluster,
} from '../../test/citus/cluster.ts'
import { templateName } from '../../test/harness/postgres.ts'

/** A coordinator and two workers, with a distributed, empty database that tests clone. */
export async function startDistributed(harness: Harness, settings: string[] = []): Promise<CitusCluster> {
  const cluster = await startCitusCluster({ settings })
  harness.defer(cluster.stop)
  const address = await createCitusDatabase(cluster, templateName)
  const pool = openPool(address)
  try {
    await migrate(pool)
    await distribute(pool, { stagingTables })
  } finally {
    await pool.end()
  }
  await closeTemplate(cluster, templateName)
  return cluster
}

export const distributedPool = (address: Address, size = 4) => openPool(address, { size, isDistributed: true })

/** A copy of the distributed template, for one part of the trial. */
export const cloneTemplate = (cluster: CitusCluster, name: string): Promise<Address> =>
  cloneCitusDatabase(cluster, templateName, name)
