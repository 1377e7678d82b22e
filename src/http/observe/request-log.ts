import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { TokenKey } from '../rate-limit/rate-limit.ts'

/**
 * One logger for all requests, or one for each level that routes ask for. Fastify would otherwise make one for each
 * request, which costs as much as the line it writes; so what is logged about a request says `reqId` itself.
 */
export function sharedLoggers() {
  const byLevel = new Map<string, FastifyBaseLogger>()
  return (logger: FastifyBaseLogger, _: object, { level }: { level?: string } = {}): FastifyBaseLogger => {
    if (level === undefined) return logger
    const known = byLevel.get(level)
    if (known) return known
    const made = logger.child({}, { level })
    byLevel.set(level, made)
    return made
  }
}

/**
 * One line for each request: who (by number), what route, how it ended. The route's pattern stands for the path and
 * nothing of the query, headers or bodies is written, so no personal data reaches the log.
 */
export function logRequest({ log, id, method, route, status, milliseconds, tokenKey }: CompletedRequest): void {
  const ms = Math.round(milliseconds * 100) / 100
  log.info({ reqId: id, method, route, status, ms, org: tokenKey?.orgId, token: tokenKey?.tokenId }, 'request')
}

/** A request that has its answer, as the log and the metrics tell of it. */
export interface CompletedRequest {
  log: FastifyBaseLogger
  id: string
  method: string
  /** The route's pattern, which has nothing of the request itself. */
  route: string
  status: number
  milliseconds: number
  /** By number; undefined for who is not known. */
  tokenKey: TokenKey | undefined
}

/** Tells of each request that a route has answered. What is refused before Fastify (503 and 400) is not told. */
export function onRequestCompleted(app: FastifyInstance, tell: (answered: CompletedRequest) => void) {
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, log, tokenKey, routeOptions } = request
    const { statusCode: status, elapsedTime: milliseconds } = reply
    tell({ log, id, method, route: routeOptions.url ?? 'unknown', status, milliseconds, tokenKey })
    done()
  })
}
