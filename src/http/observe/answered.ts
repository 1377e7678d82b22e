import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Counted } from '../rate-limit/rate-limit.ts'

/** A request that has its answer, as the log and the metrics tell of it. */
export interface Answered {
  log: FastifyBaseLogger
  id: string
  method: string
  /** The route's pattern, which has nothing of the request itself. */
  route: string
  status: number
  milliseconds: number
  /** By number; undefined for who is not known. */
  caller: Counted | undefined
}

/** Tells of each request that a route has answered. What is refused before Fastify (503 and 400) is not told. */
export function tellAnswered(app: FastifyInstance, tell: (answered: Answered) => void) {
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, log, by: caller, routeOptions } = request
    const { statusCode: status, elapsedTime: milliseconds } = reply
    tell({ log, id, method, route: routeOptions.url ?? 'unknown', status, milliseconds, caller })
    done()
  })
}
