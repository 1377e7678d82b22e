import { Call, type CallOptions, type ListOptions } from './calls.ts'
import { type Environment, systemEnvironment } from './environment.ts'
import { WattleError } from './errors.ts'
import { type FollowOptions, follow } from './follow.ts'
import type { Event } from './generated/api.ts'
import { operations } from './generated/operations.ts'
import type { Resources } from './generated/resources.ts'
import { listOf } from './lists.ts'
import type { Operation } from './operation.ts'
import { requestsOf } from './request.ts'
import { type Token, Transport } from './transport.ts'

export interface WattleOptions {
  /** The access token, or a function that returns it; the function is called again once after a 401. */
  token: Token
  /** The address of the API, as `https://care.example.org/api/integrations/v1`, or of the service, as `https://care.example.org`. */
  baseUrl: string
  /** Milliseconds for each try; 30,000 if not given. */
  timeout?: number
  /** Used in place of the global `fetch`, for instance to go through a proxy. */
  fetch?: typeof fetch
  /** For tests: the clock, the timers and the randomness. */
  environment?: Partial<Environment>
}

interface Followed {
  events: {
    /** Every event, as it happens: `for await (const event of wattle.events.follow({ after: stored, onPosition: store }))`. */
    follow(options?: FollowOptions): AsyncGenerator<Event, void, undefined>
  }
}

/** Every operation of the API by its name: `wattle.clients.get(7)`. */
export interface Wattle extends Omit<Resources, 'events'> {
  events: Resources['events'] & Followed['events']
}

type Resource = Record<string, (...given: any[]) => unknown>

/**
 * A client of the Wattle Integrations API.
 *
 * ```ts
 * const wattle = new Wattle({ token: process.env.WATTLE_TOKEN!, baseUrl: 'https://care.example.org' })
 * const { data } = await wattle.clients.get(7)
 * ```
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor makes every operation of the table
export class Wattle {
  constructor(options: WattleOptions) {
    const { token, timeout = 30_000, fetch, environment } = options ?? {}
    if (typeof token !== 'string' && typeof token !== 'function')
      throw new WattleError(
        "`token` is missing: new Wattle({ token: process.env.WATTLE_TOKEN, baseUrl: 'https://…' }).",
      )
    const all = { ...systemEnvironment, ...(fetch && { fetch }), ...environment }
    const transport = new Transport({ token, timeout, baseUrl: baseUrlOf(options.baseUrl) }, all)
    const resources: Record<string, Resource> = {}
    for (const [name, operation] of Object.entries(operations)) {
      const [resource, verb] = name.split('.') as [string, string]
      resources[resource] ??= {}
      resources[resource][verb] = method(transport, operation)
    }
    const { list } = resources.events!
    resources.events!.follow = (following) => follow(list as never, all, following)
    Object.assign(this, resources)
  }
}

/** The method of an operation. Its arguments are the path parameters, the input, and the options. */
function method(transport: Transport, operation: Operation) {
  const [, path, flags] = operation
  const places = path.split('{').length - 1
  const requestOf = requestsOf(operation)
  return (...given: unknown[]) => {
    const [input, options] = given.slice(places) as [Record<string, unknown> | undefined, ListOptions | undefined]
    const requestWith = (input?: Record<string, unknown>) => requestOf(given, input)
    const isText = input?.format !== undefined && input.format !== 'json'
    if (flags?.list && !isText) {
      const send = async (input: Record<string, unknown> | undefined, options: CallOptions) =>
        transport.send<any>(requestWith(input), options)
      return listOf(send, flags.list, input, options)
    }
    return new Call(async () => transport.send(requestWith(input), options))
  }
}

function baseUrlOf(text: string): string {
  const url = safeUrl(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new WattleError(
      "`baseUrl` must be the http(s) address of the service, without a user, query or hash, such as 'https://care.example.org/api/integrations/v1'.",
    )
  const path = url.pathname.replace(/\/+$/, '')
  return url.origin + (path || '/api/integrations/v1')
}

function safeUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
