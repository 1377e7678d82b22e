import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdOf } from './conventions.ts'
import type { ApiError } from './errors.ts'

/** Answers a request that is not let in, as cheaply as can be, with all that every answer has. */
export function answerAtTheDoor(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message, headers }: ApiError,
): void {
  const body = JSON.stringify({ message })
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestIdOf(request),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
