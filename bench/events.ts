import { writeFileSync } from 'node:fs'
import type pg from 'pg'
import { type Case, request } from './cases/case.ts'
import { atRate, jsonClient, percentile } from './client.ts'
import { makeClients, makeOrganisation, type Organisation } from './data/data.ts'
import { makeFeed } from './data/events.ts'
import { generate } from './data/generate.ts'
import { Harness, progress } from './harness.ts'
import { type Bench, measure } from './measure.ts'
import { readOptions } from './options.ts'
import { startFlags } from './processes.ts'
import { describe, machineLoad, resultTables, targetStatus } from './report.ts'

/**
 * The feed of events: a write with and without numbering, a page of a small and of a large feed, and how long after the
 * response to a write a waiting reader has its event.
 */
const options = readOptions(process.argv.slice(2))
const here = (name: string) => new URL(name, import.meta.url)
const [smallFeed, largeFeed] = [3_000, 1_000_000]
const writes = options.full ? 1000 : 200
const writesPerSecond = 50
const targets = { p50: 60, p99: 300 }

async function bench(harness: Harness): Promise<void> {
  const loadBefore = machineLoad()
  progress('Making the data')
  const [on, off] = [await harness.database(), await harness.database()]
  const [numbered, unnumbered] = [await makeWriter(on.db), await makeWriter(off.db)]
  const small = await makeFeed(on.db, 'small-feed', smallFeed)
  const large = await makeFeed(on.db, 'large-feed', largeFeed)
  for (const { db } of [on, off]) {
    await generate(db, 'vacuum analyze', [])
    await db.query('checkpoint')
  }
  const service = harness.program(here('service.js'), startFlags())
  const baseline = harness.program(here('service.js'), startFlags())
  const load = harness.program(here('load.ts'), ['--import', import.meta.resolve('tsx')])
  const ports = {
    service: (await service.send<{ port: number }>({ address: on.address })).port,
    baseline: (await baseline.send<{ port: number }>({ address: off.address, hasFeed: false })).port,
  }
  const setup: Bench = { programs: { service, baseline }, ports, load, options, countEvents: async () => 0 }
  const page = ({ token }: Organisation, count: number) => ({
    program: 'service' as const,
    requests: [0.1, 0.3, 0.5, 0.7, 0.9].map((share) =>
      request('GET', `/events?after=${Math.floor(count * share)}`, token),
    ),
  })
  const cases: Case[] = [
    {
      ...{ name: 'PATCH /clients/{id} with the feed', kind: 'baseline', target: 0.97 },
      reference: { program: 'baseline', requests: patches(unnumbered) },
      tested: { program: 'service', requests: patches(numbered) },
    },
    {
      name: `GET /events, of ${largeFeed.toLocaleString('en-AU')} against ${smallFeed.toLocaleString('en-AU')}`,
      ...{ kind: 'growth', target: 0.77, reference: page(small, smallFeed), tested: page(large, largeFeed) },
    },
  ]
  const results = []
  for (const one of cases) {
    results.push(await measure(setup, one))
    progress(`  ${one.name}: ${results.at(-1)!.ratio.median.toFixed(3)}`)
  }
  const delays = await delaysOf(ports.service, numbered)
  const postgres = (await on.db.query('show server_version')).rows[0].server_version
  const text = [
    `# Speed of events\n\n${describe({ postgres, ...options, loadBefore })} \`npm run bench:events\``,
    resultTables(results, service.memory()),
    `From the response to a write to the event at a waiting reader, ${writesPerSecond} writes a second: p50 ${delays.p50.toFixed(0)} ms, p99 ${delays.p99.toFixed(0)} ms; target ≤ ${targets.p50} and ${targets.p99} ms: ${targetStatus(delays.p50 <= targets.p50 && delays.p99 <= targets.p99)}.`,
  ].join('\n\n')
  process.stdout.write(`\n${text}\n`)
  if (options.full) writeFileSync(here('results-events.md'), `${text}\n`)
}

type Writer = Organisation & { clientIds: number[] }

async function makeWriter(db: pg.Pool): Promise<Writer> {
  const organisation = await makeOrganisation(db, 'writer', 20, 0)
  await makeClients(db, organisation, 2000)
  const { rows } = await db.query('select id from client where org_id = $1 order by id', [organisation.orgId])
  return { ...organisation, clientIds: rows.map(({ id }) => id) }
}

/** Each request is a change. */
const patches = ({ clientIds, token }: Writer): string[] =>
  ['12 Acacia Ave, Newtown', '7 Grevillea Ct, Dubbo', '3 Waratah Way, Orange'].flatMap((address) =>
    clientIds.map((id) => request('PATCH', `/clients/${id}`, token, { address })),
  )

/** The times between the response to a write and the arrival of its event, in milliseconds. */
async function delaysOf(port: number, { clientIds, token }: Writer) {
  const { send, close } = jsonClient(port, token)
  const answered = new Map<number, number>()
  const arrived = new Map<number, number>()
  let after: number = (await send('GET', '/events?after=latest')).meta.next
  const ids = clientIds.slice(0, writes)
  const reading = (async () => {
    while (arrived.size < ids.length) {
      const { data, meta } = await send('GET', `/events?after=${after}&limit=1000&wait=20`)
      for (const { subject } of data) arrived.set(subject.id, performance.now())
      after = meta.next
    }
  })()
  await atRate(ids, writesPerSecond, async (id, n) => {
    await send('PATCH', `/clients/${id}`, { address: `${n} Delay St, Ryde` })
    answered.set(id, performance.now())
  })
  await reading
  close()
  const delays = ids.map((id) => Math.max(0, arrived.get(id)! - answered.get(id)!))
  return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) }
}

await Harness.run(30, bench)
