import { setTimeout as sleep } from 'node:timers/promises'
import type { Harness } from '../../../bench/harness.ts'
import type { Random } from '../../../demo/random.ts'
import { Caller } from '../caller.ts'
import { connectEnvironment, type Environment, startDatabase } from '../environment.ts'
import { FaultyProxy, type ProxyFaults } from '../proxy.ts'
import { emptyTotals, runRound, type Scenario, type Totals } from '../round.ts'
import { ServiceProcess } from '../service.ts'

/** A request ends within this time even if its connection to PostgreSQL is half open (docs/operating.md). */
const maxRequestMs = 25_000
const shortTimeoutMs = 700

/** Faulty proxies between clients and the service, and between the service and PostgreSQL. */
export const badConnections: Scenario = {
  name: 'proxy',
  title: 'cut, delayed and half-open connections',
  rounds: { full: 30, quick: 4 },
  async run({ harness, root, rounds, random, progress }): Promise<Totals> {
    const { folder, socket } = await startDatabase(harness)
    const databaseProxy = await open(harness, () => ({ path: socket }), random)
    const databaseUrl = `postgresql://wattle@127.0.0.1:${databaseProxy.port}/wattle`
    const service = await ServiceProcess.start(harness, { root, folder, databaseUrl })
    const clientProxy = await open(harness, () => ({ host: '127.0.0.1', port: service.port }), random)
    const environment = await connectEnvironment(harness, folder, service)
    const patientCaller = new Caller(clientProxy.port, environment.fixture.token)
    const impatientCaller = new Caller(clientProxy.port, environment.fixture.token, shortTimeoutMs)
    harness.defer(() => {
      patientCaller.close()
      impatientCaller.close()
    })
    const totals = emptyTotals()
    for (let n = 1; n <= rounds; n++) {
      const side = n % 2 ? clientProxy : databaseProxy
      const faults = pickFaults(random, side === clientProxy)
      const caller = faults.stalled ? impatientCaller : patientCaller
      const disrupt = () => applyFaults(side, faults, random, service)
      await runRound(environment, { name: `l${n}`, random, totals, caller, disrupt })
      progress(n, totals)
    }
    await testHalfOpen(environment, databaseProxy, totals)
    const describeCounts = (proxy: FaultyProxy) =>
      Object.entries(proxy.counts)
        .map(([what, times]) => `${times} ${what}`)
        .join(', ')
    totals.remarks.push(
      `between clients and service: ${describeCounts(clientProxy)}; between service and PostgreSQL: ${describeCounts(databaseProxy)}`,
    )
    return totals
  },
}

async function open(
  harness: Harness,
  to: Parameters<typeof FaultyProxy.open>[0],
  random: Random,
): Promise<FaultyProxy> {
  const proxy = await FaultyProxy.open(to, random)
  harness.defer(() => proxy.close())
  return proxy
}

function pickFaults(random: Random, isClientSide: boolean): ProxyFaults {
  const moods: ProxyFaults[] = [
    { cut: 0.05, rejected: 0.1 },
    { cut: 0.02, delayed: 0.2, maxDelayMs: 60, rejected: 0.3 },
    { delayed: 0.5, maxDelayMs: 150 },
    // Half-open connections to PostgreSQL time out later. testHalfOpen covers them.
    ...(isClientSide ? [{ stalled: 0.05 }] : []),
  ]
  return random.pick(moods)
}

async function applyFaults(
  proxy: FaultyProxy,
  faults: ProxyFaults,
  random: Random,
  service: ServiceProcess,
): Promise<void> {
  await sleep(100)
  proxy.faults = faults
  await sleep(random.between(300, 800))
  proxy.clearFaults()
  await service.ready()
}

/** Stalls every connection to PostgreSQL during requests. */
async function testHalfOpen({ caller, fixture, db }: Environment, proxy: FaultyProxy, totals: Totals): Promise<void> {
  const body = (n: number) => ({ first_name: `silent-${n}`, last_name: 'Li' })
  const create = (n: number) => caller.send({ method: 'POST', path: '/staff', body: body(n), key: `silent-${n}` })
  await Promise.all(Array.from({ length: 20 }, (_, n) => create(n)))
  proxy.stallAll()
  const began = Date.now()
  const ended = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const status = await create(n + 20).then(
        (response) => response.status,
        () => 0,
      )
      return { status, after: Date.now() - began }
    }),
  )
  const longest = Math.max(...ended.map(({ after }) => after))
  const unexpected = ended.find(({ status }) => status !== 201 && status !== 503)
  if (unexpected)
    totals.problems.push(
      `a request on a half-open connection to PostgreSQL ended with ${unexpected.status || 'no response'}`,
    )
  if (longest > maxRequestMs) totals.problems.push(`a request hung for ${longest} ms on a half-open connection`)
  const again = await Promise.all(Array.from({ length: 20 }, (_, n) => create(n + 20)))
  const lost = again.find(({ status }) => status !== 201)
  if (lost) totals.problems.push(`after the stall a retry returned ${lost.status}: ${lost.text}`)
  const { rows } = await db.query(`select count(*) as n from staff where org_id = $1 and first_name like 'silent-%'`, [
    fixture.orgId,
  ])
  if (Number(rows[0].n) !== 40) totals.problems.push(`40 keys created ${rows[0].n} records over half-open connections`)
  totals.remarks.push(`requests on half-open connections to PostgreSQL ended within ${(longest / 1000).toFixed(1)} s`)
}
