import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { basePath } from '../src/app.ts'
import { percentile } from './client.ts'
import { makeClients, makeOrganisation } from './data/data.ts'
import { generate } from './data/generate.ts'
import { Harness, progress } from './harness.ts'
import { readOptions } from './options.ts'
import { startFlags } from './processes.ts'
import { describe, machineLoad, targetStatus } from './report.ts'

/**
 * What the typed client costs: `clients.get` against the same request by `fetch` alone, and by `fetch` with a time limit, in one process by turns; its import
 * against that of an empty module; and its size as a bundle.
 */
const options = readOptions(process.argv.slice(2))
const here = (name: string) => new URL(name, import.meta.url)
const concurrency = 8
const turns = 10
const imports = options.full ? 25 : 7
const targets = { get: 0.9, importMs: 15, kilobytes: 12 }

async function bench(harness: Harness): Promise<void> {
  const loadBefore = machineLoad()
  const { address, db } = await harness.database()
  const organisation = await makeOrganisation(db, 'sdk', 20, 0)
  await makeClients(db, organisation, 2000)
  await generate(db, 'vacuum analyze', [])
  const { rows } = await db.query('select id from client where org_id = $1 order by id', [organisation.orgId])
  const ids = rows.map(({ id }) => Number(id))
  const postgres = (await db.query('show server_version')).rows[0].server_version
  const service = harness.program(here('service.js'), startFlags())
  const { port } = await service.send<{ port: number }>({ address })
  const baseUrl = `http://127.0.0.1:${port}${basePath}`

  const built = here('../sdk/dist/index.js')
  const { Wattle } = (await import(built.href)) as typeof import('../sdk/src/index.ts')
  const wattle = new Wattle({ token: organisation.token, baseUrl })
  const headers = { authorization: `Bearer ${organisation.token}` }
  const bare = async (id: number, options: RequestInit = {}) => {
    const response = await fetch(`${baseUrl}/clients/${id}`, { headers, ...options })
    if (!response.ok) throw new Error(`${response.status}`)
    return (await response.json()) as { data: { id: number } }
  }
  const sides = {
    fetch: (id: number) => bare(id),
    limited: (id: number) => bare(id, { signal: AbortSignal.timeout(30_000) }),
    client: async (id: number) => await wattle.clients.get(id),
  }
  // Of all turns together: single turns differ by what else the machine does.
  const sum = (values: number[]) => values.reduce((total, one) => total + one, 0)
  for (const get of Object.values(sides)) await rate(get, ids, options.warmUpSeconds)
  const rates = { fetch: [] as number[], limited: [] as number[], client: [] as number[] }
  // Short turns, so that other load on the machine is the same for both.
  for (let round = 0; round < options.rounds * 2 * turns; round++) {
    const order = [
      ['fetch', 'limited', 'client'],
      ['client', 'fetch', 'limited'],
      ['limited', 'client', 'fetch'],
    ][round % 3] as (keyof typeof sides)[]
    for (const side of order) rates[side].push(await rate(sides[side], ids, options.roundSeconds / turns))
  }
  progress(`  clients.get: ${(sum(rates.client) / sum(rates.fetch)).toFixed(3)}`)
  const { client, empty } = importTimes(built.href)
  const size = (await bundleBytes()) / 1024
  const text = [
    `# Cost of the typed client\n\n${describe({ postgres, ...options, loadBefore })} \`npm run bench:sdk\``,
    [
      '| | floor | client | | target | |',
      '|:--|--:|--:|--:|--:|:--|',
      ...(['limited', 'fetch'] as const).map((floor) => {
        const ratio = sum(rates.client) / sum(rates[floor])
        const name = floor === 'fetch' ? '`fetch` alone, which may hang for ever' : '`fetch` with a time limit'
        const perSecond = (side: keyof typeof rates) => (sum(rates[side]) / rates[side].length).toFixed(0)
        return `| \`clients.get\` against ${name}, ${concurrency} at a time, a second | ${perSecond(floor)} | ${perSecond('client')} | ${ratio.toFixed(2)} | ≥ ${targets.get} | ${targetStatus(ratio >= targets.get)} |`
      }),
      `| import, against that of an empty module, ms | ${empty.toFixed(1)} | ${client.toFixed(1)} | | ≤ ${targets.importMs} | ${targetStatus(client <= targets.importMs)} |`,
      `| minified bundle, gzipped, KB | | ${size.toFixed(1)} | | ≤ ${targets.kilobytes} | ${targetStatus(size <= targets.kilobytes)} |`,
    ].join('\n'),
  ].join('\n\n')
  process.stdout.write(`\n${text}\n`)
  if (options.full) writeFileSync(here('results-sdk.md'), `${text}\n`)
}

/** Answers in a second. */
async function rate(
  get: (id: number) => Promise<{ data: { id: number } }>,
  ids: number[],
  seconds: number,
): Promise<number> {
  const began = performance.now()
  const until = began + seconds * 1000
  let count = 0
  const work = async (first: number) => {
    for (let n = first; performance.now() < until; n += concurrency) {
      const id = ids[n % ids.length]!
      if ((await get(id)).data.id !== id) throw new Error('another client')
      count++
    }
  }
  await Promise.all(Array.from({ length: concurrency }, (_, n) => work(n)))
  return (count * 1000) / (performance.now() - began)
}

/** Each in a process of its own, by turns. */
function importTimes(client: string): { client: number; empty: number } {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-import-'))
  try {
    const empty = join(folder, 'empty.mjs')
    writeFileSync(empty, '')
    const time = (url: string) =>
      Number(
        execFileSync(process.execPath, [
          ...['--input-type=module', '-e'],
          `const began = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - began)`,
        ]),
      )
    const times = Array.from({ length: imports }, () => [time(pathToFileURL(empty).href), time(client)] as const)
    return {
      empty: percentile(
        times.map(([one]) => one),
        0.5,
      ),
      client: percentile(
        times.map(([, one]) => one),
        0.5,
      ),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function bundleBytes(): Promise<number> {
  const entryPoints = [new URL('../sdk/src/index.ts', import.meta.url).pathname]
  const { outputFiles } = await build({ entryPoints, bundle: true, minify: true, format: 'esm', write: false })
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length
}

await Harness.run(10, bench)
