import type { FastifyBaseLogger } from 'fastify'
import type { Answered } from './answered.ts'

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
export function logAnswered({ log, id, method, route, status, milliseconds, caller }: Answered): void {
  const ms = Math.round(milliseconds * 100) / 100
  log.info({ reqId: id, method, route, status, ms, org: caller?.orgId, token: caller?.tokenId }, 'request')
}
