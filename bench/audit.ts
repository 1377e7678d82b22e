import { writeFileSync } from 'node:fs'
import type pg from 'pg'
import type { AuditMode } from '../src/access/audit/modes.ts'
import { type Case, request } from './cases/case.ts'
import { makeClients, makeOrganisation, type Organisation } from './data/data.ts'
import { generate } from './data/generate.ts'
import { Harness, progress } from './harness.ts'
import { type Bench, measure } from './measure.ts'
import { readOptions } from './options.ts'
import { startFlags } from './processes.ts'
import { describe, machineLoad, resultTables, targetStatus } from './report.ts'

/** The read audit: reads of clients with it and without it, how much later a response is sent with `strict`, and a page of the access log. */
const options = readOptions(process.argv.slice(2))
const here = (name: string) => new URL(name, import.meta.url)
const clients = 2000
const targets = { record: 0.98, list: 0.95, growth: 0.77, strictMilliseconds: 25 }
/** Reads of each day of 400, and how often a day all clients are listed. */
const [smallLog, largeLog] = [
  { reads: 10, lists: 1 },
  { reads: options.full ? 5000 : 500, lists: options.full ? 288 : 48 },
]

async function bench(harness: Harness): Promise<void> {
  const loadBefore = machineLoad()
  progress('Making the data')
  const { db, address } = await harness.database()
  const organisation = await makeOrganisation(db, 'reader', 20, 0)
  await makeClients(db, organisation, clients)
  const [small, large] = [await makeLog(db, 'small-log', smallLog), await makeLog(db, 'large-log', largeLog)]
  await generate(db, 'vacuum analyze', [])
  const ids = await idsOf(db, organisation)
  const start = async (readAudit: AuditMode) => {
    const program = harness.program(here('service.js'), startFlags())
    return { program, ...(await program.send<{ port: number }>({ address, readAudit })) }
  }
  const [off, on, strict] = [await start('off'), await start('on'), await start('strict')]
  const load = harness.program(here('load.ts'), ['--import', import.meta.resolve('tsx')])
  const against = (tested: typeof on): Bench => ({
    programs: { service: tested.program, baseline: off.program },
    ports: { service: tested.port, baseline: off.port },
    ...{ load, options, countEvents: async () => 0 },
  })
  const { token } = organisation
  const records = ids.map((id) => request('GET', `/clients/${id}`, token))
  const lists = [1, 7, 13, 29].map((page) => request('GET', `/clients?page=${page}`, token))
  const both = (name: string, target: number, requests: string[]): Case => ({
    ...{ name, kind: 'baseline', target },
    reference: { program: 'baseline', requests },
    tested: { program: 'service', requests },
  })
  const results = []
  for (const one of [
    both('GET /clients/{id} with the audit', targets.record, records),
    both('GET /clients with the audit', targets.list, lists),
    pages(small, large),
  ]) {
    results.push(await measure(against(on), one))
    progress(`  ${one.name}: ${results.at(-1)!.ratio.median.toFixed(3)}`)
  }
  // A client of strict mode waits for commits, so its rate says nothing.
  const { reference, tested } = await measure(against(strict), both('strict', 0, records))
  const later = { p50: tested.p50 - reference.p50, p99: tested.p99 - reference.p99 }
  const postgres = (await db.query('show server_version')).rows[0].server_version
  const text = [
    `# Speed of the read audit\n\n${describe({ postgres, ...options, loadBefore })} \`npm run bench:audit\``,
    resultTables(results, on.program.memory()),
    `\`strict\` sends the response of GET /clients/{id} later by: p50 ${later.p50.toFixed(1)} ms, p99 ${later.p99.toFixed(1)} ms; target ≤ ${targets.strictMilliseconds} ms at p99: ${targetStatus(later.p99 <= targets.strictMilliseconds)}.`,
  ].join('\n\n')
  process.stdout.write(`\n${text}\n`)
  if (options.full) writeFileSync(here('results-audit.md'), `${text}\n`)
}

/** The access log of a client that is listed many times a day, and of one that is listed once. */
function pages(small: Organisation & { clientId: number }, large: Organisation & { clientId: number }): Case {
  const of = ({ clientId, token }: typeof small) => ({
    program: 'service' as const,
    requests: [
      request('GET', `/clients/${clientId}/access-log`, token),
      request('GET', `/clients/${clientId}/access-log?to=2026-06-01`, token),
    ],
  })
  const count = ({ reads, lists }: typeof smallLog) => ((reads + lists) * 400).toLocaleString('en-AU')
  return {
    name: `GET /clients/{id}/access-log, of ${count(largeLog)} rows against ${count(smallLog)}`,
    ...{ kind: 'growth', target: targets.growth, reference: of(small), tested: of(large) },
  }
}

const idsOf = async (db: pg.Pool, { orgId }: Organisation): Promise<number[]> =>
  (await db.query('select id from client where org_id = $1 order by id', [orgId])).rows.map(({ id }) => id)

/** Reads of 400 days in their order. The first client is in every list. */
async function makeLog(db: pg.Pool, slug: string, { reads, lists }: typeof smallLog) {
  const organisation = await makeOrganisation(db, slug, 20, 0)
  await makeClients(db, organisation, 200)
  const ids = await idsOf(db, organisation)
  const { orgId } = organisation
  await generate(
    db,
    `insert into client_read (org_id, at, node, n, connection_id, token_id, operation, via, client_ids, requests)
     select $1, r.at, '00000000-0000-0000-0000-000000000000', row_number() over (order by r.at), t.connection_id, t.id, 'getClient', 'api',
       case when r.n <= $3 then $2::bigint[] else array[($2::bigint[])[2 + r.n % 199]] end, 1
     from (select id, connection_id from access_token where org_id = $1 limit 1) t,
       (select n, timestamptz '2026-11-15' - (d + n::float / ($3 + $4)) * interval '1 day' as at
        from generate_series(0, 399) d, generate_series(1, $3::int + $4::int) n) r
     order by r.at`,
    [orgId, ids, lists, reads],
  )
  return { ...organisation, clientId: ids[0]! }
}

await Harness.run(30, bench)
