import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, forbidden, integrationsOff, tooManyRequests, unauthenticated } from '../http/contract/errors.ts'
import { limitHeaders, RateLimit, type RateLimitResult, type TokenKey } from '../http/rate-limit/rate-limit.ts'
import type { RequestLimit } from '../http/rate-limit/request-limit.ts'
import type { Clock } from '../process/clock.ts'
import { type Needs, permits } from './areas.ts'
import { bearerOf, type Caller, type Tokens } from './tokens.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    needs?: Needs
    /** What a path id names, for 'Client not found.' */
    record?: string
  }
  interface FastifyRequest {
    /** Set by the permission check alone: there is no organisation without it. */
    caller: Caller
    /** Whose token it is, whether it may do this or not; for the log. */
    tokenKey: TokenKey | undefined
  }
}

const failuresAMinute = 60

export interface AccessControl {
  clock: Clock
  tokens: Tokens
  /** None: requests are not limited. */
  requests: RequestLimit | undefined
  /** Counts the requests that wait for what this check asks: many may wait for one statement. */
  pendingLookups: { requests: number }
}

/** The checks before a body is read, in the contract's order: 401, 503, 429, 403. */
export function accessControl(
  app: FastifyInstance,
  { clock, tokens, requests, pendingLookups: asking }: AccessControl,
) {
  const failures = new RateLimit<string>(failuresAMinute, clock)

  // Fastify wants a value of the right shape; null is replaced before any handler runs.
  app.decorateRequest('caller', null as any)
  app.decorateRequest('tokenKey', undefined)
  app.addHook('onRoute', ({ config, method, url }) => {
    if (!config?.needs) throw new Error(`${method} ${url} does not declare what it needs`)
  })

  type Refusal = ApiError | undefined
  type Admitted = (refusal: Refusal) => void

  function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    needs: Needs,
    caller: Caller | undefined,
    done: Admitted,
  ) {
    if (!caller) {
      const { allowed, resetSeconds } = failures.take(request.ip)
      return done(allowed ? unauthenticated() : tooManyRequests(resetSeconds))
    }
    request.tokenKey = caller
    if (!requests) return done(permit(request, needs, caller))
    // A request that integrations being off refuses still tells where the quota stands, and costs none of it.
    const allowance = requests.take(caller, caller.integrationsEnabled ? 1 : 0)
    const decided = (given: RateLimitResult): Refusal => {
      reply.headers(limitHeaders(requests.quota, given))
      if (given.allowed || !caller.integrationsEnabled) return permit(request, needs, caller)
      return tooManyRequests(given.resetSeconds)
    }
    if (!(allowance instanceof Promise)) return done(decided(allowance))
    asking.requests++
    allowance.then((given) => {
      asking.requests--
      done(decided(given))
    })
  }

  function permit(request: FastifyRequest, needs: Needs, caller: Caller): Refusal {
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
    const token = bearerOf(request.headers.authorization)
    const found = token === undefined ? undefined : tokens.find(token)
    if (!(found instanceof Promise)) return admit(request, reply, needs, found, done)
    asking.requests++
    found.finally(() => asking.requests--).then((caller) => admit(request, reply, needs, caller, done), done)
  })
}
