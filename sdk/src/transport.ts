import type { CallOptions, RateLimit, WithResponse } from './calls.ts'
import { type Environment, randomKey, sleep, userAgent } from './environment.ts'
import { ConnectionError, type ErrorBody, errorOf, TimeoutError, WattleError } from './errors.ts'
import type { Request } from './request.ts'
import { nextTryAfter, retryAfterSeconds } from './retry.ts'

export type Token = string | (() => string | Promise<string>)

interface Settings {
  /** Without a slash at its end. */
  baseUrl: string
  token: Token
  timeout: number
}

/** An answer that was read as a whole. */
interface Answered {
  response: Response
  text: string
}

/** Sends requests, each until it has an answer or its tries are used up. */
export class Transport {
  readonly environment: Environment
  readonly #settings: Settings
  readonly #agent = userAgent()
  #known: string | undefined
  #asked: Promise<string> | undefined

  constructor(settings: Settings, environment: Environment) {
    this.environment = environment
    this.#settings = settings
  }

  async send<T>(request: Request, options: CallOptions = {}): Promise<WithResponse<T>> {
    const { environment } = this
    const { now, random } = environment
    const { signal, deadline, timeout = this.#settings.timeout } = options
    const key = request.takesKey ? (options.idempotencyKey ?? randomKey(environment)) : undefined
    if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key))
      throw new WattleError('idempotencyKey must have 1 to 255 printable ASCII characters.')
    const endsAt = deadline === undefined ? Number.POSITIVE_INFINITY : now() + deadline
    const isRepeatable = request.method === 'GET' || key !== undefined
    let hasNewToken = false
    for (let count = 1; ; count++) {
      signal?.throwIfAborted()
      const token = this.#known ?? (await this.#token())
      const left = endsAt - now()
      const sent = await this.#try(request, this.#headersOf(request, token, key), Math.min(timeout, left), signal)
      const answer = sent instanceof WattleError ? undefined : sent
      if (answer?.response.ok) return resultOf<T>(answer)
      if (answer?.response.status === 401 && !hasNewToken && typeof this.#settings.token === 'function') {
        hasNewToken = true
        // Another call may have a newer one already.
        if (this.#known === token) this.#known = undefined
        count--
        continue
      }
      const error = answer ? rejectionOf(answer, request, now()) : (sent as WattleError)
      const wait = nextTryAfter(
        { isRepeatable, hasKey: key !== undefined, count, answer: answer?.response },
        random(),
        now(),
      )
      if (wait === undefined || now() + wait >= endsAt) throw error
      await sleep(environment, wait, signal)
    }
  }

  /** One try: an answer, or why there is none. It rejects when the signal is aborted. */
  async #try(
    { method, url, name, body }: Request,
    headers: Record<string, string>,
    timeout: number,
    signal: AbortSignal | undefined,
  ): Promise<Answered | ConnectionError | TimeoutError> {
    const controller = new AbortController()
    let isLate = false
    const abort = () => controller.abort()
    const cancel = this.environment.timer(Math.max(0, timeout), () => {
      isLate = true
      abort()
    })
    // Not AbortSignal.any, which Node 18 does not have.
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const response = await this.environment.fetch(this.#settings.baseUrl + url, {
        method,
        headers,
        // A redirected POST would become a GET.
        redirect: 'manual',
        signal: controller.signal,
        ...(body !== undefined && { body }),
      })
      return { response, text: await response.text() }
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (isLate) return new TimeoutError(`${name}: no answer within ${timeout} ms.`)
      return new ConnectionError(`${name}: ${reasonOf(error)}`, { cause: error })
    } finally {
      cancel()
      signal?.removeEventListener('abort', abort)
    }
  }

  #headersOf({ body }: Request, token: string, key: string | undefined): Record<string, string> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` }
    if (this.#agent !== undefined) headers['user-agent'] = this.#agent
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (key !== undefined) headers['idempotency-key'] = key
    return headers
  }

  /** Calls at the same time ask for it once. */
  #token(): Promise<string> {
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = undefined
    })
    return this.#asked
  }

  async #ask(): Promise<string> {
    const { token } = this.#settings
    const text = typeof token === 'function' ? await token() : token
    // The runtime would show the token in the message of its own error.
    if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text))
      throw new WattleError('The token is empty, or has a character that a header cannot have, such as a line break.')
    this.#known = text
    return text
  }
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || 'the connection failed'
}

function resultOf<T>({ response, text }: Answered): WithResponse<T> {
  const { headers } = response
  const type = headers.get('content-type') ?? ''
  const isText = type.startsWith('text/csv') || type.startsWith('application/x-ndjson')
  const body = isText ? text : parsed(text)
  if (body === undefined)
    throw new WattleError(`The answer is ${type || 'no JSON'}. Is baseUrl the address of the service?`)
  return {
    body: body as T,
    response,
    // Read when they are wanted: most callers want the body alone.
    get requestId() {
      return headers.get('x-request-id') ?? undefined
    },
    get rateLimit() {
      return rateLimitOf(headers)
    },
  }
}

function rejectionOf({ response, text }: Answered, { name }: Request, now: number): WattleError {
  const { status, headers, type } = response
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    return new WattleError(
      `${name}: the service redirects to ${headers.get('location') ?? 'another address'}. Use the address it redirects to as baseUrl.`,
    )
  const body = parsed(text)
  const isError = typeof (body as ErrorBody | null)?.message === 'string'
  return errorOf({
    status,
    body: isError ? (body as ErrorBody) : undefined,
    headers,
    request: name,
    retryAfter: retryAfterSeconds(headers, now),
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `"token";r=599;t=60`, and its policy `"token";q=600;w=60`. */
function rateLimitOf(headers: Headers): RateLimit | undefined {
  const numbers = (header: string) =>
    Object.fromEntries(
      [...(headers.get(header) ?? '').matchAll(/;(\w)=(\d+)/g)].map(([, name, value]) => [name, Number(value)]),
    )
  const { q: limit, w: windowSeconds } = numbers('ratelimit-policy')
  const { r: remaining, t: resetSeconds } = numbers('ratelimit')
  if (limit === undefined || remaining === undefined) return undefined
  return { limit, remaining, windowSeconds: windowSeconds ?? 0, resetSeconds: resetSeconds ?? 0 }
}
