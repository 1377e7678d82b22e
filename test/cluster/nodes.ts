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
import { type Cluster, isFaultInjected, poolerOptions } from './environment.ts'
import { startBalancer, withoutRateLimits } from './nginx.ts'
import { addressHeader, type InjectedResponse, overHttp } from './over-http.ts'

type Options = Pick<AppOptions, 'clock' | 'config' | 'readiness' | 'outbound'>

export interface Nodes {
  inject(options: string | InjectOptions): Promise<InjectedResponse>
  /** An equal application in this process, for what needs direct access. */
  app: Awaited<ReturnType<typeof buildApp>>
  close(): Promise<void>
}

/** Each node counts rate limits for itself here, so a test with a limit has one node. */
const countOf = ({ rateLimit, formLimit }: AppOptions['config']) => (rateLimit > 0 || formLimit > 0 ? 1 : 3)

/** Three nodes behind nginx on a test file's database. They write through the primary's pooler and read through the replica's. */
export async function startNodes(cluster: Cluster, address: Address, options: Options): Promise<Nodes> {
  const config = { ...options.config, trustProxy: options.config.trustProxy || 'loopback' }
  const counts = { requests: 0, direct: 0, reads: 0, fromReplica: 0 }
  const nodes = await Promise.all(
    Array.from({ length: countOf(config) }, () => startNode(cluster, address, { ...options, config }, counts)),
  )
  const ports = nodes.map(({ app }) => (app.server.address() as AddressInfo).port)
  const extra = `set_real_ip_from 127.0.0.1; real_ip_header ${addressHeader};`
  const { port, nginx } = await startBalancer(cluster.folder, ports, { extra, changes: withoutRateLimits })
  const http = overHttp(port)
  const local = await makeNode(cluster, address, options, { ...counts })
  const direct = local.app.inject.bind(local.app) as unknown as Nodes['inject']
  const inject: Nodes['inject'] = (options) => {
    if (isRejectedByNginx(typeof options === 'string' ? options : String(options.url))) {
      counts.direct++
      return direct(options)
    }
    counts.requests++
    return http.inject(options)
  }
  let [tests, before] = [0, 0]
  const testEnded = () => {
    if (counts.requests > before) tests++
    before = counts.requests
  }
  afterEach(testEnded)
  local.app.inject = inject as never

  async function close(): Promise<void> {
    http.close()
    testEnded()
    const retried = nodes.reduce((sum, { replica }) => sum + replica.replica().retried, 0)
    await Promise.all([...nodes, local].map((node) => node.close()))
    await nginx.stop()
    const file = relative(process.cwd(), process.argv[1]!)
    appendFileSync(cluster.reportFile, `${JSON.stringify({ file, nodes: nodes.length, tests, retried, ...counts })}\n`)
  }
  return { inject, app: local.app, close }
}

/** nginx responds 400 to a path with %00, an incomplete escape or a parent folder; such requests go directly to the app. */
function isRejectedByNginx(url: string): boolean {
  const path = url.split('?', 1)[0]!
  return /%00|%(?![0-9a-f]{2})|\.\.%2f/i.test(path)
}

async function startNode(...args: Parameters<typeof makeNode>) {
  const node = await makeNode(...args)
  await node.app.listen({ host: '127.0.0.1', port: 0 })
  return node
}

async function makeNode(
  cluster: Cluster,
  address: Address,
  options: Options,
  counts: { reads: number; fromReplica: number },
) {
  const db = openPool(address, poolerOptions)
  const pools = openReplica(address, { ...address, port: cluster.replica } as Address, poolerOptions)
  const silent = { info: () => {}, warn: () => {} }
  const assumed = isFaultInjected('stale replica')
    ? { decision: { use: 'everything', reason: 'planted' } as const }
    : {}
  const replica = new Replica({ ...pools, log: silent, ...assumed })
  if (!isFaultInjected('stale replica')) await untilUsable(replica)
  // A session setting stays on the pooler's connection and affects its next user.
  if (isFaultInjected('leaking session'))
    db.on('connect', (client) => client.query('set default_transaction_read_only = on'))
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

async function untilUsable(replica: Replica): Promise<void> {
  await replica.watch()
  for (let checks = 1; replica.replica().use !== 'everything'; checks++) {
    if (checks === 240) throw new Error('the replica of the cluster does not become usable')
    await sleep(250)
    await replica.check()
  }
}

function counted(replica: Replica, counts: { reads: number; fromReplica: number }): Reads {
  const count = <T>(work: (db: pg.Pool) => Promise<T>) => {
    counts.reads++
    if (replica.replica().use === 'everything') counts.fromReplica++
    if (!isFaultInjected('writing reads')) return work
    return async (db: pg.Pool) => {
      await db.query('update organisation set name = name')
      return work(db)
    }
  }
  return {
    read: (work) => replica.read(count(work)),
    report: (work) => replica.report(count(work)),
    replica: () => replica.replica(),
    primary: replica.primary,
    pools: replica.pools,
  }
}
