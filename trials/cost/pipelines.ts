import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { basePath } from '../../src/app.ts'
import { isServed, type LoadResult } from '../lib/load.ts'
import type { HttpRequest } from '../lib/transport.ts'
import { type Environment, ordinaryRequest, type WarmNode } from './environment.ts'
import { type Findings, maxMemoryMb } from './findings.ts'
import { validInputs } from './inputs.ts'
import { largeReads } from './large.ts'
import { invalidToken } from './single-requests.ts'
import { targetsOf } from './targets.ts'

/** The node is killed above this, before the machine runs out of memory. */
const abortMemoryMb = 400
const maxP99Ratio = 2
/** A p99 below this is acceptable whatever the ratio: it is the main thread limit of one request. */
const acceptableP99Ms = 50
/** A busy machine can spoil one of them. */
const tries = 4

interface Pipeline {
  name: string
  input: string
  bytes(): Buffer
  isRead: boolean
}

/** Many requests in one write on one connection, with responses read or not, while an ordinary caller sends requests. */
export async function testPipelines(
  environment: Environment,
  findings: Findings,
  report: (text: string) => void,
): Promise<void> {
  const observer = await Observer.start(environment)
  const all = await pipelinesOf(environment, observer.node)
  for (const [n, { name, input, bytes, isRead }] of all.entries()) {
    report(`${n + 1}/${all.length} ${name}, ${input}, ${findings.exceeded.length} above a limit`)
    await observer.measure(findings, { name, input }, async () => {
      const socket = connect(observer.node.port, '127.0.0.1').on('error', () => {})
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.write(bytes())
      if (isRead) socket.resume()
      else socket.pause()
      return async () => {
        if (isRead) await Promise.race([closed, sleep(environment.options.quick ? 1_000 : 10_000)])
        socket.destroy()
      }
    })
  }
}

async function pipelinesOf(environment: Environment, node: WarmNode): Promise<Pipeline[]> {
  const { options, large, tenant } = environment
  const get = (url: string, token?: string): HttpRequest => ({
    ...{ method: 'GET', url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } },
  })
  const packet = (name: string, who: string, request: HttpRequest, count: number): Pipeline[] =>
    [true, false].map((isRead) => ({
      ...{
        name,
        isRead,
        bytes: () => Buffer.concat(Array.from({ length: count }, (_, n) => serializeRequest(request, n === count - 1))),
      },
      input: `${count} × in one write${who}, ${isRead ? 'responses read' : 'responses never read'}`,
    }))
  const worst = [
    ...packet('page /docs', '', get('/docs'), 2_000),
    ...largeReads
      .slice(0, options.quick ? 2 : undefined)
      .flatMap(({ name, path, of }) => packet(name, `, ${of}`, get(basePath + path, large.token), 350)),
  ]
  // /metrics is not public, and a thousand of its responses are 400 MB.
  const targets = (await targetsOf(environment, node)).filter(({ name }) =>
    options.quick ? name === 'GET /me' : name !== 'page /metrics',
  )
  // Writes go to a separate organisation.
  const writeTenant = await environment.cloneTenant()
  const others = targets.flatMap((target) => {
    const { request } = validInputs(target)[0]!
    if (!target.takesToken) return packet(target.name, '', request, 1_000)
    const { token } = target.method === 'GET' ? tenant : writeTenant
    const as = (one: string): HttpRequest => ({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${one}` },
    })
    return [
      ...packet(target.name, ' with an invalid token', as(invalidToken), 1_000),
      ...packet(target.name, '', as(token), 1_000),
    ]
  })
  return [...worst.filter(({ name }) => name.includes(options.only)), ...others]
}

/** The bytes of a request. The last one of a packet has `Connection: close`. */
export function serializeRequest({ method, url, headers, payload }: HttpRequest, isLast: boolean): Buffer {
  const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }
  const named = { host: '127.0.0.1', ...headers, ...length, ...(isLast && { connection: 'close' }) }
  const lines = Object.entries(named).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n${payload ?? ''}`)
}

/** A caller that is alone waits longer than this only if other work uses the machine, such as a vacuum. Then it is too early to measure. */
const quietP99Ms = 60
const waitMs = 5_000
const maxWaits = 6

/** Starts a load on a node. Returns a function that ends it. */
type Load = () => Promise<() => unknown>

/** Results of the ordinary caller, alone and during the load. */
interface Observation {
  alone: number
  memory: number
  outcome: LoadResult
}

interface ObserveOptions {
  /** The ordinary caller opens a new connection for each request, and alternates with /healthz. */
  isNew?: boolean
  seconds?: number
}

/** Measures a node's memory and an ordinary caller during a load. */
export class Observer {
  readonly #environment: Environment
  readonly #alone = new Map<boolean, number>()
  node: WarmNode

  static start = async (environment: Environment): Promise<Observer> =>
    new Observer(environment, await environment.node())

  private constructor(environment: Environment, node: WarmNode) {
    this.#environment = environment
    this.node = node
  }

  /** Records the best of several tries. */
  async measure(
    findings: Findings,
    about: { name: string; input: string },
    startLoad: Load,
    options: ObserveOptions = {},
  ) {
    let best: Observation | undefined
    for (let n = 0; n < tries; n++) {
      const alone = await this.#aloneAs(options.isNew ?? false, n > 0)
      const observation = { alone, ...(await this.#once(startLoad, options)) }
      if (!best || severity(observation) < severity(best)) best = observation
      const isServedWithin = observation.memory <= maxMemoryMb && isServed(observation.outcome)
      // A node does not release its memory, so a new one is needed.
      if (!isServedWithin || observation.memory > maxMemoryMb / 2) this.node = await this.#environment.node(true)
      const isFine = isServedWithin && isAcceptableP99(observation.outcome.p99, alone)
      if (isFine || observation.memory > abortMemoryMb) break
    }
    const { alone, memory, outcome } = best!
    const { p99, sent, statuses, unsent } = outcome
    const ended = memory > abortMemoryMb && { detail: 'then killed' }
    findings.add({ ceiling: 'memory', ...about, figure: memory, limit: maxMemoryMb, ...ended })
    const detail = `${p99.toFixed(1)} ms, alone ${alone.toFixed(1)} ms`
    const isWithin = isAcceptableP99(p99, alone)
    if (!ended) findings.add({ ceiling: 'p99', ...about, figure: p99 / alone, limit: maxP99Ratio, isWithin, detail })
    const missing = sent + unsent - (statuses['200'] ?? 0)
    if (!ended) findings.add({ ceiling: 'answers', ...about, figure: missing, limit: 0, detail: `of ${sent}` })
  }

  /** The median of three. Measured again for each further try, because the machine may have become slower. */
  async #aloneAs(isNew: boolean, isRepeated: boolean): Promise<number> {
    const known = this.#alone.get(isNew)
    if (known !== undefined && !isRepeated) return known
    let alone = await this.#medianOf3(isNew)
    for (let n = 0; n < maxWaits && alone > quietP99Ms; n++) {
      await sleep(waitMs)
      alone = await this.#medianOf3(isNew)
    }
    if (!isRepeated) this.#alone.set(isNew, alone)
    return alone
  }

  async #medianOf3(isNew: boolean): Promise<number> {
    const rounds = []
    for (let n = 0; n < 3; n++) rounds.push((await this.#caller({ isNew })).p99)
    return rounds.sort((a, b) => a - b)[1]!
  }

  #caller({ isNew = false, seconds = this.#environment.options.quick ? 1 : 2 }: ObserveOptions): Promise<LoadResult> {
    const requests = [ordinaryRequest(this.#environment.tenant, isNew ? 'Connection: close\r\n' : '')]
    if (isNew) requests.push('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
    return this.#environment.sendLoad({ requests, rate: isNew ? 40 : 100, seconds }, this.node)
  }

  async #once(startLoad: Load, options: ObserveOptions) {
    const { node } = this
    const level = node.memory().now
    let memory = 0
    const sampling = setInterval(() => {
      memory = Math.max(memory, node.memory().now - level)
      if (memory <= abortMemoryMb) return
      clearInterval(sampling)
      void node.kill()
    }, 10)
    const end = await startLoad()
    const outcome = await this.#caller(options)
    await end()
    clearInterval(sampling)
    return { memory, outcome }
  }
}

const isAcceptableP99 = (p99: number, alone: number) => p99 <= alone * maxP99Ratio || p99 < acceptableP99Ms
const severity = ({ alone, memory, outcome: { p99, unanswered, unsent, resets } }: Observation) =>
  memory + p99 / alone + 1_000 * (unanswered + unsent + resets)
