import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../process/clock.ts'
import { type CountExchange, RateLimit } from './rate-limit.ts'

/** The exchange of each limit between the workers of a node, by the limit's name. */
export type CountExchanges = (limit: string) => CountExchange<string>

declare module 'fastify' {
  interface FastifyInstance {
    /** A limit per minute for each client address. Workers of a node count it together under its name. */
    addressLimit(name: string, quota: number): RateLimit<string>
  }
}

export function addressLimits(app: FastifyInstance, clock: Clock, exchanges: CountExchanges | undefined) {
  app.decorate('addressLimit', (name: string, quota: number) => new RateLimit<string>(quota, clock, exchanges?.(name)))
}
