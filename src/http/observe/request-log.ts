import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { TokenKey } from '../rate-limit/rate-limit.ts'
import { basePath } from '../server/listen.ts'

/** A request with its response, for the log and the metrics. */
export interface CompletedRequest {
  log: FastifyBaseLogger
  id: string
  method: string
  /** The route's pattern, which contains no data of the request. */
  route: string
  /** As the client sent it. */
  url: string
  status: number
  milliseconds: number
  /** Undefined where the token is not known. */
  tokenKey: (TokenKey & { slug: string }) | undefined
}
export type LogRequest = (request: CompletedRequest) => void

const unknownRoute = 'unknown'

/** Reports every request that a route has answered. Requests rejected before Fastify (503 and 400) are not reported. */
export function onRequestCompleted(app: FastifyInstance, listeners: LogRequest[]) {
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, log, tokenKey, routeOptions, url } = request
    const { statusCode: status, elapsedTime: milliseconds } = reply
    const route = routeOptions.url ?? unknownRoute
    const completed = { log, id, method, route, url, status, milliseconds, tokenKey }
    for (const listener of listeners) listener(completed)
    done()
  })
}

/**
 * One line for each request: organisation and token by number, route, status and duration. It has the route's pattern
 * in place of the path, and nothing of the query, headers or bodies, so no personal data reaches the log.
 */
export const logRequest: LogRequest = ({ log, id, method, route, status, milliseconds, tokenKey }) => {
  const ms = Math.round(milliseconds * 100) / 100
  log.info({ reqId: id, method, route, status, ms, org: tokenKey?.orgId, token: tokenKey?.tokenId }, 'request')
}

/**
 * The same for a person at a terminal: the path as it was sent, which names ids, without the query and the base path, and
 * the organisation by its slug. An unknown path is whole, because the base path may be what is wrong. A log that is stored
 * never has it.
 */
export const logRequestForPeople: LogRequest = ({ log, method, route, url, status, milliseconds: ms, tokenKey }) => {
  const sent = url.split('?', 1)[0]!
  const path = isSecret.test(sent) ? '/c/…' : sent
  const isShort = route !== unknownRoute && path.startsWith(`${basePath}/`)
  const short = isShort ? path.slice(basePath.length) : path
  log.info({ method, path: short, status, ms, org: tokenKey?.slug }, 'request')
}

/** The path itself is a signed address, of a calendar, also with a method that it does not have. Other links are in the query. */
const isSecret = /^[/]+(?:c|%63|%43)(?:[/]|%2f)/i

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
