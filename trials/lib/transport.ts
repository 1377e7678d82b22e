import { connect } from 'node:net'
import type { FastifyInstance, InjectOptions } from 'fastify'

/** An HTTP request as a trial sends it. */
export interface HttpRequest {
  method: string
  /** Path and query, from the root. */
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}
export interface HttpResponse {
  status: number
  headers: Record<string, string | undefined>
  text: string
}

/** Sends a request to the service. A planted fault wraps it, so that the service itself stays unchanged. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>
/** Changes requests or responses on their way: how a fault is planted. */
export type Interceptor = (next: Transport) => Transport

export const injectTransport =
  (app: FastifyInstance): Transport =>
  async ({ method, url, headers, payload }) => {
    const answer = await app.inject({
      ...{ method: method as InjectOptions['method'] & string, url, headers },
      ...(payload !== undefined && { payload }),
    } as InjectOptions)
    return { status: answer.statusCode, headers: answer.headers as HttpResponse['headers'], text: answer.body }
  }

/** The parsed body of a JSON response; undefined for any other. */
export function jsonOf({ headers, text }: HttpResponse): any {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '') || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A request on one line, shortened. */
export function describeRequest({ method, url, headers, payload }: HttpRequest): string {
  const headerEntries = Object.entries(headers).filter(([name]) => name !== 'authorization')
  const body = payload === undefined ? '' : ` ${JSON.stringify(String(payload)).slice(0, 600)}`
  const more = headerEntries.length > 0 ? ` ${JSON.stringify(Object.fromEntries(headerEntries)).slice(0, 300)}` : ''
  return `${method} ${url.slice(0, 300)}${more}${body}`
}

/** Sends raw bytes and reads one response. Raw bytes can contain what no HTTP library would send. */
export function exchange(port: number, bytes: Buffer, timeoutMs = 5_000): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const timer = setTimeout(() => socket.destroy(new Error(`no response within ${timeoutMs} ms`)), timeoutMs)
    const settle = () => {
      const answer = parse(Buffer.concat(chunks))
      if (answer === 'not yet') return
      clearTimeout(timer)
      socket.destroy()
      if (answer) resolve(answer)
      else
        reject(
          new Error(`no HTTP came back: ${JSON.stringify(Buffer.concat(chunks).toString('latin1').slice(0, 200))}`),
        )
    }
    socket.on('data', (data) => {
      chunks.push(data)
      settle()
    })
    socket.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    socket.on('close', () => {
      clearTimeout(timer)
      const answer = parse(Buffer.concat(chunks))
      if (typeof answer === 'object') resolve(answer)
      else reject(new Error('the connection was closed before the response was complete'))
    })
    socket.write(bytes)
  })
}

function parse(bytes: Buffer): HttpResponse | 'not yet' | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return 'not yet'
  const [first, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first ?? '')?.[1])
  if (!status) return undefined
  const headers: HttpResponse['headers'] = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const rest = bytes.subarray(end + 4)
  const body =
    headers['transfer-encoding'] === 'chunked' ? decodeChunked(rest) : takeLength(rest, headers['content-length'])
  return body === undefined ? 'not yet' : { status, headers, text: body.toString() }
}

const takeLength = (bytes: Buffer, length = '0') =>
  bytes.length >= Number(length) ? bytes.subarray(0, Number(length)) : undefined

function decodeChunked(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return undefined
    const size = Number.parseInt(bytes.subarray(at, line).toString(), 16)
    if (size === 0) return Buffer.concat(parts)
    if (bytes.length < line + 2 + size + 2) return undefined
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}

/** Sends each request over its own TCP connection. */
export const socketTransport =
  (port: number): Transport =>
  ({ method, url, headers, payload }) => {
    const body = payload === undefined ? Buffer.alloc(0) : Buffer.from(payload)
    const headerEntries = Object.entries({ host: '127.0.0.1', ...headers, connection: 'close' })
    if (payload !== undefined) headerEntries.push(['content-length', String(body.length)])
    const head = `${method} ${url} HTTP/1.1\r\n${headerEntries.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    return exchange(port, Buffer.concat([Buffer.from(head, 'latin1'), body]))
  }
