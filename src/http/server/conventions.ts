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
import type { Connection } from './connection.ts'

const requestId = /^[A-Za-z0-9_-]{1,64}$/

/** A caller's own id is kept when it is safe to log and to echo; otherwise one is made. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && requestId.test(sent) ? sent : randomUUID()
}

/** What every answer has: no-store, no guessing at its type, a request id, and for an error a JSON object with a message. */
export function responseConventions(app: FastifyInstance) {
  // Node would answer these with a 417 without a body; what a sender expects beyond 100-continue may be overlooked.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('cache-control', 'no-store')
    reply.header('x-content-type-options', 'nosniff')
    reply.header('x-request-id', request.id)
    // Here, before a body is looked at: an unknown endpoint is a 404 whatever is sent to it.
    if (request.is404) done(notFound('Endpoint'))
    else done()
  })
  app.addHook('onRoute', useDeclaredStatus)
  app.setErrorHandler<FastifyError & { constraint?: string }>((error, request, reply) => {
    const known = asApiError(error, request.routeOptions.config.record, request.method !== 'GET')
    const logged = { reqId: request.id, err: error }
    if (!known) request.log.error(logged, 'unexpected error')
    else if (isUnavailable(error)) request.log.warn(logged, 'the database could not answer')
    const { status, headers, message, body } = known ?? serverError()
    reply.code(status).headers(headers).type('application/json; charset=utf-8')
    return reply.send(JSON.stringify({ message, ...body }))
  })
  app.setNotFoundHandler(() => {
    throw notFound('Endpoint')
  })
}

/** A route that declares one success answers with it, so that 201 stands with the operation alone. Of several, the handler chooses. */
function useDeclaredStatus(route: RouteOptions) {
  const declared = Object.keys((route.schema?.response ?? {}) as object)
  if (declared.length !== 1 || declared[0] === '200') return
  const status = Number(declared[0])
  const answer: preHandlerHookHandler = (_, reply, done) => {
    reply.code(status)
    done()
  }
  route.preHandler = [answer, ...[route.preHandler ?? []].flat()]
}

/** A path that cannot be decoded or is absurdly long leads nowhere. No hook has run for it, so this sets all headers. */
export function unroutable(_: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { status, message } = notFound('Endpoint')
  reply
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-request-id': request.id })
    .code(status)
  reply.send({ message })
}

const byCode: Record<string, () => ApiError> = {
  HPE_HEADER_OVERFLOW: headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: timedOut,
}

/** What cannot be read as HTTP gets an answer as well, by hand: there is no request to reply to. */
export function clientError(error: Error & { code?: string }, socket: Socket) {
  // What is wrong with the rest of a request must not stand in the middle of its answer.
  const isAnswering = (socket as unknown as Connection).isResponding
  if (!socket.writable || error.code === 'ECONNRESET' || isAnswering) return socket.destroy()
  const refusal = byCode[error.code ?? ''] ?? notHttp
  socket.end(rawResponse(refusal(), randomUUID()))
}

/** Nothing is reached through this service. Without a listener Node closes the connection and says nothing. */
export function rejectConnect(server: Server) {
  server.on('connect', (request, socket: Socket) => {
    // Node no longer listens on this connection: an error without a listener would end the process.
    socket.on('error', () => socket.destroy())
    socket.write(rawResponse(notFound('Endpoint'), requestIdOf(request)))
    socket.destroySoon()
  })
}

/** The bytes of an answer with which a connection ends. */
function rawResponse({ status, message }: ApiError, id: string): string {
  const body = JSON.stringify({ message })
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n` +
    `X-Request-Id: ${id}\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}

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
