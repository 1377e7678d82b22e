import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdOf } from './conventions.ts'
import type { ApiError } from './errors.ts'

interface Refusal {
  body: string
  /** Names and values by turns, which Node takes as they are. */
  headers: string[]
}

/** The same few refusals are sent thousands of times a second, at a time when there is none to lose. */
const refusals = new WeakMap<ApiError, Refusal>()

function refusalOf(error: ApiError): Refusal {
  const known = refusals.get(error)
  if (known) return known
  const { message, headers } = error
  const body = JSON.stringify({ message })
  const all = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const made = { body, headers: all.flat() }
  refusals.set(error, made)
  return made
}

/** Answers a request that is not let in, as cheaply as can be, with all that every answer has. */
export function answerAtTheDoor(request: IncomingMessage, response: ServerResponse, error: ApiError): void {
  const { body, headers } = refusalOf(error)
  response.writeHead(error.status, [...headers, 'x-request-id', requestIdOf(request)])
  response.end(request.method === 'HEAD' ? undefined : body)
}
