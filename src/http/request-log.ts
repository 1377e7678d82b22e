import type { FastifyInstance } from 'fastify'

/**
 * One line for each request: who (by number), what route, how it ended. The route's pattern stands for the path and
 * nothing of the query, headers or bodies is written, so no personal data reaches the log.
 */
export function requestLog(app: FastifyInstance) {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        org: request.caller?.orgId,
        token: request.caller?.tokenId,
      },
      'request',
    )
    done()
  })
}
