import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { setImmediate as nextImmediate } from 'node:timers/promises'
import type pg from 'pg'
import { request } from '../../bench/cases/case.ts'
import type { Harness } from '../../bench/harness.ts'
import type { Program } from '../../bench/processes.ts'
import { basePath } from '../../src/app.ts'
import { systemClock } from '../../src/process/clock.ts'
import { createDatabase, databaseUrl } from '../../test/harness/database.ts'
import { startTestServer } from '../../test/harness/postgres.ts'
import type { Document } from '../../test/harness/specification.ts'
import { createCloner } from '../lib/clone.ts'
import { exampleRequest, type RequestExample, type TestedOperation, testedOperations } from '../lib/examples.ts'
import type { LoadPlan, LoadResult } from '../lib/load.ts'
import { type Node, startNode } from '../lib/node.ts'
import { makeTenant, type Tenant } from '../lib/service.ts'
import { type HttpRequest, type HttpResponse, jsonOf } from '../lib/transport.ts'
import type { Findings } from './findings.ts'
import { importLargeRecords } from './large.ts'
import type { Options } from './options.ts'

/** A database with a small organisation and one with large records, and a node of the built service. */
export interface Environment {
  harness: Harness
  options: Options
  db: pg.Pool
  /** The planted fault of new nodes. */
  planted: string | undefined
  tenant: Tenant
  /** An organisation with records of maximum size. */
  large: Tenant
  /** A copy of the unchanged organisation. */
  cloneTenant(): Promise<Tenant>
  /** The running node. Starts a new one if it has ended, or with `isNew`. */
  node(isNew?: boolean): Promise<WarmNode>
  /** Sends load from another process, so that a busy trial does not delay it. */
  sendLoad(plan: Omit<LoadPlan, 'ports'>, node: WarmNode): Promise<LoadResult>
}

/** A node that has answered every operation before the first measurement. */
export interface WarmNode extends Node {
  document: Document
  operations: TestedOperation[]
  /** Paths of signed links to report and form pages. */
  links: { insight: string; dashboard: string; form: string; days: string }
  send(request: HttpRequest): Promise<HttpResponse>
  /** CPU milliseconds of the main thread since its start, read when it is idle. */
  threadMs(): Promise<number>
  /** The same, read immediately. */
  currentThreadMs(): number
  /** Kills the node without waiting for its requests. */
  kill(): Promise<void>
  isEnded(): boolean
}

const plantFile = new URL('node-faults.js', import.meta.url)

export async function createEnvironment(harness: Harness, options: Options): Promise<Environment> {
  const server = await startTestServer()
  harness.defer(() => server.stop())
  process.env.WATTLE_TEST_DATABASE = JSON.stringify(server.address)
  const { address, pool: db } = await createDatabase()
  harness.defer(() => db.end())
  const records = { db, clock: systemClock }
  const tenant = await makeTenant(records, 'Acacia')
  const clone = await createCloner(records)
  const large = await clone(tenant)
  await importLargeRecords(db, large)
  await db.query('vacuum analyze')
  const caller: Program = harness.program(new URL('../lib/load-generator.ts', import.meta.url), [
    '--import',
    import.meta.resolve('tsx'),
  ])
  const cloneTenant = () => clone(tenant)
  let current: WarmNode | undefined
  const environment: Environment = {
    ...{ harness, options, db, planted: undefined, tenant, large, cloneTenant },
    node: async (isNew = false) => {
      if (isNew) await current?.kill()
      // Later nodes only repeat measurements of the first, so a shorter warm-up is enough.
      if (!current || current.isEnded()) {
        const rounds = current || options.quick || options.planted ? 2 : 10
        current = await startWarm(environment, databaseUrl(address), rounds)
      }
      return current
    },
    sendLoad: (plan, { port }) => caller.send<LoadResult>({ ...plan, ports: [port] }),
  }
  return environment
}

async function startWarm(environment: Environment, url: string, rounds: number): Promise<WarmNode> {
  const { harness, planted } = environment
  // Rate limits are off, because they would hide the cost.
  const settings = {
    ...{ DATABASE_URL: url, WATTLE_RATE_LIMIT: '0', WATTLE_FORM_LIMIT: '0' },
    WATTLE_WEBHOOK_NETWORKS: '127.0.0.0/8',
  }
  const node = await startNode(harness, settings, planted, plantFile)
  const send = keepAliveSender(node.port)
  const response = await send({ method: 'GET', url: `${basePath}/openapi.json`, headers: {} })
  const document = jsonOf(response) as Document
  const operations = testedOperations(document).map(withoutNames)
  let ended: Promise<void> | undefined
  const kill = () => {
    if (!ended) process.kill(node.pid, 'SIGKILL')
    ended ??= node.stop()
    return ended
  }
  const links = await warmUp(send, operations, await environment.cloneTenant(), rounds)
  const { pid } = node
  const threads = { currentThreadMs: () => threadMsNow(pid), threadMs: () => idleThreadMs(pid) }
  return { ...node, document, operations, links, send, ...threads, kill, isEnded: () => ended !== undefined }
}

/** Webhooks are sent to this machine, where nobody listens: no name of an example is looked up. */
function withoutNames(tested: TestedOperation): TestedOperation {
  if (tested.name !== 'POST /webhooks') return tested
  const local = (example: RequestExample) => ({ ...example, body: { ...example.body, url: 'http://127.0.0.1:65535/' } })
  const [first, ...others] = tested.examples
  return { ...tested, examples: [local(first), ...others.map(local)] }
}

/** Sends requests one by one over a keep-alive connection. */
function keepAliveSender(port: number): (request: HttpRequest) => Promise<HttpResponse> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return ({ method, url, headers, payload }) =>
    new Promise((resolve) => {
      const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }
      const fail = () => resolve({ status: 0, headers: {}, text: '' })
      const outgoing = httpRequest(
        { host: '127.0.0.1', port, agent, method, path: url, headers: { ...length, ...headers }, timeout: 20_000 },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk) => chunks.push(chunk)).on('error', fail)
          const { statusCode: status = 0, headers: responseHeaders } = answer
          answer.on('end', () =>
            resolve({
              status,
              headers: responseHeaders as HttpResponse['headers'],
              text: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      // A head that is too long closes the connection, so the response may be lost.
      outgoing.on('error', fail).on('timeout', () => outgoing.destroy())
      outgoing.end(payload)
    })
}

const readThreadFile = (pid: number, file: string) => readFileSync(`/proc/${pid}/task/${pid}/${file}`, 'utf8')
const threadMsNow = (pid: number) => Number(readThreadFile(pid, 'schedstat').split(' ', 1)[0]) / 1e6
const isSleeping = (pid: number) => readThreadFile(pid, 'stat').split(') ').at(-1)![0] === 'S'

/** Waits until the thread sleeps: Linux updates its time when it leaves the CPU, and some work follows a response. */
async function idleThreadMs(pid: number): Promise<number> {
  const began = performance.now()
  while (!isSleeping(pid) && performance.now() - began < 5_000) await nextImmediate()
  return threadMsNow(pid)
}

/** Sends every example, so that code is compiled and caches are filled. Throws if one is rejected. */
async function warmUp(
  send: WarmNode['send'],
  operations: TestedOperation[],
  tenant: Tenant,
  rounds: number,
): Promise<WarmNode['links']> {
  for (let round = 0; round < rounds; round++) {
    for (const { name, operation, examples } of operations) {
      for (const example of examples) {
        const { status, text } = await send(exampleRequest(operation, example, tenant.token))
        if (round === 0 && status >= 300) throw new Error(`${name} returned ${status}: ${text.slice(0, 300)}`)
      }
    }
  }
  const api = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${tenant.token}`, ...(body && { 'content-type': 'application/json' }) }
    const payload = body && { payload: JSON.stringify(body) }
    const response = await send({ method, url: `${basePath}${path}`, headers, ...payload })
    if (response.status >= 300) throw new Error(`${method} ${path} returned ${response.status}: ${response.text}`)
    return jsonOf(response)
  }
  const local = (link: string) => {
    const { pathname, search } = new URL(link)
    return pathname + search
  }
  const spec = { source: 'tasks', metric: 'records::count', visualization: 'line', group_by: 'date:day' }
  const days = { name: 'Days', spec: { ...spec, date_range: { from: '2000-01-01', to: '2099-12-31' } } }
  return {
    insight: local((await api('GET', '/reports/insights/1')).data.link),
    dashboard: local((await api('GET', '/reports/dashboards/1')).data.link),
    form: local((await api('POST', '/forms/2/links', { client_id: 2001 })).url),
    days: local((await api('GET', `/reports/insights/${(await api('POST', '/reports/insights', days)).id}`)).data.link),
  }
}

/** The request of the ordinary caller that runs at the same time. */
export const ordinaryRequest = ({ token }: Tenant, more = ''): string =>
  request('GET', '/me', token).replace('\r\n\r\n', `\r\n${more}\r\n`)

export type CostTrial = (environment: Environment, findings: Findings, report: (text: string) => void) => Promise<void>
