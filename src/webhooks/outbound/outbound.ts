import { once } from 'node:events'
import { Agent, type ClientRequestArgs, type IncomingMessage, request } from 'node:http'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { Clock } from '../../process/clock.ts'
import { version } from '../../process/version.ts'
import type { AddressCheck } from './addresses.ts'
import { type Lookup, lookupByServers, lookupBySystem } from './lookup.ts'
import { hostOf, notPublic, notPublicUrl, webhookUrl } from './webhook-url.ts'

export const outboundLimits = {
  /** For everything: look-up, connection, TLS, and the answer with its body. */
  totalMs: 15_000,
  /** For the body that follows a 2xx. */
  bodyAfterSuccessMs: 1_000,
  /** Read of any answer. */
  bodyBytes: 8 * 1024,
  headerBytes: 16 * 1024,
  /** The longest life of a connection: after it the host name is looked up and checked again. */
  connectionMs: 60_000,
  /** For each address of a name but the last. A lost packet is sent again after a second. */
  addressMs: 2_000,
  /** For the look-up of a name while its URL is validated, in a request of the API. */
  urlErrorMs: 3_000,
}
type Limits = typeof outboundLimits

/** What one request to a receiver came to, with the names of the delivery log. */
export interface Attempt {
  /** The status is 2xx, whatever body follows. */
  ok: boolean
  status_code: number | null
  /** Until the status line, or until the failure. */
  duration_ms: number
  /** A sentence for the user. */
  error: string | null
  /** The beginning of a failed answer's text. */
  response: string | null
  /** Retry-After of a failed answer, in seconds. */
  retry_after: number | null
  /** The receiver asks for no further attempt of this message. */
  abort: boolean
  /** The name does not exist or nothing listens at the address, so that other messages would fail too. */
  unreachable: boolean
}

interface Options {
  addresses: AddressCheck
  clock: Clock
  lookup?: Lookup
  /** Certificate authorities that are trusted in place of Node's own. */
  ca?: string
  limits?: Partial<Limits>
}

/** Sends requests to URLs that callers chose: to the public internet and to networks that the operator opened. */
export class Outbound {
  readonly #addresses: AddressCheck
  readonly #clock: Clock
  readonly #limits: Limits
  readonly #connections: Connections

  constructor({ addresses, clock, lookup, ca, limits }: Options) {
    this.#addresses = addresses
    this.#clock = clock
    this.#limits = { ...outboundLimits, ...limits }
    // Names of an operator's own networks may be in the hosts file.
    const lookupName = lookup ?? (addresses.allowsHttp ? lookupBySystem : lookupByServers)
    this.#connections = new Connections(addresses, lookupName, this.#limits, ca)
  }

  /** Why a webhook may not have this URL, in a sentence. A name that cannot be looked up at present is no reason. */
  async urlError(text: string): Promise<string | undefined> {
    const read = webhookUrl(text, this.#addresses)
    if ('error' in read) return read.error === notPublic ? notPublicUrl : read.error
    try {
      const atMost = sleep(this.#limits.urlErrorMs, undefined, { ref: false })
      await Promise.race([this.#connections.addressesOf(read.url), atMost])
    } catch (error) {
      const code = codeOf(error)
      if (code === notPublicCode) return notPublicUrl
      if (nameCodes.includes(code)) return this.#sentence(error)
    }
    return undefined
  }

  /** Sends the body once. A failure is a result, never an exception. */
  async post(text: string, headers: Record<string, string>, body: Buffer): Promise<Attempt> {
    const startedAt = performance.now()
    const duration = () => Math.round(performance.now() - startedAt)
    const read = webhookUrl(text, this.#addresses)
    if ('error' in read) return { ...unanswered, duration_ms: duration(), error: read.error }
    try {
      const target = { url: read.url, endsAt: startedAt + this.#limits.totalMs }
      const response = await this.#send(target, headers, body)
      const duration_ms = duration()
      return { ...this.#attemptOf(response, await this.#bodyOf(response)), duration_ms }
    } catch (error) {
      const unreachable = ['ECONNREFUSED', ...nameCodes].includes(codeOf(error))
      return { ...unanswered, duration_ms: duration(), error: this.#sentence(error), unreachable }
    }
  }

  close(): void {
    this.#connections.destroy()
  }

  /** The answer, as soon as its headers are read. */
  #send(target: Target, headers: Record<string, string>, body: Buffer): Promise<IncomingMessage> {
    const { url, endsAt } = target
    return new Promise((resolve, reject) => {
      const options: TargetArgs = {
        agent: this.#connections,
        target,
        method: 'POST',
        host: hostOf(url),
        path: url.pathname + url.search,
        headers: { host: url.host, 'user-agent': userAgent, 'content-type': 'application/json', ...headers },
        maxHeaderSize: this.#limits.headerBytes,
      }
      const sent = request(options)
      // Until the body has ended. A request without a connection emits nothing when it is destroyed.
      const timer = setTimeout(() => {
        sent.destroy(withCode(timeLimitCode))
        reject(withCode(timeLimitCode))
      }, endsAt - performance.now())
      let isAnswered = false
      sent.on('close', () => {
        clearTimeout(timer)
        // Nothing, if there was an error.
        if (!isAnswered) reject(withCode('ECONNRESET'))
      })
      sent.on('response', (response) => {
        isAnswered = true
        resolve(response)
      })
      // Without this, a 101 closes the connection with neither an answer nor an error.
      sent.on('upgrade', (_response, socket) => {
        socket.destroy()
        reject(withCode(upgradeCode))
      })
      // Interim answers (103) are headers too. The parser counts each of them from the start.
      let interimBytes = 0
      sent.on('information', ({ rawHeaders }) => {
        interimBytes += rawHeaders.join('').length + interimAnswerBytes
        if (interimBytes > this.#limits.headerBytes) sent.destroy(withCode('HPE_HEADER_OVERFLOW'))
      })
      sent.on('error', (error) => {
        // The receiver closed the idle connection just before: the request goes out again by another one. Errors after the
        // headers are those of the answer.
        const isClosed = !isAnswered && sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(codeOf(error))
        if (isClosed && performance.now() < endsAt) resolve(this.#send(target, headers, body))
        else reject(error)
      })
      sent.end(body)
    })
  }

  /** The body up to its limits, at most. Then the connection is destroyed, unless the answer is complete. */
  #bodyOf(response: IncomingMessage): Promise<Buffer> {
    return new Promise((resolve) => {
      const chunks: Buffer[] = []
      let bytes = 0
      const finish = () => {
        clearTimeout(timer)
        if (!response.complete) response.destroy()
        resolve(Buffer.concat(chunks))
      }
      const timer = isSuccess(response) ? setTimeout(finish, this.#limits.bodyAfterSuccessMs) : undefined
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > this.#limits.bodyBytes) finish()
      })
      response.on('end', finish).on('error', finish).on('close', finish)
    })
  }

  #attemptOf(response: IncomingMessage, body: Buffer): Omit<Attempt, 'duration_ms'> {
    const { statusCode: status_code = 0, headers } = response
    if (isSuccess(response)) return { ...unanswered, ok: true, status_code }
    return {
      ...unanswered,
      status_code,
      error:
        status_code >= 300 && status_code < 400
          ? "The receiver redirects to another address. Change the webhook's url."
          : `The receiver answered ${status_code}.`,
      response: readableText(body),
      retry_after: this.#seconds(headers['retry-after']),
      abort: headers['webhook-delivery'] === 'abort-message',
    }
  }

  /** A number of seconds, or a date. */
  #seconds(retryAfter = ''): number | null {
    if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter)
    const at = / GMT$/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
    return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - this.#clock.now()) / 1000))
  }

  #sentence(error: unknown): string {
    const code = codeOf(error)
    if (code === timeLimitCode) return `The receiver did not answer within ${this.#limits.totalMs / 1000} seconds.`
    if (code === 'HPE_HEADER_OVERFLOW')
      return `The receiver's headers have more than ${this.#limits.headerBytes / 1024} KB.`
    return sentences[code] ?? sentenceByPrefix(code) ?? `The request failed (${code || 'no reason known'}).`
  }
}

const unanswered = {
  ...{ ok: false, status_code: null, error: null, response: null, retry_after: null },
  ...{ abort: false, unreachable: false },
}
const userAgent = `Wattle-Webhooks/${/^\d+\.\d+/.exec(version)}`
/** The status line and the punctuation of an interim answer, about. */
const interimAnswerBytes = 64
/** Of a failed answer, for the delivery log. */
const shownBytes = 1024

const isSuccess = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode < 300

/** Valid UTF-8 without control characters, or null if there is no text. */
function readableText(body: Buffer): string | null {
  // In the mode of a stream, a character that the limit cuts is left out.
  const text = new TextDecoder().decode(body.subarray(0, shownBytes), { stream: true })
  return text.replace(/\p{Cc}+/gu, ' ').trim() || null
}

const notPublicCode = 'WATTLE_NOT_PUBLIC'
const timeLimitCode = 'WATTLE_TIME_LIMIT'
const lookupCode = 'WATTLE_LOOKUP'
const upgradeCode = 'WATTLE_UPGRADE'
const nameCodes = ['ENOTFOUND', 'ENODATA']
const withCode = (code: string) => Object.assign(new Error(code), { code })
/** The codes of a look-up that fails for another reason are those of connections too, such as ECONNREFUSED. */
const rejectLookup = (error: unknown): never => {
  throw nameCodes.includes(codeOf(error)) ? error : withCode(lookupCode)
}
const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | undefined)?.code ?? '')

const untrusted =
  "The receiver's certificate is not from an authority that is trusted, or an intermediate certificate is missing."
const cannotReach = 'The receiver cannot be reached.'
const closed = 'The receiver closed the connection before it answered.'
const sentences: Record<string, string> = {
  [notPublicCode]: notPublic,
  [lookupCode]: 'The host name could not be looked up.',
  [upgradeCode]: 'The receiver asks for another protocol than HTTP.',
  ENOTFOUND: 'The host name does not exist.',
  ENODATA: 'The host name has no address.',
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: closed,
  EPIPE: closed,
  EHOSTUNREACH: cannotReach,
  ENETUNREACH: cannotReach,
  ETIMEDOUT: cannotReach,
  CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another host name.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
}

function sentenceByPrefix(code: string): string | undefined {
  if (code.startsWith('HPE_')) return "The receiver's answer is not valid HTTP."
  if (code.startsWith('CERT_')) return "The receiver's certificate is not valid."
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'The receiver does not complete the TLS handshake.'
  return undefined
}

interface Target {
  url: URL
  /** By performance.now(). */
  endsAt: number
}
type TargetArgs = ClientRequestArgs & { target: Target }

/**
 * Kept connections by scheme, host and port. A connection is passed on only after the address at its other end was checked,
 * so not a byte goes to another one, not even of a TLS handshake.
 */
class Connections extends Agent {
  readonly #addresses: AddressCheck
  readonly #lookup: Lookup
  readonly #limits: Limits
  readonly #ca: string | undefined
  readonly #reusableUntil = new WeakMap<Duplex, number>()

  constructor(addresses: AddressCheck, lookup: Lookup, limits: Limits, ca: string | undefined) {
    super({ keepAlive: true, maxFreeSockets: 8, timeout: limits.connectionMs })
    this.#addresses = addresses
    this.#lookup = lookup
    this.#limits = limits
    this.#ca = ca
  }

  override getName(options?: ClientRequestArgs): string {
    return (options as TargetArgs).target.url.origin
  }

  override createConnection(options: ClientRequestArgs, callback: (error: Error | null, socket: Duplex) => void) {
    const fail = callback as (error: Error) => void
    this.#connect((options as TargetArgs).target).then((socket) => callback(null, socket), fail)
    return undefined
  }

  /** A connection that one more request could keep beyond its longest life is not used again. */
  override keepSocketAlive(duplex: Duplex): boolean {
    const socket = duplex as Socket
    const left = this.#reusableUntil.get(socket)! - performance.now()
    // The receiver's Keep-Alive header may ask for less. Node returns whether that is long enough; its types say nothing.
    const isKept = super.keepSocketAlive(socket) as unknown as boolean
    if (left <= 0 || !isKept) return false
    // The agent destroys an idle connection at its timeout.
    socket.setTimeout(Math.min(left, socket.timeout || left))
    return true
  }

  /** The addresses of the URL's host. One that is not allowed refuses all. */
  async addressesOf(url: URL): Promise<string[]> {
    const host = hostOf(url)
    const addresses = isIP(host) ? [host] : await this.#lookup(host).catch(rejectLookup)
    if (addresses.length === 0) throw withCode('ENODATA')
    if (!addresses.every((address) => this.#addresses.allows(url.protocol, address))) throw withCode(notPublicCode)
    return addresses
  }

  async #connect({ url, endsAt }: Target): Promise<Socket> {
    const host = hostOf(url)
    const isSecure = url.protocol === 'https:'
    const addresses = await this.addressesOf(url)
    const lookup: LookupFunction = (_host, _options, found) =>
      found(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      )
    const { connectionMs, totalMs } = this.#limits
    const reusableUntil = performance.now() + connectionMs - totalMs
    const socket = connect({
      ...{ host, port: Number(url.port || (isSecure ? 443 : 80)), lookup, noDelay: true },
      ...{ autoSelectFamily: true, autoSelectFamilyAttemptTimeout: this.#limits.addressMs },
    })
    await opened(socket, 'connect', endsAt)
    if (!this.#addresses.allows(url.protocol, socket.remoteAddress ?? '')) {
      socket.destroy()
      throw withCode(notPublicCode)
    }
    const ready = isSecure ? await this.#secure(socket, host, endsAt) : socket
    this.#reusableUntil.set(ready, reusableUntil)
    return ready
  }

  async #secure(socket: Socket, host: string, endsAt: number): Promise<Socket> {
    const servername = isIP(host) ? '' : host
    const secure = connectTls({
      socket,
      host,
      servername,
      ALPNProtocols: ['http/1.1'],
      // Also where NODE_TLS_REJECT_UNAUTHORIZED says otherwise.
      rejectUnauthorized: true,
      ...(this.#ca && { ca: this.#ca }),
    })
    await opened(secure, 'secureConnect', endsAt)
    return secure
  }
}

/**
 * Waits for a connection, and destroys it if it fails or the time is over. A process that was stopped meanwhile sees the
 * connection before its timers, and must not send the request so late.
 */
async function opened(socket: Socket, event: 'connect' | 'secureConnect', endsAt: number): Promise<void> {
  // Errors after this belong to the request that uses the connection.
  socket.on('error', () => {})
  const signal = AbortSignal.timeout(Math.max(0, Math.ceil(endsAt - performance.now())))
  try {
    await once(socket, event, { signal })
    if (performance.now() >= endsAt) throw withCode(timeLimitCode)
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? withCode(timeLimitCode) : error
  }
}
