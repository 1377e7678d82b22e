import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { InjectOptions } from 'fastify'

export interface InjectedResponse {
  statusCode: number
  headers: IncomingHttpHeaders
  body: string
  payload: string
  rawPayload: Buffer
  json(): any
}

/** The load balancer takes the client's address from this header. */
export const addressHeader = 'x-test-address'

/** Like Fastify's inject, but over HTTP, with the same headers. */
export function overHttp(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const inject = (options: string | InjectOptions): Promise<InjectedResponse> => {
    const {
      method = 'GET',
      url = '/',
      headers = {},
      remoteAddress,
      ...rest
    } = typeof options === 'string' ? { url: options } : options
    const payload = rest.payload ?? rest.body
    const isRaw = typeof payload === 'string' || Buffer.isBuffer(payload)
    const bytes = payload === undefined ? undefined : isRaw ? payload : JSON.stringify(payload)
    const all = {
      'user-agent': 'wattle-tests',
      host: 'localhost:80',
      ...(payload !== undefined && !isRaw && { 'content-type': 'application/json' }),
      ...(remoteAddress && { [addressHeader]: remoteAddress }),
      ...lowered(headers),
      ...(bytes !== undefined && { 'content-length': Buffer.byteLength(bytes) }),
    }
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { agent, host: '127.0.0.1', port, method, path: escaped(String(url)), headers: all },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk) => chunks.push(chunk)).on('error', reject)
          response.on('end', () => {
            const rawPayload = Buffer.concat(chunks)
            const body = rawPayload.toString()
            const { statusCode = 0, headers: received } = response
            resolve({ statusCode, headers: received, body, payload: body, rawPayload, json: () => JSON.parse(body) })
          })
        },
      )
      outgoing.on('error', reject).end(bytes)
    })
  }
  return { inject, close: () => agent.destroy() }
}

const lowered = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.toLowerCase(), value as string]),
  )

/** Encodes characters that a URL cannot contain, as browsers do. */
const escaped = (url: string) => url.replace(/[^\x21-\x7e]+/g, encodeURIComponent)
