import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preHandlerHookHandler,
  RouteOptions,
} from 'fastify'
import { isUnavailable } from '../../db/connect/unavailable.ts'
import {
  type ApiError,
  asApiError,
  headersTooLarge,
  notFound,
  notHttp,
  serverError,
  timedOut,
} from '../contract/errors.ts'
import type { PageAssets } from '../pages/assets.ts'
import { isOpenedInBrowser, sendUnknownPage } from '../pages/unknown-page.ts'
import type { Connection } from './connection.ts'

const requestId = /^[A-Za-z0-9_-]{1,64}$/

/** The client's own request id if it is safe to log and echo, otherwise a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const id = request.headers['x-request-id']
  return typeof id === 'string' && requestId.test(id) ? id : randomUUID()
}

/**
 * Every response has no-store, nosniff and a request id. Every error is a JSON object with a message; a person who
 * opens an unknown address outside the API gets a page.
 */
export function responseConventions(app: FastifyInstance, frame: PageAssets) {
  // Node would respond with a 417 without a body. An expectation other than 100-continue may be ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
    reply.header('x-request-id', request.id)
    // Before the body is read: an unknown endpoint is a 404 for any request.
    if (!request.is404) done()
    else if (isOpenedInBrowser(request)) sendUnknownPage(request, reply, frame)
    else done(notFound('Endpoint'))
  })
  app.addHook('onRoute', useDeclaredStatus)
  app.setErrorHandler<FastifyError & { constraint?: string }>((error, request, reply) => {
    const known = asApiError(error, request.routeOptions.config, request.method !== 'GET')
    const logged = { reqId: request.id, err: error }
    if (!known) request.log.error(logged, 'unexpected error')
    else if (isUnavailable(error)) request.log.warn(logged, 'the database is unavailable')
    const { status, headers, message, body } = known ?? serverError()
    reply.code(status).headers(headers).type('application/json; charset=utf-8')
    return reply.send(JSON.stringify({ message, ...body }))
  })
  app.setNotFoundHandler(() => {
    throw notFound('Endpoint')
  })
}

/** A route responds with the one success status that it declares, such as 201. Of several, the handler chooses. */
function useDeclaredStatus(route: RouteOptions) {
  const declared = Object.keys((route.schema?.response ?? {}) as object)
  if (declared.length !== 1 || declared[0] === '200') return
  const status = Number(declared[0])
  const setStatus: preHandlerHookHandler = (_, reply, done) => {
    reply.code(status)
    done()
  }
  route.preHandler = [setStatus, ...[route.preHandler ?? []].flat()]
}

/** 404 for a path that cannot be decoded or is too long. No hook has run for it, so this sets all headers. */
export const unroutable = (frame: PageAssets) => (_: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-request-id': request.id })
  if (isOpenedInBrowser(request)) {
    sendUnknownPage(request, reply, frame)
    return
  }
  const { status, message } = notFound('Endpoint')
  reply.code(status).send({ message })
}

const byCode: Record<string, () => ApiError> = {
  HPE_HEADER_OVERFLOW: headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: timedOut,
}

/** Responds to bytes that are not HTTP, without Fastify: there is no request to reply to. */
export function clientError(error: Error & { code?: string }, socket: Socket) {
  // An error in the rest of a request must not be written into its response.
  const { isResponding } = socket as unknown as Connection
  if (!socket.writable || error.code === 'ECONNRESET' || isResponding) return socket.destroy()
  const errorOf = byCode[error.code ?? ''] ?? notHttp
  socket.end(rawResponse(errorOf(), randomUUID()))
}

/** This service is no proxy. Without a listener Node closes the connection without a response. */
export function rejectConnect(server: Server) {
  server.on('connect', (request, socket: Socket) => {
    // Node has removed its listeners from this connection: an error without one would end the process.
    socket.on('error', () => socket.destroy())
    socket.write(rawResponse(notFound('Endpoint'), requestIdOf(request)))
    socket.destroySoon()
  })
}

/** The bytes of a response after which the connection closes. */
function rawResponse({ status, message }: ApiError, id: string): string {
  const body = JSON.stringify({ message })
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n` +
    `X-Request-Id: ${id}\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}

/** Responds to a request before Fastify, with the headers of every response. */
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
