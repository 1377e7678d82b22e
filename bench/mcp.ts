import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { basePath } from '../src/app.ts'
import type { Case } from './cases/case.ts'
import { makeClients, makeOrganisation, type Organisation } from './data/data.ts'
import { generate } from './data/generate.ts'
import { Harness, progress } from './harness.ts'
import { type Bench, measure } from './measure.ts'
import { readOptions } from './options.ts'
import { type Program, startFlags } from './processes.ts'
import { describe, machineLoad, table, targetStatus } from './report.ts'

/**
 * What the MCP server costs: the tool `get_client` against `GET /clients/{id}`, which it sends inside. Each has a service of its own on
 * one database, so that their memory can be compared too.
 */
const options = readOptions(process.argv.slice(2))
const here = (name: string) => new URL(name, import.meta.url)
const targets = { added: 4, rate: 0.5, memory: 15 }

async function bench(harness: Harness): Promise<void> {
  const loadBefore = machineLoad()
  const { address, db } = await harness.database()
  const organisation = await makeOrganisation(db, 'agents', 20, 0)
  await makeClients(db, organisation, 2000)
  await generate(db, 'vacuum analyze', [])
  const { rows } = await db.query('select id from client where org_id = $1 order by id', [organisation.orgId])
  const ids = rows.map(({ id }) => Number(id))

  const profiles = options.profile && { profiles: fileURLToPath(here('profiles')) }
  const start = async (): Promise<{ program: Program; port: number }> => {
    const program = harness.program(here('service.js'), startFlags())
    return { program, port: (await program.send<{ port: number }>({ address, ...profiles })).port }
  }
  const [rest, mcp] = [await start(), await start()]
  const requests = {
    rest: ids.map((id) => getRequest(id, organisation)),
    mcp: ids.map((id) => toolRequest(id, organisation)),
  }
  await checkBoth(ids[0]!, organisation, rest.port, mcp.port)

  const benchSetup: Bench = {
    programs: { baseline: rest.program, service: mcp.program },
    ports: { baseline: rest.port, service: mcp.port },
    load: harness.program(here('load.ts'), ['--import', import.meta.resolve('tsx')]),
    options,
    countEvents: async () => 0,
  }
  const run = async (connections: number) => {
    const benchCase: Case = {
      name: `get_client, ${connections} at a time`,
      kind: 'baseline',
      target: targets.rate,
      reference: { program: 'baseline', requests: requests.rest },
      tested: { program: 'service', requests: requests.mcp },
      connections,
    }
    const result = await measure(benchSetup, benchCase)
    progress(`  ${benchCase.name}: ${result.ratio.median.toFixed(2)}`)
    return result
  }
  const memory = () => ({ rest: rest.program.memory()?.now, mcp: mcp.program.memory()?.now })
  const first = memory()
  const one = await run(1)
  const many = await run(16)
  const last = memory()

  const postgres = (await db.query('show server_version')).rows[0].server_version
  const added = one.tested.p50 - one.reference.p50
  const memoryRow = (name: string, { rest, mcp }: ReturnType<typeof memory>) => {
    if (rest === undefined || mcp === undefined) return []
    const isReached = mcp - rest <= targets.memory
    const figures = [rest.toFixed(0), mcp.toFixed(0), `+ ${(mcp - rest).toFixed(0)}`]
    return [[name, ...figures, `≤ + ${targets.memory}`, targetStatus(isReached)]]
  }
  const text = [
    `# Cost of the MCP server\n\n${describe({ postgres, ...options, loadBefore })} \`npm run bench:mcp\``,
    table([
      ['', '`GET /clients/{id}`', 'tool `get_client`', '', 'target', ''],
      [
        ...['p50, 1 at a time, ms', one.reference.p50.toFixed(2), one.tested.p50.toFixed(2)],
        ...[`+ ${added.toFixed(2)}`, `≤ + ${targets.added}`, targetStatus(added <= targets.added)],
      ],
      [
        ...['a second, 16 at a time', many.reference.perSecond.toFixed(0), many.tested.perSecond.toFixed(0)],
        `${many.ratio.median.toFixed(2)} (${many.ratio.min.toFixed(2)}–${many.ratio.max.toFixed(2)})`,
        ...[`≥ ${targets.rate}`, targetStatus(many.ratio.median >= targets.rate)],
      ],
      ['CPU of the service, µs', many.reference.cpu.toFixed(0), many.tested.cpu.toFixed(0), '', '', ''],
      ...memoryRow('resident memory after the first request, MB', first),
      ...memoryRow('resident memory at the end, MB', last),
    ]),
  ].join('\n\n')
  process.stdout.write(`\n${text}\n`)
  if (options.full) writeFileSync(here('results-mcp.md'), `${text}\n`)
}

const getRequest = (id: number, { token }: Organisation) =>
  `GET ${basePath}/clients/${id} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nAccept: application/json\r\n\r\n`

const protocol = '2026-07-28'

const toolHeaders = (token: string) => ({
  Authorization: `Bearer ${token}`,
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
  'MCP-Protocol-Version': protocol,
  'MCP-Method': 'tools/call',
  'MCP-Name': 'get_client',
})

const toolMessage = (id: number) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'get_client',
      arguments: { id },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': protocol,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  })

function toolRequest(id: number, { token }: Organisation): string {
  const body = toolMessage(id)
  const headers = Object.entries({ Host: '127.0.0.1', ...toolHeaders(token), 'Content-Length': body.length })
  return `POST /mcp HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

/** Both must return the same client. */
async function checkBoth(id: number, { token }: Organisation, restPort: number, mcpPort: number): Promise<void> {
  const read = async (address: string, init: RequestInit) => (await fetch(address, init)).json() as Promise<any>
  const { data } = await read(`http://127.0.0.1:${restPort}${basePath}/clients/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { result } = await read(`http://127.0.0.1:${mcpPort}/mcp`, {
    method: 'POST',
    headers: toolHeaders(token),
    body: toolMessage(id),
  })
  assert.equal(data.id, id)
  assert.deepEqual(Object.keys(result.structuredContent.client), Object.keys(data))
  assert.equal(result.structuredContent.client.primary_contact_number, data.primary_contact_number)
}

await Harness.run(10, bench)
