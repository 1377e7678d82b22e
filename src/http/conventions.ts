import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../db/unavailable.ts'
import { asApiError, notFound, notHttp } from './errors.ts'
import type { Connection } from './server/connection.ts'

const requestId = /^[A-Za-z0-9_-]{1,64}$/

/** A caller's own id is kept when it is safe to log and to echo; otherwise one is made. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && requestId.test(sent) ? sent : randomUUID()
}

/** What every answer has: no-store, no guessing at its type, a request id, and for an error a JSON object with a message. */
export function answers(app: FastifyInstance) {
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
  app.setErrorHandler<FastifyError & { constraint?: string }>((error, request, reply) => {
    const known = asApiError(error, request.routeOptions.config.record, request.method !== 'GET')
    const logged = { reqId: request.id, err: error }
    if (!known) request.log.error(logged, 'unexpected error')
    else if (isUnavailable(error)) request.log.warn(logged, 'the database could not answer')
    reply.code(known?.status ?? 500).type('application/json; charset=utf-8')
    if (known) reply.headers(known.headers)
    return reply.send(JSON.stringify({ message: known?.message ?? 'Server error.', ...known?.body }))
  })
  app.setNotFoundHandler(() => {
    throw notFound('Endpoint')
  })
}

/** A path that cannot be decoded or is absurdly long leads nowhere. No hook has run for it, so this sets all headers. */
export function unroutable(_: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-request-id': request.id })
    .code(404)
  reply.send({ message: notFound('Endpoint').message })
}

const refused: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The request headers must be at most 16 KB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
}

/** What cannot be read as HTTP gets an answer as well, by hand: there is no request to reply to. */
export function clientError(error: Error & { code?: string }, socket: Socket) {
  // What is wrong with the rest of a request must not stand in the middle of its answer.
  const isAnswering = (socket as unknown as Connection).isAnswering
  if (!socket.writable || error.code === 'ECONNRESET' || isAnswering) return socket.destroy()
  const [status, message] = refused[error.code ?? ''] ?? ['400 Bad Request', notHttp().message]
  socket.end(lastAnswer(status, message, randomUUID()))
}

/** Nothing is reached through this service. Without a listener Node closes the connection and says nothing. */
export function answerConnect(server: Server) {
  server.on('connect', (request, socket: Socket) => {
    // Node no longer listens on this connection: an error without a listener would end the process.
    socket.on('error', () => socket.destroy())
    socket.write(lastAnswer('404 Not Found', notFound('Endpoint').message, requestIdOf(request)))
    socket.destroySoon()
  })
}

/** The bytes of an answer with which a connection ends. */
function lastAnswer(status: string, message: string, id: string): string {
  const body = JSON.stringify({ message })
  return (
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n` +
    `X-Request-Id: ${id}\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}
