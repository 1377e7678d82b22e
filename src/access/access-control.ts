import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { forbidden, integrationsOff, tooManyRequests, unauthenticated } from '../http/errors.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { type Needs, permits } from './areas.ts'
import { type Caller, Tokens } from './tokens.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    needs?: Needs
    /** What a path id names, for 'Client not found.' */
    record?: string
  }
  interface FastifyRequest {
    /** Set by the permission check alone: there is no organisation without it. */
    caller: Caller
  }
}

const failuresAMinute = 60

/** The checks before a body is read, in the contract's order: 401, 503, 429, 403. */
export function accessControl(app: FastifyInstance, { clock, rateLimit }: { clock: Clock; rateLimit: number }) {
  const tokens = new Tokens(app.pool, clock)
  const requests = new RateLimit<number>(rateLimit, clock)
  const failures = new RateLimit<string>(failuresAMinute, clock)
  const policy = `"token";q=${rateLimit};w=60`

  // Fastify wants a value of the right shape; null is replaced before any handler runs.
  app.decorateRequest('caller', null as any)
  app.addHook('onRoute', ({ config, method, url }) => {
    if (!config?.needs) throw new Error(`${method} ${url} does not declare what it needs`)
  })

  function admit(request: FastifyRequest, reply: FastifyReply, needs: Needs, caller: Caller | undefined) {
    if (!caller) {
      const { allowed, resetSeconds } = failures.take(request.ip)
      return allowed ? unauthenticated() : tooManyRequests(resetSeconds)
    }
    if (rateLimit > 0) {
      // A request that integrations being off refuses still tells where the quota stands, and costs none of it.
      const { allowed, remaining, resetSeconds } = requests.take(caller.tokenId, caller.integrationsEnabled ? 1 : 0)
      reply.header('ratelimit-policy', policy)
      reply.header('ratelimit', `"token";r=${remaining};t=${resetSeconds}`)
      if (caller.integrationsEnabled && !allowed) return tooManyRequests(resetSeconds)
    }
    if (!caller.integrationsEnabled) return integrationsOff()
    if (!permits(caller.access, needs)) return forbidden(needs)
    request.caller = caller
    request.db = app.pool
    return undefined
  }

  // Written with callbacks: a token in memory is admitted without a turn of the event loop.
  app.addHook('onRequest', (request, reply, done) => {
    const needs = request.routeOptions.config.needs
    if (!needs || needs === 'nothing') return done()
    const found = findBearer(tokens, request.headers.authorization)
    if (!(found instanceof Promise)) return done(admit(request, reply, needs, found))
    found.then((caller) => done(admit(request, reply, needs, caller)), done)
  })
}

const scheme = 'bearer '

function findBearer(tokens: Tokens, header: string | undefined) {
  if (header === undefined || header.slice(0, scheme.length).toLowerCase() !== scheme) return undefined
  return tokens.find(header.slice(scheme.length).trim())
}
