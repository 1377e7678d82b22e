import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { atRate, jsonClient, percentile } from './client.ts'
import { makeClients, makeOrganisation, type Organisation } from './data/data.ts'
import { makeFeed } from './data/events.ts'
import { generate } from './data/generate.ts'
import { Harness, progress } from './harness.ts'
import { readOptions } from './options.ts'
import { type Program, startFlags } from './processes.ts'
import { describeMachine, machineLoad, table, targetStatus } from './report.ts'

/**
 * Webhooks: deliveries a second against a bare loop of POST requests, how long after the response to a write a receiver has
 * its event, a dead receiver beside a healthy one, many waiting events, and an idle service.
 */
const options = readOptions(process.argv.slice(2))
const here = (name: string) => new URL(name, import.meta.url)
const events = { round: options.full ? 10_000 : 2_000, waiting: options.full ? 100_000 : 10_000 }
const writes = options.full ? 1000 : 200
const writesPerSecond = 50
const idleSeconds = options.full ? 20 : 5
const targets = {
  ratio: 0.6,
  cpuMicroseconds: 250,
  delays: { p50: 60, p99: 300, p99OfNodes: 800 },
  dead: 1.3,
  memoryMb: 30,
  idle: { perSecond: 10, cpuPercent: 1 },
}

type Result = [figure: string, value: string, target: string, status: string]
const median = (values: number[]) => percentile(values, 0.5)

async function bench(harness: Harness): Promise<void> {
  const loadBefore = machineLoad()
  progress('Making the data')
  const { db, address } = await harness.database()
  const waiting = await makeFeed(db, 'waiting', events.waiting)
  const writer = await makeOrganisation(db, 'writer', 20, 0)
  await makeClients(db, writer, writes)
  await generate(db, 'vacuum analyze', [])
  const start = async () => {
    const program = harness.program(here('service.js'), startFlags())
    return {
      program,
      ...(await program.send<{ port: number }>({
        address,
        ...(options.profile && { profiles: fileURLToPath(here('profiles')) }),
      })),
    }
  }
  const listen = async (hangs = false) => {
    const program = harness.program(here('receiver.ts'), ['--import', import.meta.resolve('tsx')])
    return { program, ...(await program.send<{ port: number }>({ listen: true, hangs })) }
  }
  const service = await start()
  const [receiver, dead, poster] = [await listen(), await listen(true), await listen()]
  const results: Result[] = []

  results.push(...(await idle(db, service, writer)))
  const { rate, ...delivered } = await throughput(service, receiver, poster, waiting)
  results.push(...delivered.results, ...(await backlog(service, receiver, waiting, rate)))

  const delays = await delaysOf([service.port], receiver, writer)
  results.push(delayResult('one node', delays, targets.delays))
  results.push(await besideDead(service.port, receiver, dead, writer))
  const other = await start()
  const ofNodes = await delaysOf([service.port, other.port], receiver, writer)
  results.push(delayResult('two nodes', ofNodes, { p99: targets.delays.p99OfNodes }))

  const postgres = (await db.query('show server_version')).rows[0].server_version
  const text = [
    `# Speed of webhooks\n\n${new Date().toISOString().slice(0, 10)}, ${describeMachine(postgres)}; machine load before: ${loadBefore.toFixed(1)}. \`npm run bench:webhooks\``,
    table([['figure', 'measured', 'target', ''], ...results]),
    'Receiver, loop, service and PostgreSQL share the cores. The bare loop sends the same body with 8 connections, by `node:http`, and stores nothing.',
  ].join('\n\n')
  process.stdout.write(`\n${text}\n`)
  if (options.full) writeFileSync(here('results-webhooks.md'), `${text}\n`)
}

interface Running {
  program: Program
  port: number
}
type Arrivals = [id: number, at: number][]
const received = async ({ program }: Running, count: number) =>
  (await program.send<{ arrivals: Arrivals }>({ count })).arrivals

/** Sends the last events of a feed to a new webhook. */
async function deliver(service: Running, receiver: Running, { token }: Organisation, count: number) {
  const { send, close } = jsonClient(service.port, token)
  const { latest } = (await send('GET', '/events?after=latest')).meta
  const cpu = await service.program.cpuSeconds()
  const url = `http://127.0.0.1:${receiver.port}/hook`
  const { data } = await send('POST', '/webhooks', { url, from: latest - count + 1 })
  const arrivals = await received(receiver, count)
  const times = arrivals.map(([, at]) => at)
  const milliseconds = Math.max(...times) - Math.min(...times)
  const cpuMicroseconds = (((await service.program.cpuSeconds()) - cpu) * 1e6) / count
  await send('DELETE', `/webhooks/${data.id}`)
  close()
  if (new Set(arrivals.map(([id]) => id)).size !== count) throw new Error('An event was sent twice.')
  return { milliseconds, cpuMicroseconds }
}

async function throughput(service: Running, receiver: Running, poster: Running, organisation: Organisation) {
  const body = JSON.stringify({ type: 'client.updated', data: { id: 1, text: 'x'.repeat(300) } })
  const rounds: { bare: number; ratio: number; cpu: number }[] = []
  for (let round = 0; round <= options.rounds; round++) {
    const { milliseconds: bare } = await poster.program.send<{ milliseconds: number }>({
      ...{ post: events.round, port: receiver.port, body },
    })
    await received(receiver, events.round)
    const { milliseconds, cpuMicroseconds } = await deliver(service, receiver, organisation, events.round)
    // The first round is for warming up.
    if (round > 0) rounds.push({ bare, ratio: bare / milliseconds, cpu: cpuMicroseconds })
  }
  const ratios = rounds.map(({ ratio }) => ratio)
  const [ratio, cpu, bare] = [
    median(ratios),
    median(rounds.map(({ cpu }) => cpu)),
    median(rounds.map(({ bare }) => bare)),
  ]
  const rate = (events.round / bare) * 1000
  progress(`  deliveries: ${ratio.toFixed(2)} of ${rate.toFixed(0)} a second`)
  const results: Result[] = [
    [
      'deliveries against a bare loop',
      `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}) of ${rate.toFixed(0)} a second`,
      `≥ ${targets.ratio}`,
      targetStatus(ratio >= targets.ratio),
    ],
    [
      'CPU of the service for a delivery',
      `${cpu.toFixed(0)} µs`,
      `≤ ${targets.cpuMicroseconds} µs`,
      targetStatus(cpu <= targets.cpuMicroseconds),
    ],
  ]
  return { rate, results }
}

/** Many waiting events: how long they take, and how much memory. */
async function backlog(
  service: Running,
  receiver: Running,
  organisation: Organisation,
  rate: number,
): Promise<Result[]> {
  const before = service.program.memory()
  let peak = before?.now ?? 0
  const timer = setInterval(() => {
    peak = Math.max(peak, service.program.memory()?.now ?? 0)
  }, 100)
  const { milliseconds } = await deliver(service, receiver, organisation, events.waiting)
  clearInterval(timer)
  const most = ((events.waiting / rate) * 1000) / targets.ratio
  const added = peak - (before?.now ?? 0)
  const count = events.waiting.toLocaleString('en-AU')
  return [
    [
      `${count} waiting events`,
      `${(milliseconds / 1000).toFixed(1)} s`,
      `≤ ${(most / 1000).toFixed(1)} s`,
      targetStatus(milliseconds <= most),
    ],
    [
      `memory for ${count} waiting events`,
      `+ ${added.toFixed(0)} MB`,
      `≤ + ${targets.memoryMb} MB`,
      targetStatus(added <= targets.memoryMb),
    ],
  ]
}

/** The times from the response to a write to the arrival of its event, in milliseconds. */
async function delaysOf(ports: number[], receiver: Running, organisation: Organisation) {
  const clients = ports.map((port) => jsonClient(port, organisation.token))
  const { send } = clients[0]!
  const { data } = await send('POST', '/webhooks', { url: `http://127.0.0.1:${receiver.port}/hook` })
  const ids: number[] = []
  for (let page = 1; ids.length < writes; page++)
    ids.push(...(await send('GET', `/clients?per_page=100&page=${page}`)).data.map(({ id }: { id: number }) => id))
  const first = (await send('GET', '/events?after=latest')).meta.latest + 1
  const answered: number[] = []
  await atRate(ids.slice(0, writes), writesPerSecond, async (id, n) => {
    await clients[n % clients.length]!.send('PATCH', `/clients/${id}`, { address: `${Math.random()} Delay St, Ryde` })
    answered.push(performance.timeOrigin + performance.now())
  })
  const arrivals = await received(receiver, writes)
  await send('DELETE', `/webhooks/${data.id}`)
  for (const { close } of clients) close()
  const delays = arrivals.map(([id, at]) => Math.max(0, at - answered[id - first]!))
  return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) }
}

function delayResult(
  nodes: string,
  { p50, p99 }: { p50: number; p99: number },
  most: { p50?: number; p99: number },
): Result {
  progress(`  delays, ${nodes}: p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms`)
  return [
    `write answered to event received, ${nodes}, ${writesPerSecond} writes a second`,
    `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    `${most.p50 ? `p50 ≤ ${most.p50} ms, ` : ''}p99 ≤ ${most.p99} ms`,
    targetStatus(p99 <= most.p99 && p50 <= (most.p50 ?? p50)),
  ]
}

/** The delays at a healthy receiver beside one that never answers, against the same alone. */
async function besideDead(port: number, receiver: Running, dead: Running, organisation: Organisation): Promise<Result> {
  const { send, close } = jsonClient(port, organisation.token)
  const ratios: number[] = []
  for (let round = 0; round < Math.min(3, options.rounds); round++) {
    const alone = await delaysOf([port], receiver, organisation)
    const { data } = await send('POST', '/webhooks', { url: `http://127.0.0.1:${dead.port}/hook` })
    const beside = await delaysOf([port], receiver, organisation)
    await send('DELETE', `/webhooks/${data.id}`)
    ratios.push(beside.p99 / alone.p99)
  }
  close()
  const ratio = median(ratios)
  progress(`  beside a dead receiver: ${ratio.toFixed(2)}`)
  return [
    'p99 beside a dead receiver against alone',
    ratio.toFixed(2),
    `≤ ${targets.dead}`,
    targetStatus(ratio <= targets.dead),
  ]
}

/** What an idle service with 20 webhooks costs. */
async function idle(db: pg.Pool, service: Running, { orgId }: Organisation): Promise<Result[]> {
  await db.query(
    `insert into webhook (org_id, connection_id, url, types, position)
     select $1, c.id, 'https://hooks.example.org/', '{*}', 0 from connection c, generate_series(1, 20) where c.org_id = $1`,
    [orgId],
  )
  const transactions = async () => {
    const sql = 'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()'
    await db.query('select pg_stat_clear_snapshot()')
    return Number((await db.query(sql)).rows[0].count)
  }
  const wait = () => new Promise((resolve) => setTimeout(resolve, idleSeconds * 1000))
  await wait() // statistics of the start are written late
  const [count, cpu] = [await transactions(), await service.program.cpuSeconds()]
  await wait()
  const perSecond = ((await transactions()) - count) / idleSeconds
  const percent = (((await service.program.cpuSeconds()) - cpu) / idleSeconds) * 100
  await db.query('delete from webhook where org_id = $1', [orgId])
  const { idle } = targets
  return [
    [
      'statements of an idle node with 20 webhooks',
      `${perSecond.toFixed(1)} a second`,
      `≤ ${idle.perSecond}`,
      targetStatus(perSecond <= idle.perSecond),
    ],
    [
      'CPU of an idle node with 20 webhooks',
      `${percent.toFixed(2)} %`,
      `≤ ${idle.cpuPercent} %`,
      targetStatus(percent <= idle.cpuPercent),
    ],
  ]
}

await Harness.run(30, bench)
