import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { TokenKey } from '../rate-limit/rate-limit.ts'

/** A request with its response, for the log and the metrics. */
export interface CompletedRequest {
  log: FastifyBaseLogger
  id: string
  method: string
  /** The route's pattern, which contains no data of the request. */
  route: string
  status: number
  milliseconds: number
  /** Undefined where the token is not known. */
  tokenKey: TokenKey | undefined
}

/** Reports every request that a route has answered. Requests rejected before Fastify (503 and 400) are not reported. */
export function onRequestCompleted(app: FastifyInstance, listeners: ((request: CompletedRequest) => void)[]) {
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, log, tokenKey, routeOptions } = request
    const { statusCode: status, elapsedTime: milliseconds } = reply
    const completed = { log, id, method, route: routeOptions.url ?? 'unknown', status, milliseconds, tokenKey }
    for (const listener of listeners) listener(completed)
    done()
  })
}

/**
 * One line for each request: organisation and token by number, route, status and duration. It has the route's pattern
 * in place of the path, and nothing of the query, headers or bodies, so no personal data reaches the log.
 */
export function logRequest({ log, id, method, route, status, milliseconds, tokenKey }: CompletedRequest): void {
  const ms = Math.round(milliseconds * 100) / 100
  log.info({ reqId: id, method, route, status, ms, org: tokenKey?.orgId, token: tokenKey?.tokenId }, 'request')
}

/**
 * One logger for all requests, or one for each log level of a route. Fastify would create one for each request, which
 * costs as much as the line it writes. So every line about a request includes `reqId` itself.
 */
export function sharedLoggers() {
  const byLevel = new Map<string, FastifyBaseLogger>()
  return (logger: FastifyBaseLogger, _: object, { level }: { level?: string } = {}): FastifyBaseLogger => {
    if (level === undefined) return logger
    const existing = byLevel.get(level)
    if (existing) return existing
    const child = logger.child({}, { level })
    byLevel.set(level, child)
    return child
  }
}
