import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiError } from '../contract/errors.ts'
import { requestIdOf } from './conventions.ts'

/** Answers a request before Fastify sees it, with the headers that every answer has. */
export function reject(request: IncomingMessage, response: ServerResponse, error: ApiError): void {
  const body = JSON.stringify({ message: error.message })
  response.writeHead(error.status, {
    ...error.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestIdOf(request),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
