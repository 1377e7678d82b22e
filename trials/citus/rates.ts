import type pg from 'pg'
import { type Harness, progress } from '../../bench/harness.ts'
import { basePath } from '../../src/app.ts'
import { openPool } from '../../src/db/connect/pool.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type CitusCluster, withClient } from '../../test/citus/cluster.ts'
import { databaseUrl } from '../../test/harness/database.ts'
import { type Node, startNode } from '../lib/node.ts'
import { cloneTemplate, distributedPool } from './environment.ts'
import { createTenant, type Tenant } from './tenants.ts'

export interface RateReport {
  /** Requests a second on one PostgreSQL and on Citus, and their ratio. */
  rates: { request: string; plain: number; citus: number }[]
  /** Organisations, and transactions during the load, by worker. */
  spread: { organisations: number[]; transactions: number[] }
}

const organisations = 40
const staffEach = 100
const connections = 16
const rounds = 3

interface Side {
  node: Node
  tenants: (Tenant & { staffId: number; businessId: number })[]
}

type Request = (tenant: Side['tenants'][number]) => { method: string; path: string; body?: object }
const requests: Record<string, Request> = {
  'GET /staff/{id}': ({ staffId }) => ({ method: 'GET', path: `/staff/${staffId}` }),
  'GET /staff': () => ({ method: 'GET', path: '/staff' }),
  'POST /clients': ({ businessId }) => ({
    method: 'POST',
    path: '/clients',
    body: { first_name: 'A', last_name: 'B', client_type: 'NDIS', business_id: businessId },
  }),
}

/**
 * The same requests to the same service, spread over organisations, on one PostgreSQL and on Citus in turn. All servers share
 * this machine, so the ratio is the overhead of Citus. It shows no gain from more machines.
 */
export async function measureRates(harness: Harness, cluster: CitusCluster, seconds: number): Promise<RateReport> {
  const distributed = await cloneTemplate(cluster, 'wattle_rates')
  const single = { ...cluster.coordinator.address, database: 'wattle_plain' }
  await withClient(cluster.coordinator.address, 'postgres', (client) => client.query('create database wattle_plain'))
  const sides = {
    plain: await prepare(harness, openPool(single), databaseUrl(single), false),
    citus: await prepare(harness, distributedPool(distributed), databaseUrl(distributed), true),
  }
  const before = await transactionsOf(cluster)
  const rates: RateReport['rates'] = []
  for (const [request, build] of Object.entries(requests)) {
    const measured = { plain: [] as number[], citus: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      for (const side of ['plain', 'citus'] as const) measured[side].push(await rateOf(sides[side], build, seconds))
    }
    const [plain, citus] = [median(measured.plain), median(measured.citus)]
    progress(`  ${request}: ${plain.toFixed(0)} and ${citus.toFixed(0)} requests a second`)
    rates.push({ request, plain, citus })
  }
  const after = await transactionsOf(cluster)
  const ports = cluster.workers.map(({ address }) => address.port)
  return {
    rates,
    spread: {
      organisations: ports.map((port) => sides.citus.tenants.filter(({ workerPort }) => workerPort === port).length),
      transactions: after.map((count, i) => count - before[i]!),
    },
  }
}

async function prepare(harness: Harness, pool: pg.Pool, url: string, isDistributed: boolean): Promise<Side> {
  harness.defer(() => pool.end())
  if (!isDistributed) await migrate(pool)
  const tenants: Side['tenants'] = []
  for (let number = 1; number <= organisations; number++) {
    const tenant = await createTenant(pool, number, isDistributed)
    const { rows } = await pool.query(
      `insert into business_location (org_id, name) values ($1, 'North') returning id`,
      [tenant.orgId],
    )
    const staff = await pool.query(
      `insert into staff (org_id, first_name, last_name, status)
       select $1, 'Staff', 'Member ' || n, 'Active' from generate_series(1, $2::int) n returning id`,
      [tenant.orgId, staffEach],
    )
    tenants.push({ ...tenant, businessId: rows[0].id, staffId: staff.rows[0].id })
  }
  const env = { DATABASE_URL: url, WATTLE_RATE_LIMIT: '0', LOG_LEVEL: 'error' }
  return { node: await startNode(harness, env), tenants }
}

/** Each connection sends the next request when it has the response to the one before. */
async function rateOf({ node, tenants }: Side, build: Request, seconds: number): Promise<number> {
  const began = Date.now()
  const end = began + seconds * 1000
  let count = 0
  const connection = async (number: number) => {
    for (let turn = number; Date.now() < end; turn += connections) {
      const tenant = tenants[turn % tenants.length]!
      const { method, path, body } = build(tenant)
      const response = await fetch(`http://127.0.0.1:${node.port}${basePath}${path}`, {
        method,
        headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`)
      count++
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, number) => connection(number)))
  return (count * 1000) / (Date.now() - began)
}

/** Committed transactions on each worker. */
const transactionsOf = ({ workers }: CitusCluster): Promise<number[]> =>
  Promise.all(
    workers.map(({ address }) =>
      withClient(address, 'postgres', async (client) => {
        const { rows } = await client.query(
          `select xact_commit::float8 as n from pg_stat_database where datname = 'wattle_rates'`,
        )
        return rows[0].n as number
      }),
    ),
  )

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
