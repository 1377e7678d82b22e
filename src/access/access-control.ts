import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, forbidden, integrationsOff, tooManyRequests, unauthenticated } from '../http/contract/errors.ts'
import { innerOf } from '../http/contract/inner-request.ts'
import { limitHeaders, type RateLimitResult, type TokenKey } from '../http/rate-limit/rate-limit.ts'
import type { RequestLimit } from '../http/rate-limit/request-limit.ts'
import { type FixedNeeds, type Needs, neededFor, permits } from './areas.ts'
import { bearerOf, type Caller, type Tokens } from './tokens.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    needs?: Needs
    /** The record that the path's id names, for 'Client not found.' */
    record?: string
    /** The path names what the request creates, so an invalid part of it is a 422 and not an unknown record. */
    pathNamesNew?: boolean
  }
  interface FastifyInstance {
    /** The caller as it is now, for a request that takes long: throws if its token no longer permits it. */
    currentCaller(request: FastifyRequest): Promise<Caller>
  }
  interface FastifyRequest {
    /** Set only by the permission check: without it a request has no organisation. */
    caller: Caller
    /** The token, even if it lacks the permission; for the log. */
    tokenKey: (TokenKey & { slug: string }) | undefined
  }
}

const failuresPerMinute = 60

export interface AccessControl {
  tokens: Tokens
  /** Undefined: requests are not limited. */
  requests: RequestLimit | undefined
  /** Counts the requests that wait for a lookup of this check. Many may wait for one statement. */
  pendingLookups: { requests: number }
}

/** The checks before a body is read, in the contract's order: 401, 503, 429, 403. */
export function accessControl(app: FastifyInstance, { tokens, requests, pendingLookups }: AccessControl) {
  const failures = app.addressLimit('failed authentications', failuresPerMinute)

  // Fastify requires an initial value. The check replaces null before any handler runs.
  app.decorateRequest('caller', null as any)
  app.decorateRequest('tokenKey', undefined)
  app.decorateRequest('inner', undefined)
  app.addHook('onRoute', ({ config, method, url }) => {
    if (!config?.needs) throw new Error(`${method} ${url} does not declare what it needs`)
  })

  type Rejection = ApiError | undefined

  function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    needs: FixedNeeds,
    caller: Caller | undefined,
    done: (rejection: Rejection) => void,
  ) {
    if (!caller) {
      const { allowed, resetSeconds } = failures.take(request.ip)
      return done(allowed ? unauthenticated() : tooManyRequests(resetSeconds))
    }
    request.tokenKey = caller
    if (!requests) return done(permit(request, needs, caller))
    // While integrations are off a response still has the quota in its headers, and the request does not count.
    const result = requests.take(caller, caller.integrationsEnabled ? 1 : 0)
    const decide = (result: RateLimitResult): Rejection => {
      reply.headers(limitHeaders(requests.quota, result))
      if (result.allowed || !caller.integrationsEnabled) return permit(request, needs, caller)
      return tooManyRequests(result.resetSeconds)
    }
    if (!(result instanceof Promise)) return done(decide(result))
    pendingLookups.requests++
    result.then((resolved) => {
      pendingLookups.requests--
      done(decide(resolved))
    })
  }

  /** A request of the service to itself may be limited to less than its token allows. */
  const limited = ({ inner }: FastifyRequest, caller: Caller): Caller =>
    inner ? { ...caller, access: inner.limit(caller.access) } : caller

  function permit(request: FastifyRequest, needs: FixedNeeds, ofToken: Caller): Rejection {
    request.inner = innerOf(request.headers)
    const caller = limited(request, ofToken)
    if (!caller.integrationsEnabled) return integrationsOff()
    if (!permits(caller.access, needs)) return forbidden(needs)
    request.caller = caller
    request.db = app.pool
    return undefined
  }

  app.decorate('currentCaller', async (request: FastifyRequest) => {
    const ofToken = await tokens.find(bearerOf(request.headers.authorization) ?? '')
    const needs = neededFor(request, request.routeOptions.config.needs!)
    if (!ofToken) throw unauthenticated()
    const caller = limited(request, ofToken)
    if (!caller.integrationsEnabled) throw integrationsOff()
    if (!permits(caller.access, needs)) throw forbidden(needs)
    return caller
  })

  // With callbacks, so that a cached token is admitted in the same iteration of the event loop.
  app.addHook('onRequest', (request, reply, done) => {
    const declared = request.routeOptions.config.needs
    if (!declared || declared === 'nothing') return done()
    const needs = neededFor(request, declared)
    const token = bearerOf(request.headers.authorization)
    const caller = token === undefined ? undefined : tokens.find(token)
    if (!(caller instanceof Promise)) return admit(request, reply, needs, caller, done)
    pendingLookups.requests++
    caller
      .finally(() => pendingLookups.requests--)
      .then((resolved) => admit(request, reply, needs, resolved, done), done)
  })
}
