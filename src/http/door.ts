import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { requestIdOf } from './conventions.ts'
import type { ApiError } from './errors.ts'

interface Refusal {
  body: string
  /** Names and values by turns, which Node takes as they are. */
  headers: string[]
  /** The same as bytes of a connection, up to the id of the request. */
  head: string
}

/** The same few refusals are sent thousands of times a second, at a time when there is none to lose. */
const refusals = new WeakMap<ApiError, Refusal>()

function refusalOf(error: ApiError): Refusal {
  const known = refusals.get(error)
  if (known) return known
  const { status, message, headers } = error
  const body = JSON.stringify({ message })
  const all = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}x-request-id: `
  const made = { body, headers: all.flat(), head }
  refusals.set(error, made)
  return made
}

/** Answers a request that is not let in, as cheaply as can be, with all that every answer has. */
export function answerAtTheDoor(request: IncomingMessage, response: ServerResponse, error: ApiError): void {
  const { body, headers } = refusalOf(error)
  response.writeHead(error.status, [...headers, 'x-request-id', requestIdOf(request)])
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The same answer for a request that Node has not read, on a connection that goes on. Its bytes are those of Latin-1. */
export function answerByHand(
  { method }: Pick<IncomingMessage, 'method'>,
  id: string,
  error: ApiError,
  keptForSeconds: number,
): string {
  const { body, head } = refusalOf(error)
  const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${keptForSeconds}`
  const rest = `${id}\r\nDate: ${new Date().toUTCString()}\r\n${kept}\r\n\r\n`
  return method === 'HEAD' ? head + rest : head + rest + body
}
