import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { InjectOptions } from 'fastify'

export interface Received {
  statusCode: number
  headers: IncomingHttpHeaders
  body: string
  payload: string
  rawPayload: Buffer
  json(): any
}

/** The balancer believes it about where a request comes from. */
export const addressHeader = 'x-test-address'

/** Does over the wire what Fastify's inject does inside the process, with the headers that it sends. */
export function overHttp(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const inject = (given: string | InjectOptions): Promise<Received> => {
    const {
      method = 'GET',
      url = '/',
      headers = {},
      remoteAddress,
      ...rest
    } = typeof given === 'string' ? { url: given } : given
    const sent = rest.payload ?? rest.body
    const isText = typeof sent === 'string' || Buffer.isBuffer(sent)
    const bytes = sent === undefined ? undefined : isText ? sent : JSON.stringify(sent)
    const all = {
      'user-agent': 'wattle-tests',
      host: 'localhost:80',
      ...(sent !== undefined && !isText && { 'content-type': 'application/json' }),
      ...(remoteAddress && { [addressHeader]: remoteAddress }),
      ...lowered(headers),
      ...(bytes !== undefined && { 'content-length': Buffer.byteLength(bytes) }),
    }
    return new Promise((resolve, reject) => {
      const asked = request(
        { agent, host: '127.0.0.1', port, method, path: escaped(String(url)), headers: all },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk) => chunks.push(chunk)).on('error', reject)
          answer.on('end', () => {
            const rawPayload = Buffer.concat(chunks)
            const body = rawPayload.toString()
            const { statusCode = 0, headers: received } = answer
            resolve({ statusCode, headers: received, body, payload: body, rawPayload, json: () => JSON.parse(body) })
          })
        },
      )
      asked.on('error', reject).end(bytes)
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

/** Blanks and letters that an address cannot have, as whoever writes them in a browser sends them. */
const escaped = (url: string) => url.replace(/[^\x21-\x7e]+/g, encodeURIComponent)
