import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { basePath } from '../../src/app.ts'
import { isServed, type Outcome } from '../lib/load.ts'
import type { Sent } from '../lib/transport.ts'
import { type Arena, honestRequest, type Warm } from './environment.ts'
import { type Findings, mostMemory } from './findings.ts'
import { validInputs } from './inputs.ts'
import { largeReads } from './large.ts'
import { wrongToken } from './single-requests.ts'
import { targetsOf } from './targets.ts'

/** From here on it is over without doubt: the node is ended before the machine is out of memory. */
const enoughMemory = 400
const mostLonger = 2
/** A p99 below this is no harm, however small it is alone: so long may one request of anybody keep the thread. */
const shortMilliseconds = 50
/** A busy machine lengthens one of them now and then. */
const tries = 4

interface Pipeline {
  name: string
  input: string
  bytes(): Buffer
  isRead: boolean
}

/** Many requests in one write on one connection, with the answers read to the end or never, beside an ordinary caller. */
export async function pipelines(arena: Arena, findings: Findings, tell: (text: string) => void): Promise<void> {
  const watch = await Watch.begin(arena)
  const all = await pipelinesOf(arena, watch.node)
  for (const [n, { name, input, bytes, isRead }] of all.entries()) {
    tell(`${n + 1}/${all.length} ${name}, ${input}, ${findings.broken.length} over a ceiling`)
    await watch.measure(findings, { name, input }, async () => {
      const socket = connect(watch.node.port, '127.0.0.1').on('error', () => {})
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.write(bytes())
      if (isRead) socket.resume()
      else socket.pause()
      return async () => {
        if (isRead) await Promise.race([closed, sleep(arena.options.quick ? 1_000 : 10_000)])
        socket.destroy()
      }
    })
  }
}

async function pipelinesOf(arena: Arena, node: Warm): Promise<Pipeline[]> {
  const { options, large, tenant } = arena
  const get = (url: string, token?: string): Sent => ({
    ...{ method: 'GET', url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } },
  })
  const packet = (name: string, who: string, sent: Sent, count: number): Pipeline[] =>
    [true, false].map((isRead) => ({
      ...{
        name,
        isRead,
        bytes: () => Buffer.concat(Array.from({ length: count }, (_, n) => wired(sent, n === count - 1))),
      },
      input: `${count} × in one write${who}, ${isRead ? 'answers read' : 'answers never read'}`,
    }))
  const worst = [
    ...packet('page /docs', '', get('/docs'), 2_000),
    ...largeReads
      .slice(0, options.quick ? 2 : undefined)
      .flatMap(({ name, path, of }) => packet(name, `, ${of}`, get(basePath + path, large.token), 350)),
  ]
  // Only this machine and bearers of its token see the metrics; a thousand of them are 400 MB of text to collect.
  const targets = (await targetsOf(arena, node)).filter(({ name }) =>
    options.quick ? name === 'GET /me' : name !== 'page /metrics',
  )
  // What is written is written to an organisation that nothing else reads.
  const written = await arena.fresh()
  const others = targets.flatMap((target) => {
    const { sent } = validInputs(target)[0]!
    if (!target.takesToken) return packet(target.name, '', sent, 1_000)
    const { token } = target.method === 'GET' ? tenant : written
    const as = (one: string): Sent => ({ ...sent, headers: { ...sent.headers, authorization: `Bearer ${one}` } })
    return [
      ...packet(target.name, ' with a wrong token', as(wrongToken), 1_000),
      ...packet(target.name, '', as(token), 1_000),
    ]
  })
  return [...worst.filter(({ name }) => name.includes(options.only)), ...others]
}

/** A request as it goes over the wire; the last of several asks for the connection to be closed. */
export function wired({ method, url, headers, payload }: Sent, isLast: boolean): Buffer {
  const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }
  const named = { host: '127.0.0.1', ...headers, ...length, ...(isLast && { connection: 'close' }) }
  const lines = Object.entries(named).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n${payload ?? ''}`)
}

/** Puts something on a node, and gives back what takes it off again. */
type Burden = () => Promise<() => unknown>

/** What an ordinary caller had, alone and beside it. */
interface Beside {
  alone: number
  memory: number
  outcome: Outcome
}

interface Watched {
  /** The ordinary caller opens a new connection for each request, and asks for /healthz in turn. */
  isNew?: boolean
  seconds?: number
}

/** A node, its memory, and an ordinary caller on it. */
export class Watch {
  readonly #arena: Arena
  readonly #alone = new Map<boolean, number>()
  node: Warm

  static begin = async (arena: Arena): Promise<Watch> => new Watch(arena, await arena.node())

  private constructor(arena: Arena, node: Warm) {
    this.#arena = arena
    this.node = node
  }

  /** The best of some tries beside an ordinary caller. */
  async measure(findings: Findings, about: { name: string; input: string }, burden: Burden, watched: Watched = {}) {
    let best: Beside | undefined
    for (let n = 0; n < tries; n++) {
      const alone = await this.#aloneAs(watched.isNew ?? false, n > 0)
      const got = { alone, ...(await this.#once(burden, watched)) }
      if (!best || badness(got) < badness(best)) best = got
      const isServedWithin = got.memory <= mostMemory && isServed(got.outcome)
      // What a node has once taken of memory it keeps.
      if (!isServedWithin || got.memory > mostMemory / 2) this.node = await this.#arena.node(true)
      const isFine = isServedWithin && isShort(got.outcome.p99, alone)
      if (isFine || got.memory > enoughMemory) break
    }
    const { alone, memory, outcome } = best!
    const { p99, sent, statuses, unsent } = outcome
    const ended = memory > enoughMemory && { more: 'then ended' }
    findings.add({ ceiling: 'memory', ...about, figure: memory, most: mostMemory, ...ended })
    const more = `${p99.toFixed(1)} ms, alone ${alone.toFixed(1)} ms`
    const holds = isShort(p99, alone)
    if (!ended) findings.add({ ceiling: 'p99', ...about, figure: p99 / alone, most: mostLonger, holds, more })
    const missing = sent + unsent - (statuses['200'] ?? 0)
    if (!ended) findings.add({ ceiling: 'answers', ...about, figure: missing, most: 0, more: `of ${sent}` })
  }

  /** The middle of three; measured anew beside what seems too long, since the machine may be slower than it was. */
  async #aloneAs(isNew: boolean, isAnew: boolean): Promise<number> {
    const known = this.#alone.get(isNew)
    if (known !== undefined && !isAnew) return known
    const rounds = []
    for (let n = 0; n < 3; n++) rounds.push((await this.#caller({ isNew })).p99)
    const alone = rounds.sort((a, b) => a - b)[1]!
    if (!isAnew) this.#alone.set(isNew, alone)
    return alone
  }

  #caller({ isNew = false, seconds = this.#arena.options.quick ? 1 : 2 }: Watched): Promise<Outcome> {
    const requests = [honestRequest(this.#arena.tenant, isNew ? 'Connection: close\r\n' : '')]
    if (isNew) requests.push('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
    return this.#arena.come({ requests, rate: isNew ? 40 : 100, seconds }, this.node)
  }

  async #once(burden: Burden, watched: Watched) {
    const { node } = this
    const level = node.memory().now
    let memory = 0
    const sampling = setInterval(() => {
      memory = Math.max(memory, node.memory().now - level)
      if (memory <= enoughMemory) return
      clearInterval(sampling)
      void node.kill()
    }, 10)
    const end = await burden()
    const outcome = await this.#caller(watched)
    await end()
    clearInterval(sampling)
    return { memory, outcome }
  }
}

const isShort = (p99: number, alone: number) => p99 <= alone * mostLonger || p99 < shortMilliseconds
const badness = ({ alone, memory, outcome: { p99, unanswered, unsent, resets } }: Beside) =>
  memory + p99 / alone + 1_000 * (unanswered + unsent + resets)
