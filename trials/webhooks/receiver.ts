import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Webhook } from 'standardwebhooks'
import type { Harness } from '../../bench/harness.ts'
import type { Random } from '../../demo/random.ts'
import type { Problems } from './problems.ts'

/** In every text that the writers write, and in no request to a receiver. */
export const words = 'Quokka'

export type Answer = 'success' | '500' | 'hang' | 'reset' | 'redirect' | 'endless' | 'broken'
/** Shares of the answers of a receiver, in percent. The rest are successes. */
const shares: [Answer, number][] = [
  ['500', 30],
  ['hang', 5],
  ['reset', 5],
  ['redirect', 2],
  ['endless', 1],
  ['broken', 1],
]

/** A sender that takes so much of an endless body has no limit. The buffers of a connection take some megabytes. */
const maxTaken = 32 * 1024 * 1024

/** One request of a webhook, as it came. */
export interface Arrival {
  event: number
  attempt: number
  node: string
  /** The moments of arrival and of a success, in one order for all requests. */
  order: number
  succeeded: number | undefined
  answer: Answer
  /** Null without an answer. */
  status: number | null
  isOpen: boolean
}

/** What a webhook's receiver knows about it and has got. */
export interface Endpoint {
  name: string
  secret: string
  feed: string
  /** The last event before it. */
  start: number
  isWanted(type: string): boolean
  ordered: boolean
  /** How much of the shares its failures have. */
  failures: number
  arrivals: Arrival[]
  /** Types that its connection may not read, and since when. */
  forbidden: { isForbidden(type: string): boolean; since: number } | undefined
}

/** A change of rights reaches a node that sends with the renewal of its lease, each second. */
const rightsMs = 3_000

/** The receiver of all webhooks. The path names the webhook. */
export class Receiver {
  readonly endpoints = new Map<string, Endpoint>()
  /** The digest of the body of each event, by its webhook-id. */
  readonly digests = new Map<string, string>()
  /** The first body of each event, by its webhook-id. */
  readonly bodies = new Map<string, any>()
  readonly counts = new Map<Answer, number>()
  canaryUrl = ''
  port = 0
  requests = 0
  #order = 0
  readonly #delay = monitorEventLoopDelay()
  readonly #random: Random
  readonly #problems: Problems

  constructor(random: Random, problems: Problems) {
    this.#random = random
    this.#problems = problems
  }

  async start(harness: Harness): Promise<void> {
    this.#delay.enable()
    harness.defer(() => this.#delay.disable())
    this.port = await this.#listen(harness, '127.0.0.1', 0, (request, response) => this.#receive(request, response))
    const canary = (request: IncomingMessage, response: ServerResponse) => {
      this.#problems.add('request at an address that nobody allowed', `${request.headers.host} ${request.url}`)
      response.writeHead(204).end()
    }
    // A redirect leads to the first. A name resolves to the second for a while.
    this.canaryUrl = `http://127.0.0.1:${await this.#listen(harness, '127.0.0.1', 0, canary)}/canary`
    await this.#listen(harness, '127.0.1.1', this.port, canary)
  }

  /** How long this process did not read requests. An attempt whose time is over meanwhile may be read after later events. */
  get longestPauseMs(): number {
    return this.#delay.max / 1e6
  }

  /** The nodes that wait for an answer. */
  sendersOf(endpoints: Endpoint[]): string[] {
    const open = endpoints.flatMap(({ arrivals }) => arrivals.slice(-30).filter(({ isOpen }) => isOpen))
    return [...new Set(open.map(({ node }) => node))]
  }

  async #listen(
    harness: Harness,
    host: string,
    port: number,
    handle: (request: IncomingMessage, response: ServerResponse) => unknown,
  ): Promise<number> {
    const server = createServer(async (request, response) => {
      await handle(request, response)
    })
    server.on('connection', (socket) => socket.on('error', () => {}))
    server.keepAliveTimeout = 0
    await once(server.listen(port, host), 'listening')
    harness.defer(() => {
      server.close()
      server.closeAllConnections()
    })
    return (server.address() as AddressInfo).port
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return // a node was killed before all of it was sent
    }
    const endpoint = this.endpoints.get(request.url ?? '')
    if (!endpoint) {
      this.#problems.add('request of an unknown webhook', String(request.url))
      response.writeHead(404).end()
      return
    }
    const arrival = this.#check(endpoint, request, Buffer.concat(chunks))
    this.requests++
    endpoint.arrivals.push(arrival)
    this.counts.set(arrival.answer, (this.counts.get(arrival.answer) ?? 0) + 1)
    response.once('close', () => {
      arrival.isOpen = false
    })
    this.#answer(arrival, response, request.socket)
  }

  #check(endpoint: Endpoint, { headers }: IncomingMessage, body: Buffer): Arrival {
    const { name, feed, secret } = endpoint
    const text = body.toString()
    const id = String(headers['webhook-id'])
    const here = `${id} at ${name}`
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false })
    } catch (error) {
      this.#problems.add('not signed', `${here}: ${(error as Error).message}`)
    }
    const parsed = JSON.parse(text)
    const event = parsed.data.id as number
    if (id !== `evt_${feed}_${event}`) this.#problems.add('another webhook-id than that of the event', here)
    if (text.includes(words)) this.#problems.add("people's words in a request", `${here}: ${text}`)
    const digest = createHash('sha256').update(body).digest('hex')
    if ((this.digests.get(id) ?? digest) !== digest) this.#problems.add('other bytes than before', here)
    this.digests.set(id, digest)
    if (!this.bodies.has(id)) this.bodies.set(id, parsed)
    if (!endpoint.isWanted(parsed.type) || event <= endpoint.start)
      this.#problems.add('an event that the webhook does not get', `${here}: ${parsed.type}`)
    const answer = this.#pick(endpoint)
    const attempt = Number(headers['webhook-attempt'])
    const node = String(headers['x-node'])
    const { forbidden } = endpoint
    const since = forbidden?.isForbidden(parsed.type) ? Date.now() - forbidden.since : 0
    if (since > rightsMs)
      this.#problems.add(
        'sent without the right to read it',
        `${here}: ${parsed.type}, by node ${node} after ${since} ms`,
      )
    return { event, attempt, node, order: ++this.#order, succeeded: undefined, answer, status: null, isOpen: true }
  }

  #pick({ failures }: Endpoint): Answer {
    let left = this.#random.next() * 100
    for (const [answer, share] of shares) {
      left -= share * failures
      if (left < 0) return answer
    }
    return 'success'
  }

  #answer(arrival: Arrival, response: ServerResponse, socket: Socket): void {
    const { answer } = arrival
    if (answer === 'hang') return
    if (answer === 'reset') {
      socket.resetAndDestroy()
      return
    }
    if (answer === 'broken') {
      socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n')
      return
    }
    const status = { success: 204, '500': 500, redirect: 302, endless: this.#random.pick([200, 500]) }[answer]
    arrival.status = status
    if (status < 300) arrival.succeeded = ++this.#order
    if (answer === 'endless') this.#writeEndlessly(arrival, response, socket)
    else response.writeHead(status, answer === 'redirect' ? { location: this.canaryUrl } : {}).end()
  }

  #writeEndlessly({ event, status }: Arrival, response: ServerResponse, socket: Socket): void {
    const part = Buffer.alloc(64 * 1024, 'a')
    const begun = socket.bytesWritten
    const write = () => {
      while (!socket.destroyed && response.write(part));
      if (socket.bytesWritten - socket.writableLength - begun < maxTaken || socket.destroyed) return
      this.#problems.add('an endless body was read', `event ${event}, ${maxTaken / 1024 / 1024} MB`)
      socket.destroy()
    }
    response.writeHead(status!).on('drain', write)
    write()
  }
}
