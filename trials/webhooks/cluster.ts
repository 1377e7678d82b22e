import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { type Harness, progress } from '../../bench/harness.ts'
import { openPool } from '../../src/db/connect/pool.ts'
import { readPostmaster } from '../../src/db/embedded/postmaster.ts'
import { superviseServer } from '../../src/db/embedded/server.ts'
import { copyDataFolder } from '../faults/data-folder.ts'
import { ServiceProcess } from '../faults/service.ts'

/** The network of the receivers. The rest of loopback is as private as any other. */
const networks = ['127.0.0.1/32']

export interface Cluster {
  db: pg.Pool
  nodes: Map<string, ServiceProcess>
  /** `kill -9` of PostgreSQL, which is started again. */
  killPostgres(): void
  /** The address of all host names from now on. */
  resolveNamesTo(address: string): void
}

/** Three nodes on one PostgreSQL with the settings that it ships with. */
export async function startCluster(harness: Harness, root: string, divisor: number): Promise<Cluster> {
  const folder = await copyDataFolder(harness)
  const server = await superviseServer({ folder: join(folder, 'postgres') })
  harness.defer(() => server.stop())
  const db = openPool(server.address, { size: 4 })
  harness.defer(() => db.end())
  const hosts = join(folder, 'hosts')
  const resolveNamesTo = (address: string) => writeFileSync(hosts, address)
  resolveNamesTo('127.0.0.1')
  const nodes = new Map<string, ServiceProcess>()
  const names = ['1', '2', '3']
  await Promise.all(
    names.map(async (name) => {
      const options = { root, name, address: server.address, divisor, hosts, networks }
      const program = [fileURLToPath(new URL('node.js', import.meta.url)), JSON.stringify(options)]
      const node = await ServiceProcess.start(harness, { root, folder, program })
      harness.defer(() => node.freeze(false))
      nodes.set(name, node)
    }),
  )
  const killPostgres = () => {
    const pid = readPostmaster(join(folder, 'postgres/data'))?.pid
    if (!pid) throw new Error('PostgreSQL is not running')
    process.kill(pid, 'SIGKILL')
  }
  return { db, nodes, killPostgres, resolveNamesTo }
}

/** Repeats a query while PostgreSQL starts again. */
export async function query<Row = any>(db: pg.Pool, text: string, values: unknown[] = []): Promise<Row[]> {
  for (let tries = 1; ; tries++) {
    try {
      return (await db.query(text, values)).rows
    } catch (error) {
      if (tries === 100) throw error
      if (tries === 20) progress(`  PostgreSQL does not answer: ${(error as Error).message}`)
      await sleep(200)
    }
  }
}
