import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Answered } from '../http/answered.ts'
import { ApiError, tooManyRequests } from '../http/errors.ts'
import { type Allowance, limitHeaders } from '../http/rate-limit.ts'
import type { Asked, Refusal } from '../http/turnstile.ts'
import type { RequestLimit } from './access-control.ts'
import { bearerOf, type Caller, type Tokens } from './tokens.ts'

const mostPaths = 1000

interface Told {
  error: ApiError
  resetSeconds: number
}

/**
 * Refuses tokens that are over their limit before their requests are read as HTTP. Who sends ten times what it may would
 * otherwise take as much of the service's time as others who are served. Where a path leads is known from the first
 * refusal there, by the route itself, so an unknown path stays a 404 and a page stays a page.
 */
export class OverLimit {
  readonly #tokens: Tokens
  readonly #limit: RequestLimit
  readonly #log: FastifyBaseLogger
  readonly #answered: (answered: Answered) => void
  /** The route of a method and a path. */
  readonly #routes = new Map<string, string>()
  readonly #told = new WeakMap<Caller, Told>()

  constructor(tokens: Tokens, limit: RequestLimit, log: FastifyBaseLogger, answered: (answered: Answered) => void) {
    this.#tokens = tokens
    this.#limit = limit
    this.#log = log
    this.#answered = answered
  }

  /** A route has refused this one; its connection is worth watching from here on. */
  learn({ raw, method, routeOptions }: FastifyRequest): Socket {
    if (this.#routes.size >= mostPaths) this.#routes.clear()
    this.#routes.set(`${method} ${pathOf(raw.url!)}`, routeOptions.url!)
    return raw.socket
  }

  refusal(asked: Asked): Refusal | undefined {
    const caller = this.#tokens.known(bearerOf(asked.headers.authorization) ?? '')
    if (!caller?.integrationsEnabled) return undefined
    const allowance = this.#limit.refused(caller)
    const route = allowance && this.#routes.get(`${asked.method} ${pathOf(asked.url!)}`)
    if (route === undefined) return undefined
    const [error, method, since] = [this.#errorFor(caller, allowance!), asked.method!, performance.now()]
    const told = (id: string) => {
      const milliseconds = performance.now() - since
      this.#answered({ log: this.#log, id, method, route, status: error.status, milliseconds, caller })
    }
    return { error, told }
  }

  /** The same for a whole second, so that its bytes need not be put together for each request. */
  #errorFor(caller: Caller, allowance: Allowance): ApiError {
    const { resetSeconds } = allowance
    const last = this.#told.get(caller)
    if (last?.resetSeconds === resetSeconds) return last.error
    const { status, message, headers } = tooManyRequests(resetSeconds)
    const error = new ApiError(status, message, {}, { ...limitHeaders(this.#limit.quota, allowance), ...headers })
    this.#told.set(caller, { error, resetSeconds })
    return error
  }
}

const pathOf = (url: string): string => {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
