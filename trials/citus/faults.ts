import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Harness, progress } from '../../bench/harness.ts'
import { basePath } from '../../src/app.ts'
import type { CitusCluster, CitusServer } from '../../test/citus/cluster.ts'
import { databaseUrl } from '../../test/harness/database.ts'
import { startNode } from '../lib/node.ts'
import { cloneTemplate, distributedPool } from './environment.ts'
import { createTenant, type Tenant } from './tenants.ts'

export interface FaultReport {
  /** Acknowledged writes in each phase, of the organisation on each worker. */
  phases: { name: string; seconds: number; acknowledged: [first: number, second: number] }[]
  acknowledged: number
  problems: string[]
}

const writersEach = 4

/**
 * Two organisations on different workers write, each request with its idempotency key until it is acknowledged, while one
 * worker and then the coordinator are killed and started again.
 */
export async function runFaults(harness: Harness, cluster: CitusCluster, seconds: number): Promise<FaultReport> {
  const address = await cloneTemplate(cluster, 'wattle_faults')
  const pool = distributedPool(address)
  harness.defer(() => pool.end())
  const tenants = await tenantsOnEachWorker(pool, cluster)
  const node = await startNode(harness, {
    DATABASE_URL: databaseUrl(address),
    WATTLE_RATE_LIMIT: '0',
    LOG_LEVEL: 'error',
  })

  const report: FaultReport = { phases: [], acknowledged: 0, problems: [] }
  const acknowledged = tenants.map(() => [] as string[])
  const rejections = new Set<string>()
  let isOver = false
  const writer = async (tenant: Tenant, own: string[], number: number) => {
    for (let round = 0; !isOver; round++) {
      const first_name = `W${number}x${round}`
      while (!isOver && !(await create(node.port, tenant, first_name, rejections))) await sleep(50)
      if (!isOver) own.push(first_name)
    }
  }
  const writing = tenants.flatMap((tenant, t) =>
    Array.from({ length: writersEach }, (_, number) => writer(tenant, acknowledged[t]!, number)),
  )
  const phase = async (name: string, work: () => Promise<unknown>, ready: () => boolean = () => true) => {
    progress(`  ${name}`)
    await work()
    const [began, before] = [Date.now(), acknowledged.map((own) => own.length)]
    await sleep(seconds * 1000)
    for (const limit = Date.now() + 60_000; !ready() && Date.now() < limit; ) await sleep(50)
    if (!ready()) report.problems.push(`${name}: writes did not go on within a minute`)
    const [first, second] = acknowledged.map((own, t) => own.length - before[t]!)
    report.phases.push({ name, seconds: (Date.now() - began) / 1000, acknowledged: [first!, second!] })
  }
  const grows = () => {
    const before = acknowledged.map((own) => own.length)
    return () => acknowledged.every((own, t) => own.length > before[t]! + writersEach)
  }
  const { coordinator, workers } = cluster
  await phase('normal operation', async () => {})
  await phase('the second worker is killed', () => workers[1]!.kill())
  await phase('it starts again', () => workers[1]!.restart(), grows())
  await phase('the coordinator is killed', () => coordinator.kill())
  await phase('it starts again', () => coordinator.restart(), grows())
  isOver = true
  await Promise.all(writing)

  report.problems.push(...rejections)
  const outage = report.phases[1]!
  if (outage.acknowledged[0] === 0) report.problems.push('the organisation on the other worker did not go on')
  if (outage.acknowledged[1] > 0) report.problems.push('the killed worker was not in use')
  for (const [t, tenant] of tenants.entries()) report.problems.push(...(await lost(pool, tenant, acknowledged[t]!)))
  report.acknowledged = acknowledged.flat().length
  for (const worker of workers) report.problems.push(...(await openTransactions(worker)))
  return report
}

async function tenantsOnEachWorker(pool: pg.Pool, { workers }: CitusCluster): Promise<Tenant[]> {
  const found = new Map<number, Tenant>()
  for (let number = 1; found.size < workers.length; number++) {
    const tenant = await createTenant(pool, number)
    if (!found.has(tenant.workerPort)) found.set(tenant.workerPort, tenant)
  }
  return workers.map(({ address }) => found.get(address.port)!)
}

/** Whether the write is acknowledged. A connection that breaks, a 409 and a 503 are retried. */
async function create(port: number, { token }: Tenant, first_name: string, problems: Set<string>): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}${basePath}/staff`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': first_name },
    body: JSON.stringify({ first_name, last_name: 'A' }),
  }).catch(() => undefined)
  if (!response) return false
  const text = await response.text()
  if (response.status === 201) return true
  if (response.status === 503 || response.status === 409) return false
  problems.add(`a write returned ${response.status} ${text}`)
  return false
}

/** Writes that were acknowledged and are missing, records that exist twice, and counters that disagree with the rows. */
async function lost(pool: pg.Pool, { orgId }: Tenant, acknowledged: string[]): Promise<string[]> {
  const { rows } = await pool.query('select first_name from staff where org_id = $1', [orgId])
  const stored = rows.map(({ first_name }) => first_name as string)
  const names = new Set(stored)
  const missing = acknowledged.filter((name) => !names.has(name))
  const counted = await pool.query(
    `select coalesce(sum(n), 0)::int as n from counter where org_id = $1
     and (list = 'staff' and width = -1 or list = 'staff.all' and width = 20)`,
    [orgId],
  )
  return [
    ...(missing.length > 0 ? [`${missing.length} acknowledged writes are missing, such as ${missing[0]}`] : []),
    ...(names.size < stored.length ? [`${stored.length - names.size} records exist twice`] : []),
    ...(counted.rows[0].n === stored.length ? [] : [`${stored.length} records are counted as ${counted.rows[0].n}`]),
  ]
}

/** Prepared transactions that nobody will end would keep their locks. */
async function openTransactions({ address }: CitusServer): Promise<string[]> {
  const pool = distributedPool({ ...address, database: 'postgres' }, 1)
  try {
    for (let attempt = 0; ; attempt++) {
      const { rows } = await pool.query(`select gid from pg_prepared_xacts where database = 'wattle_faults'`)
      if (rows.length === 0) return []
      // The coordinator ends them once a minute.
      if (attempt === 90) return [`a transaction was prepared and never ended: ${rows[0].gid}`]
      await sleep(1000)
    }
  } finally {
    await pool.end()
  }
}
