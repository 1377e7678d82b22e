import { appendFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { relative } from 'node:path'
import { afterEach } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import type pg from 'pg'
import { type AppOptions, buildApp } from '../../src/app.ts'
import { openReplica, poolsOf } from '../../src/db/connect/database.ts'
import { type Address, openPool } from '../../src/db/connect/pool.ts'
import type { Reads } from '../../src/db/replica/reads.ts'
import { Replica } from '../../src/db/replica/replica.ts'
import { type Cluster, planted, pooled } from './environment.ts'
import { startBalancer, withoutRates } from './nginx.ts'
import { addressHeader, overHttp, type Received } from './over-http.ts'

type Options = Pick<AppOptions, 'clock' | 'config' | 'readiness'>

export interface Nodes {
  inject(options: string | InjectOptions): Promise<Received>
  /** An application like theirs, for what only one process can be asked. */
  app: Awaited<ReturnType<typeof buildApp>>
  close(): Promise<void>
}

/** Here limits are counted by each node for itself: where a test sets one, there is one node. */
const countOf = ({ rateLimit, formLimit }: AppOptions['config']) => (rateLimit > 0 || formLimit > 0 ? 1 : 3)

/** Three nodes behind nginx, on a test file's database: writing through the primary's pooler, reading through the replica's. */
export async function startNodes(cluster: Cluster, address: Address, options: Options): Promise<Nodes> {
  const config = { ...options.config, trustProxy: options.config.trustProxy || 'loopback' }
  const counts = { requests: 0, direct: 0, reads: 0, fromReplica: 0 }
  const nodes = await Promise.all(
    Array.from({ length: countOf(config) }, () => startNode(cluster, address, { ...options, config }, counts)),
  )
  const ports = nodes.map(({ app }) => (app.server.address() as AddressInfo).port)
  const extra = `set_real_ip_from 127.0.0.1; real_ip_header ${addressHeader};`
  const { port, nginx } = await startBalancer(cluster.folder, ports, { extra, changes: withoutRates })
  const http = overHttp(port)
  const aside = await makeNode(cluster, address, options, { ...counts })
  const direct = aside.app.inject.bind(aside.app) as unknown as Nodes['inject']
  const inject: Nodes['inject'] = (sent) => {
    if (isRefusedByNginx(typeof sent === 'string' ? sent : String(sent.url))) {
      counts.direct++
      return direct(sent)
    }
    counts.requests++
    return http.inject(sent)
  }
  let [tests, before] = [0, 0]
  const testEnded = () => {
    if (counts.requests > before) tests++
    before = counts.requests
  }
  afterEach(testEnded)
  aside.app.inject = inject as never

  async function close(): Promise<void> {
    http.close()
    testEnded()
    const retried = nodes.reduce((sum, { replica }) => sum + replica.replica().retried, 0)
    await Promise.all([...nodes, aside].map((node) => node.close()))
    await nginx.stop()
    const file = relative(process.cwd(), process.argv[1]!)
    appendFileSync(cluster.notes, `${JSON.stringify({ file, nodes: nodes.length, tests, retried, ...counts })}\n`)
  }
  return { inject, app: aside.app, close }
}

/** A path with %00, with half a character or that climbs out of its root never reaches a node: nginx answers 400. */
function isRefusedByNginx(url: string): boolean {
  const path = url.split('?', 1)[0]!
  return /%00|%(?![0-9a-f]{2})|\.\.%2f/i.test(path)
}

async function startNode(...given: Parameters<typeof makeNode>) {
  const node = await makeNode(...given)
  await node.app.listen({ host: '127.0.0.1', port: 0 })
  return node
}

async function makeNode(
  cluster: Cluster,
  address: Address,
  options: Options,
  counts: { reads: number; fromReplica: number },
) {
  const db = openPool(address, pooled)
  const pools = openReplica(address, { ...address, port: cluster.replica } as Address, pooled)
  const silent = { info: () => {}, warn: () => {} }
  const believed = planted('stale replica') ? { verdict: { use: 'everything', why: 'planted' } as const } : {}
  const replica = new Replica({ ...pools, log: silent, ...believed })
  if (!planted('stale replica')) await becomesGood(replica)
  // What a session is told stays with the pooler's connection, for whoever is lent it next.
  if (planted('leaking session')) db.on('connect', (client) => client.query('set default_transaction_read_only = on'))
  const app = await buildApp({ ...options, db, reads: counted(replica, counts) })
  await app.ready()
  const close = async () => {
    app.server.closeAllConnections()
    await app.close()
    replica.stop()
    await Promise.all([db, ...poolsOf(pools)].map((pool) => pool.end()))
  }
  return { app, replica, close }
}

async function becomesGood(replica: Replica): Promise<void> {
  await replica.watch()
  for (let looks = 1; replica.replica().use !== 'everything'; looks++) {
    if (looks === 240) throw new Error('the replica of the cluster is not good for everything')
    await sleep(250)
    await replica.look()
  }
}

function counted(replica: Replica, counts: { reads: number; fromReplica: number }): Reads {
  const noted = <T>(work: (db: pg.Pool) => Promise<T>) => {
    counts.reads++
    if (replica.replica().use === 'everything') counts.fromReplica++
    if (!planted('writing reads')) return work
    return async (db: pg.Pool) => {
      await db.query('update organisation set name = name')
      return work(db)
    }
  }
  return {
    read: (work) => replica.read(noted(work)),
    report: (work) => replica.report(noted(work)),
    replica: () => replica.replica(),
    primary: replica.primary,
    pools: replica.pools,
  }
}
