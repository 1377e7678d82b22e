import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../process/clock.ts'
import { type CountExchange, RateLimit } from './rate-limit.ts'

/** The exchange of each limit between the workers of a node, by the limit's name. */
export type CountExchanges = (limit: string) => CountExchange<string>

declare module 'fastify' {
  interface FastifyInstance {
    /** A limit per minute for each client's network (`networkOf`). Workers of a node count it together under its name. */
    addressLimit(name: string, quota: number): AddressLimit
  }
}

export interface AddressLimit {
  take(address: string): ReturnType<RateLimit<string>['take']>
}

export function addressLimits(app: FastifyInstance, clock: Clock, exchanges: CountExchanges | undefined) {
  app.decorate('addressLimit', (name: string, quota: number) => {
    const limit = new RateLimit<string>(quota, clock, exchanges?.(name))
    return { take: (address: string) => limit.take(networkOf(address)) }
  })
}

/** An IPv4 address, or the /64 of an IPv6 address, which belongs to one subscriber. */
export function networkOf(address: string): string {
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length)
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':').filter(Boolean)]
  return all.slice(0, 4).join(':')
}
