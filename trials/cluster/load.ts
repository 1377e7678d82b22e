import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Harness, progress } from '../../bench/harness.ts'
import { accessOf, areas } from '../../src/access/areas.ts'
import { createOrganisation } from '../../src/access/organisations.ts'
import { createToken, expiryOf } from '../../src/access/token-administration.ts'
import { basePath } from '../../src/app.ts'
import { openPool } from '../../src/db/connect/pool.ts'
import { systemClock } from '../../src/process/clock.ts'
import { startBalancer, withoutRateLimits } from '../../test/cluster/nginx.ts'
import { overHttp } from '../../test/cluster/over-http.ts'
import { restart, withAdminClient } from '../../test/cluster/postgres.ts'
import { freePort } from '../../test/cluster/programs.ts'
import { databaseUrl } from '../../test/harness/database.ts'
import { templateName } from '../../test/harness/postgres.ts'
import { addressOn, type ClusterEnvironment } from './environment.ts'

export interface LoadReport {
  writes: number
  reads: number
  /** Requests that were retried after 502, 503, 504 or 409, by phase. */
  retries: Record<string, number>
  /** The longest response time in milliseconds, by phase. */
  longestWaits: Record<string, number>
  retriedOnPrimary: number
  problems: string[]
}

const clients = 8
const database = 'wattle_load'

/** Mixed traffic through three nodes while one crashes, one is replaced, and the replica stops and starts again. */
export async function runLoad(
  harness: Harness,
  cluster: ClusterEnvironment,
  seconds: number,
  workers = 1,
): Promise<LoadReport> {
  await withAdminClient(cluster.primary.port, (client) =>
    client.query(`create database ${database} template ${templateName}`),
  )
  const pool = openPool(addressOn(cluster.primary.port, database), { size: 2 })
  harness.defer(() => pool.end())
  const made = await createOrganisation(pool, { name: 'Load', slug: 'load', timezone: 'Australia/Sydney' })
  const access = accessOf(Object.fromEntries(areas.map((area) => [area, 'read-write'])))
  const { token } = await createToken(pool, made, {
    connection: 'Load',
    access,
    expiresAt: expiryOf(made, systemClock, '1d'),
  })
  const startNode = () => Node.start(harness, cluster, database, workers)
  const nodes = [await startNode()]
  nodes.push(...(await Promise.all([startNode(), startNode()])))
  const { port, nginx } = await startBalancer(
    cluster.folder,
    nodes.map((node) => node.port),
    { changes: withoutRateLimits },
  )
  harness.defer(() => nginx.stop())

  const load: LoadReport = { writes: 0, reads: 0, retries: {}, longestWaits: {}, retriedOnPrimary: 0, problems: [] }
  const http = overHttp(port)
  harness.defer(http.close)
  const authorization = `Bearer ${token}`
  let phase = 'normal operation'
  let isOver = false

  /** Retries temporary failures, writes with the same idempotency key. */
  async function call(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, key?: string) {
    const headers = { authorization, ...(key && { 'idempotency-key': key }) }
    for (let tries = 1; tries <= 100; tries++) {
      const began = Date.now()
      const { statusCode, body } = await http.inject({
        method,
        url: `${basePath}${path}`,
        headers,
        ...(payload && { payload }),
      })
      load.longestWaits[phase] = Math.max(load.longestWaits[phase] ?? 0, Date.now() - began)
      if (![502, 503, 504, 409].includes(statusCode)) return { statusCode, body: body ? JSON.parse(body) : undefined }
      load.retries[phase] = (load.retries[phase] ?? 0) + 1
      await sleep(100)
    }
    throw new Error(`${method} ${path} failed 100 times`)
  }

  async function client(number: number) {
    for (let round = 0; !isOver; round++) {
      const first_name = `P${number}x${round}`
      const created = await call('POST', '/staff', { first_name, last_name: 'A' }, first_name)
      if (created.statusCode !== 201) throw new Error(`a write returned ${JSON.stringify(created)}`)
      const path = `/staff/${created.body.data?.id ?? created.body.created}`
      const read = await call('GET', path)
      if (read.body.data?.first_name !== first_name)
        load.problems.push(`${path} was missing right after it was created (${phase})`)
      await call('PATCH', path, { last_name: 'B' }, `${first_name}-b`)
      const changed = await call('GET', path)
      if (changed.body.data?.last_name !== 'B')
        load.problems.push(`${path} was stale right after it was changed (${phase})`)
      const { body } = await call('GET', '/staff?per_page=5')
      if (body.meta?.total < load.writes / 2)
        load.problems.push(`a list of ${body.meta?.total} after ${load.writes} writes`)
      load.writes += 2
      load.reads += 3
    }
  }

  const runPhase = async (name: string, work: () => Promise<unknown>) => {
    progress(`  ${name}`)
    phase = name
    await work()
    await sleep((seconds * 1000) / 5)
  }
  const working = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  working.catch((error) => load.problems.push(String(error)))
  await runPhase('normal operation', async () => {})
  if (!(await Promise.all(nodes.map((node) => node.replica()))).every(({ isRead }) => isRead)) {
    load.problems.push('no reads went to the replica')
  }
  await runPhase('a node crashes', () => nodes[1]!.end('SIGKILL'))
  await runPhase('it restarts', () => nodes[1]!.begin())
  await runPhase('a node is replaced', async () => {
    await nodes[0]!.end('SIGTERM')
    await nodes[0]!.begin()
  })
  const setStandbyNames = (text: string) =>
    withAdminClient(cluster.primary.port, async (client) => {
      await client.query(`alter system set synchronous_standby_names = '${text}'`)
      await client.query('select pg_reload_conf()')
    })
  await runPhase('the replica stops', async () => {
    await cluster.standby.server.stop()
    await sleep(2000)
    await setStandbyNames('')
  })
  await runPhase('the replica restarts', async () => {
    cluster.standby = await restart(cluster.standby)
    harness.defer(() => cluster.standby.server.stop())
    await setStandbyNames('FIRST 1 (replica)')
    await sleep(3000)
  })
  const last = await Promise.all(nodes.map((node) => node.replica()))
  if (!last.every(({ isRead }) => isRead)) load.problems.push('no reads went to the replica after its restart')
  load.retriedOnPrimary = last.reduce((sum, { retried }) => sum + retried, 0)
  isOver = true
  await working.catch(() => {})

  const { rows } = await pool.query('select count(*) as n, count(distinct first_name) as names from staff')
  const expected = load.writes / 2
  if (rows[0].n !== expected || rows[0].names !== expected) {
    load.problems.push(
      `${expected} creations were acknowledged, ${rows[0].n} records exist, ${rows[0].names} of them distinct`,
    )
  }
  return load
}

const program = fileURLToPath(new URL('../../bin/wattle.js', import.meta.url))

/** The built service in its own process, connected through the poolers. */
class Node {
  readonly port: number
  readonly #env: Record<string, string>
  #child: ChildProcess | undefined

  private constructor(port: number, env: Record<string, string>) {
    this.port = port
    this.#env = env
  }

  static async start(
    harness: Harness,
    { poolers }: ClusterEnvironment,
    database: string,
    workers: number,
  ): Promise<Node> {
    const port = await freePort()
    const node = new Node(port, {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      DATABASE_URL: databaseUrl(addressOn(poolers.primary.port, database)),
      WATTLE_REPLICA_URL: databaseUrl(addressOn(poolers.replica.port, database)),
      WATTLE_NAMED_STATEMENTS: 'off',
      WATTLE_TRUST_PROXY: 'loopback',
      WATTLE_RATE_LIMIT: '0',
      WATTLE_WORKERS: String(workers),
      LOG_LEVEL: 'warn',
    })
    harness.defer(() => node.end('SIGKILL'))
    await node.begin()
    return node
  }

  /** Starts the process and waits until it is ready. */
  async begin(): Promise<void> {
    const child = spawn(process.execPath, [program, 'serve'], { env: this.#env, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr!.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    this.#child = child
    for (const began = Date.now(); Date.now() - began < 60_000; await sleep(50)) {
      if (child.exitCode !== null) break
      const ready = await fetch(`http://127.0.0.1:${this.port}/readyz`).catch(() => undefined)
      if (ready?.ok) return
    }
    throw new Error(`a node did not become ready: ${output}`)
  }

  /** SIGKILL simulates a crash. SIGTERM lets the node finish its requests. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  /** From the node's metrics: whether requests read from the replica, and how many reads were retried on the primary. */
  async replica(): Promise<{ isRead: boolean; retried: number }> {
    const text = await (await fetch(`http://127.0.0.1:${this.port}/metrics`)).text()
    const figure = (name: string) => Number(new RegExp(`^wattle_replica_${name} (\\d+)`, 'm').exec(text)?.[1])
    return { isRead: figure('in_use\\{reads="requests"\\}') === 1, retried: figure('read_retries_total') }
  }
}
