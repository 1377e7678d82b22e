import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { request } from '../../bench/cases/case.ts'
import type { Stage } from '../../bench/harness.ts'
import type { Program } from '../../bench/processes.ts'
import { basePath } from '../../src/app.ts'
import { systemClock } from '../../src/process/clock.ts'
import { createDatabase, databaseUrl } from '../../test/harness/database.ts'
import type { Document } from '../../test/harness/declared.ts'
import { startTestServer } from '../../test/harness/postgres.ts'
import { cloning } from '../lib/clone.ts'
import type { Arrivals, Outcome } from '../lib/load.ts'
import { type Node, startNode } from '../lib/node.ts'
import { type Known, knownOperations, requestOf } from '../lib/recipes.ts'
import { makeTenant, type Tenant } from '../lib/service.ts'
import { jsonOf, type Received, type Sent } from '../lib/transport.ts'
import type { Findings } from './findings.ts'
import { importLargeRecords } from './large.ts'
import type { Options } from './options.ts'

/** A database with a small organisation, one with large records, and nodes of the built service on it. */
export interface Arena {
  stage: Stage
  options: Options
  db: pg.Pool
  /** The fault that nodes are started with. */
  planted: string | undefined
  tenant: Tenant
  /** Has records as large as they get. */
  large: Tenant
  /** The organisation as it was before anything was tried. */
  fresh(): Promise<Tenant>
  /** The node that is running, one that was ended replaced; with `isNew`, another in its place. */
  node(isNew?: boolean): Promise<Warm>
  /** Another process, so that a busy trial does not delay the caller that it watches. */
  come(arrivals: Omit<Arrivals, 'ports'>, node: Warm): Promise<Outcome>
}

/** A node that has answered every operation before anything is measured. */
export interface Warm extends Node {
  document: Document
  known: Known[]
  /** Addresses of the pages of reports and forms that their links open. */
  links: { insight: string; dashboard: string; form: string; days: string }
  send(sent: Sent): Promise<Received>
  /** Milliseconds on the CPU of the main thread since its start, when it has nothing more to do. */
  thread(): Promise<number>
  /** The same as the system has it now. */
  threadNow(): number
  /** At once: what it has under way does not matter. */
  kill(): Promise<void>
  isEnded(): boolean
}

const plantFile = new URL('node-faults.js', import.meta.url)

export async function makeArena(stage: Stage, options: Options): Promise<Arena> {
  const server = await startTestServer()
  stage.undo(() => server.stop())
  process.env.WATTLE_TEST_DATABASE = JSON.stringify(server.address)
  const { address, pool: db } = await createDatabase()
  stage.undo(() => db.end())
  const records = { db, clock: systemClock }
  const tenant = await makeTenant(records, 'Acacia')
  const clone = await cloning(records)
  const large = await clone(tenant)
  await importLargeRecords(db, large)
  await db.query('vacuum analyze')
  const caller: Program = stage.program(new URL('../lib/load-generator.ts', import.meta.url), [
    '--import',
    import.meta.resolve('tsx'),
  ])
  const fresh = () => clone(tenant)
  let current: Warm | undefined
  const arena: Arena = {
    ...{ stage, options, db, planted: undefined, tenant, large, fresh },
    node: async (isNew = false) => {
      if (isNew) await current?.kill()
      // Whatever is tried on a second one is tried because of the first, which was warm.
      if (!current || current.isEnded()) {
        const rounds = current || options.quick || options.planted ? 2 : 10
        current = await startWarm(arena, databaseUrl(address), rounds)
      }
      return current
    },
    come: (arrivals, { port }) => caller.ask<Outcome>({ ...arrivals, ports: [port] }),
  }
  return arena
}

async function startWarm(arena: Arena, url: string, rounds: number): Promise<Warm> {
  const { stage, planted } = arena
  // Cost is measured, not how soon a limit ends it.
  const settings = { DATABASE_URL: url, WATTLE_RATE_LIMIT: '0', WATTLE_FORM_LIMIT: '0' }
  const node = await startNode(stage, settings, planted, plantFile)
  const send = keptCaller(node.port)
  const received = await send({ method: 'GET', url: `${basePath}/openapi.json`, headers: {} })
  const document = jsonOf(received) as Document
  const known = knownOperations(document)
  let ended: Promise<void> | undefined
  const kill = () => {
    if (!ended) process.kill(node.pid, 'SIGKILL')
    ended ??= node.stop()
    return ended
  }
  const links = await warmUp(send, known, await arena.fresh(), rounds)
  const { pid } = node
  const threads = { threadNow: () => threadOf(pid), thread: () => restingThread(pid) }
  return { ...node, document, known, links, send, ...threads, kill, isEnded: () => ended !== undefined }
}

/** Requests one after the other over a connection that is kept, as programs send them. */
function keptCaller(port: number): (sent: Sent) => Promise<Received> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return ({ method, url, headers, payload }) =>
    new Promise((resolve) => {
      const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }
      const none = () => resolve({ status: 0, headers: {}, text: '' })
      const sending = httpRequest(
        { host: '127.0.0.1', port, agent, method, path: url, headers: { ...length, ...headers }, timeout: 20_000 },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk) => chunks.push(chunk)).on('error', none)
          const { statusCode: status = 0, headers: named } = answer
          answer.on('end', () =>
            resolve({ status, headers: named as Received['headers'], text: Buffer.concat(chunks).toString() }),
          )
        },
      )
      // A head that is too long is refused with the connection closed, which may cost the sender the answer.
      sending.on('error', none).on('timeout', () => sending.destroy())
      sending.end(payload)
    })
}

const ofThread = (pid: number, file: string) => readFileSync(`/proc/${pid}/task/${pid}/${file}`, 'utf8')
const threadOf = (pid: number) => Number(ofThread(pid, 'schedstat').split(' ', 1)[0]) / 1e6
const isSleeping = (pid: number) => ofThread(pid, 'stat').split(') ').at(-1)![0] === 'S'

/** When it sleeps: the system adds up a thread's time when it leaves the CPU, and some work follows an answer. */
async function restingThread(pid: number): Promise<number> {
  const began = performance.now()
  while (!isSleeping(pid) && performance.now() - began < 5_000) await nextTurn()
  return threadOf(pid)
}

/** Every operation, so that what is compiled and made once is. A valid request that is refused would leave its operation cold. */
async function warmUp(send: Warm['send'], known: Known[], tenant: Tenant, rounds: number): Promise<Warm['links']> {
  for (let round = 0; round < rounds; round++) {
    for (const { name, operation, recipes } of known) {
      for (const recipe of recipes) {
        const { status, text } = await send(requestOf(operation, recipe, tenant.token))
        if (round === 0 && status >= 300) throw new Error(`${name} is answered ${status}: ${text.slice(0, 300)}`)
      }
    }
  }
  const api = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${tenant.token}`, ...(body && { 'content-type': 'application/json' }) }
    const payload = body && { payload: JSON.stringify(body) }
    const received = await send({ method, url: `${basePath}${path}`, headers, ...payload })
    if (received.status >= 300) throw new Error(`${method} ${path} is answered ${received.status}: ${received.text}`)
    return jsonOf(received)
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

/** What an ordinary caller sends beside. */
export const honestRequest = ({ token }: Tenant, more = ''): string =>
  request('GET', '/me', token).replace('\r\n\r\n', `\r\n${more}\r\n`)

export type Part = (arena: Arena, findings: Findings, tell: (text: string) => void) => Promise<void>
