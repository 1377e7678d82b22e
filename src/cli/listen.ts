import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { type EventRecord, eventKinds } from '../events/catalogue.ts'
import { typesError } from '../events/filter.ts'
import { errorStatus } from '../http/contract/errors.ts'
import { basePath } from '../http/server/listen.ts'
import { systemClock } from '../process/clock.ts'
import { Failure, UsageFailure } from '../process/failure.ts'
import { listenForStop } from '../process/shutdown.ts'
import { escaped } from '../process/terminal.ts'
import { bodyBytes, messageId, type Source } from '../webhooks/bodies.ts'
import { everyAddress } from '../webhooks/outbound/addresses.ts'
import { type Attempt, Outbound } from '../webhooks/outbound/outbound.ts'
import { listenSecret, signedHeaders } from '../webhooks/outbound/signing.ts'
import { webhookUrl } from '../webhooks/outbound/webhook-url.ts'
import { eventLine } from './events.ts'
import { oneLine } from './output.ts'
import { serviceUrl, tokenOf } from './remote-service.ts'

const help = `
Examples:
  WATTLE_TOKEN=svc_at_… wattle listen --forward-to http://localhost:3000/hooks/wattle
  wattle listen --forward-to localhost:3000 --types "shift.*,client.created"
  wattle listen --forward-to localhost:3000 --from 10234 --limit 1
  wattle listen --url https://care.example.org --print-json

For those who write a receiver of webhooks: it reads the events with a token, so the receiver need not be reachable from the
internet and no webhook is created. Each request is the one that a webhook would get, signed with the secret that is printed
at the start. The secret is derived from the token and stays the same as long as the token does.

Events are sent in order, one at a time. A request that fails is shown and not repeated: send the event again with --from and
its number, and --limit 1. While the service cannot be reached the command waits, then goes on after the last event.
With --print-json the bodies are on stdout and everything else is on stderr.

Environment:
  WATTLE_TOKEN  the token; other users of the machine can see --token in the list of processes
  WATTLE_URL    the address of the service`

interface Options {
  forwardTo?: string
  url?: string
  token?: string
  types?: string
  from: string
  limit?: number
  printJson?: boolean
}

export function addListen(program: Command): void {
  program
    .command('listen')
    .description('send the events of an organisation to a program on this machine, signed as webhooks are')
    .option('--forward-to <url>', 'the receiver; without it events are only printed')
    .option('--types <types>', 'only these types, such as "shift.*,client.created"')
    .option('--from <where>', 'oldest, latest or the number of the first event', parseFrom, 'latest')
    .option('--limit <number>', 'end after this many events', parseLimit)
    .option('--print-json', 'print the body of each request as one line of JSON')
    .option('--url <url>', 'the address of the service (default: WATTLE_URL, or the service on this machine)')
    .option('--token <token>', 'an access token of the organisation (default: WATTLE_TOKEN)')
    .addHelpText('after', help)
    .action(listen)
}

async function listen({
  from,
  limit = Number.POSITIVE_INFINITY,
  printJson = false,
  ...options
}: Options): Promise<void> {
  const token = tokenOf(options)
  const types = typesOf(options.types)
  const receiver = receiverOf(options.forwardTo)
  const stop = new AbortController()
  const service = new Service(serviceUrl(options.url), token, stop.signal)
  listenForStop(() => {}).signal.then(() => stop.abort())
  const sender = receiver && new Sender(receiver, listenSecret(token))
  const feed = new Feed(service, from, types)
  let sent = 0
  const failed: number[] = []
  try {
    const { name, slug, timezone } = await service.organisation()
    let page = await feed.read(limit)
    say(`Listening to ${name} (${slug}) at ${service.url}: ${beginning(from)}.`)
    if (types) say(`Types: ${types.join(', ')}`)
    if (sender) say(`Forwarding to ${sender.name}\nSecret of the signatures: ${sender.secret}`)
    say('Ctrl-C stops.')
    for (; ; page = await feed.read(limit - sent)) {
      for (const event of page.data) {
        const body = bodyOf(event, { feed: page.meta.feed, organisation: slug })
        const attempt = body && (await sender?.send(messageId(page.meta, event.id), body, stop.signal))
        feed.position = event.id
        if (attempt && !attempt.ok) failed.push(event.id)
        if (body && printJson) process.stdout.write(`${body}\n`)
        const out = printJson ? process.stderr : process.stdout
        if (body && (sender || !printJson))
          out.write(`${eventLine(event, timezone, ...(attempt ? [resultOf(attempt)] : []))}\n`)
        if (++sent < limit) continue
        // A script that sends some events must notice that the receiver has not taken one.
        if (failed.length > 0) process.exitCode = 1
        return
      }
      feed.position = page.meta.next
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    sender?.close()
    if (feed.position !== undefined) say(`Stopped. Go on with --from ${feed.position + 1}`)
    if (failed.length > 0) sayFailed(failed)
  }
}

function sayFailed(ids: readonly number[]): void {
  const listed = ids.slice(0, 10).join(', ')
  const more = ids.length > 10 ? ` and ${ids.length - 10} more` : ''
  say(`The receiver did not take ${listed}${more}. Send one again with --from ${ids[0]} --limit 1`)
}

/** Everything but events. It may contain names from the service. */
const say = (text: string) => process.stderr.write(`${escaped(text)}\n`)

const beginning = (from: string): string =>
  ({ latest: 'new events', oldest: 'all events that are stored' })[from] ?? `events from ${from} on`

/** A type of a newer service has a detail whose texts are not known here, so it cannot be sent as a webhook would. */
function bodyOf(event: EventRecord, source: Source): Buffer | undefined {
  if (eventKinds.has(event.type)) return bodyBytes(event, source)
  say(`Event ${event.id} was left out: this version of wattle does not know the type ${oneLine(event.type)}.`)
  return undefined
}

function resultOf({ ok, status_code, duration_ms, error, response }: Attempt): string {
  const result = `${status_code ?? 'failed'} in ${duration_ms} ms`
  return ok ? result : [`${result}:`, error, response].filter((part) => part !== null).join(' ')
}

/** Sends events to the receiver, once each. */
class Sender {
  /** Without the query, which may have a key. */
  readonly name: string
  readonly secret: string
  readonly #url: string
  readonly #outbound = new Outbound({ addresses: everyAddress, clock: systemClock })

  constructor({ href, origin, pathname }: URL, secret: string) {
    this.name = origin + pathname
    this.secret = secret
    this.#url = href
  }

  /** Rejects when the command is stopped. */
  async send(id: string, body: Buffer, stop: AbortSignal): Promise<Attempt> {
    stop.throwIfAborted()
    const headers = signedHeaders({ id, attempt: 1, sentAt: systemClock.now(), body, secrets: [this.secret] })
    return new Promise((resolve, reject) => {
      const end = () => reject(stop.reason)
      stop.addEventListener('abort', end)
      this.#outbound
        .post(this.#url, headers, body)
        .then(resolve, reject)
        .finally(() => stop.removeEventListener('abort', end))
    })
  }

  close(): void {
    this.#outbound.close()
  }
}

interface Page {
  data: EventRecord[]
  meta: { feed: string; next: number; latest: number }
}

const pageSize = 100
const waitSeconds = 20
/** A service where too many requests of the token wait answers at once. */
const leastRoundMs = 1000

/** The events of a service from a position on. */
class Feed {
  /** The last event that was sent or passed by. */
  position: number | undefined
  #name: string | undefined
  readonly #service: Service
  readonly #types: string[] | undefined
  #from: string

  constructor(service: Service, from: string, types: string[] | undefined) {
    this.#service = service
    this.#from = from
    this.#types = types
  }

  /** The next events, at most so many. The first page may be empty; others are waited for. */
  async read(atMost: number): Promise<Page> {
    for (;;) {
      const isFirst = this.#name === undefined
      const startedAt = performance.now()
      const page = await this.#page(Math.min(atMost, pageSize))
      if (!page) continue
      this.#name = page.meta.feed
      const { data, meta } = page
      if (isFirst || data.length > 0) {
        this.position ??= (data[0]?.id ?? meta.next + 1) - 1
        return page
      }
      this.position = meta.next
      if (meta.next < meta.latest) continue
      await this.#service.sleep(leastRoundMs - (performance.now() - startedAt))
    }
  }

  /** Undefined if the feed was restarted. The next page then has new events. */
  async #page(limit: number): Promise<Page | undefined> {
    const isFirst = this.#name === undefined
    const { body, invalid } = await this.#service.get<Page>(
      '/events',
      {
        after: this.position === undefined ? afterOf(this.#from) : String(this.position),
        limit: String(limit),
        ...(this.#types && { types: this.#types.join(',') }),
        ...(!isFirst && { wait: String(waitSeconds), feed: this.#name! }),
      },
      waitSeconds,
    )
    if (body) return body
    const options = this.#types ? `--from ${this.#from} or --types` : `--from ${this.#from}`
    if (isFirst) throw new UsageFailure(`The service does not accept ${options}: ${invalid}`)
    say(`The feed was restarted. ${invalid}\nListening to its new events from here on.`)
    this.#name = undefined
    this.position = undefined
    this.#from = 'latest'
    return undefined
  }
}

/** The number is that of the first event. */
const afterOf = (from: string): string => (/^\d/.test(from) ? String(Number(from) - 1) : from)

interface OrganisationOfToken {
  name: string
  slug: string
  timezone: string
}

interface Answer {
  status: number
  headers: Headers
  text: string
}

const answerSeconds = 15
const firstPauseMs = 500
const longestPauseMs = 10_000
const maxRetryAfterSeconds = { rateLimit: 3600, other: 60 }

/** The API of a running service. While it does not answer, requests wait. */
class Service {
  readonly url: string
  readonly #token: string
  readonly #stop: AbortSignal
  #isAway = false
  /** Once, until the service has answered. */
  #hint = ' If the service is elsewhere, stop and set WATTLE_URL or --url.'

  constructor(url: string, token: string, stop: AbortSignal) {
    this.url = url
    this.#token = token
    this.#stop = stop
  }

  async organisation(): Promise<OrganisationOfToken> {
    const { body } = await this.get<{ data: OrganisationOfToken }>('/organisation')
    return body!.data
  }

  /** The body of a success, or what a 422 says. Every other answer that a later request would get too is a Failure. */
  async get<Body>(
    path: string,
    query: Record<string, string> = {},
    seconds = 0,
  ): Promise<{ body?: Body; invalid?: string }> {
    for (let tries = 0; ; tries++) {
      const answer = await this.#request(`${path}?${new URLSearchParams(query)}`, seconds)
      const pauseMs = pauseAfter(answer, tries)
      if (typeof answer !== 'string' && pauseMs === undefined) {
        if (this.#isAway) say(`${this.url} answers again.`)
        this.#isAway = false
        this.#hint = ''
        return this.#read<Body>(path, answer)
      }
      if (!this.#isAway) say(`${this.#problem(answer)} Waiting until it answers …${this.#hint}`)
      this.#isAway = true
      await this.sleep(pauseMs ?? 0)
    }
  }

  /** Rejects when the command is stopped. */
  async sleep(milliseconds: number): Promise<void> {
    await sleep(Math.max(0, milliseconds), undefined, { signal: this.#stop })
  }

  /** The answer, or why there is none. */
  async #request(path: string, seconds: number): Promise<Answer | string> {
    const signal = AbortSignal.any([this.#stop, AbortSignal.timeout((seconds + answerSeconds) * 1000)])
    const headers = { authorization: `Bearer ${this.#token}` }
    try {
      const response = await fetch(this.url + basePath + path, { headers, redirect: 'manual', signal })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch (error) {
      this.#stop.throwIfAborted()
      const { name, cause } = error as Error & { cause?: Error & { code?: string } }
      return name === 'TimeoutError' ? 'no answer' : (cause?.code ?? cause?.message ?? name)
    }
  }

  #problem(answer: Answer | string): string {
    if (typeof answer === 'string') return `${this.url} cannot be reached (${answer}).`
    const { message } = parsed(answer.text) as { message?: unknown }
    return `${this.url} answered ${answer.status}${typeof message === 'string' ? `: ${oneLine(message)}` : '.'}`
  }

  #read<Body>(path: string, answer: Answer): { body?: Body; invalid?: string } {
    const { status, headers, text } = answer
    const body = parsed(text) as { data?: unknown; errors?: Record<string, string[]> }
    if (status === 200 && body.data !== undefined) return { body: body as Body }
    if (status === errorStatus.Invalid && body.errors) return { invalid: Object.values(body.errors).flat().join(' ') }
    if (status === errorStatus.Unauthenticated)
      throw new Failure(
        `${this.url} does not accept the token: it has expired, was revoked, or is of another service. Create one with wattle token create, and set WATTLE_TOKEN to it.`,
      )
    if (status === errorStatus.Forbidden)
      throw new Failure(
        `The token may not read these types. It needs the access ${headers.get('x-required-access')}: leave the types out of --types, or create another token with wattle token create.`,
      )
    const location = headers.get('location')
    throw new Failure(
      `${this.url} is not the address of a Wattle service that has events: it answered ${status} to ${path}${location ? ` and leads to ${location}` : ''}. Set WATTLE_URL or --url to the address of the service.`,
    )
  }
}

/** How long to wait before the request is sent again; undefined if another would get the same answer. */
function pauseAfter(answer: Answer | string, tries: number): number | undefined {
  const backoff = Math.min(firstPauseMs * 2 ** tries, longestPauseMs)
  if (typeof answer === 'string') return backoff
  const { status, headers } = answer
  const isLimited = status === errorStatus.TooManyRequests
  if (!isLimited && status !== errorStatus.Timeout && status < errorStatus.ServerError) return undefined
  const retryAfter = headers.get('retry-after') ?? ''
  const longest = maxRetryAfterSeconds[isLimited ? 'rateLimit' : 'other']
  return /^\d{1,9}$/.test(retryAfter) ? Math.min(Number(retryAfter), longest) * 1000 : backoff
}

/** An object without fields for a text that is not one of JSON. */
function parsed(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** An address without a scheme is one of http. */
function receiverOf(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined
  const read = webhookUrl(text.includes('://') ? text : `http://${text}`, everyAddress)
  if ('url' in read) return read.url
  throw new UsageFailure(
    `${read.error.replace(/^The url/, '--forward-to')} An example is http://localhost:3000/hooks/wattle`,
  )
}

function typesOf(text: string | undefined): string[] | undefined {
  const types = text?.split(',').map((type) => type.trim())
  const wrong = types && typesError(types)
  if (wrong) throw new UsageFailure(`--${wrong}`)
  return types
}

function parseFrom(text: string): string {
  if (!/^(?:oldest|latest|[1-9]\d{0,14})$/.test(text))
    throw new InvalidArgumentError('It must be oldest, latest or the number of an event.')
  return text
}

function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}
