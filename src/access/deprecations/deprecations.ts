import type { FastifyInstance, preValidationHookHandler } from 'fastify'
import {
  checkPlaces,
  type DeprecatedPart,
  deprecatedParts,
  deprecationHeaders,
} from '../../http/contract/deprecation.ts'
import { UseCounter, usesOfLastDay } from './uses.ts'

/**
 * Adds headers to the responses to requests that use deprecated operations, parameters or fields, and counts these
 * requests by token, for the operator.
 */
export function deprecations(app: FastifyInstance, api: FastifyInstance, basePath: string): void {
  const counter = new UseCounter(app.pool, app.clock)
  const clean = new WeakSet<object>()

  api.addHook('onRoute', function (this: FastifyInstance, route) {
    const shared = this.getSchemas()
    checkPlaces(route, basePath, shared, clean)
    const parts = deprecatedParts(route, basePath, shared)
    if (parts.length > 0) route.preValidation = [...[route.preValidation ?? []].flat(), addHeaders(parts)]
  })

  /** Before the validation, which fills in defaults: only what was sent counts. */
  const addHeaders =
    (parts: DeprecatedPart[]): preValidationHookHandler =>
    (request, reply, done) => {
      const used = parts.filter(({ sent }) => !sent || has(request[sent.location], sent.field))
      if (used.length > 0) reply.headers(deprecationHeaders(used))
      for (const { name } of used) counter.add(request.caller, name)
      done()
    }

  app.addHook('onClose', () => counter.flush().catch(() => {}))
  app.jobs['store uses of deprecated parts'] = { everySeconds: 60, work: () => counter.flush(), inEachWorker: true }
  app.jobs['report uses of deprecated parts'] = { everySeconds: 86_400, atStart: true, work: report }

  async function report(): Promise<void> {
    const uses = await usesOfLastDay(app.pool, app.clock)
    if (uses.length === 0) return
    const tokens = uses.reduce((sum, one) => sum + one.tokens, 0)
    app.log.warn(
      { organisations: uses.length, tokens, slugs: uses.slice(0, loggedSlugs).map(({ slug }) => slug) },
      'tokens use deprecated parts of the API: wattle token deprecations --org SLUG lists them',
    )
  }
}

/** A line of the log has a limit, and the number of organisations none. */
const loggedSlugs = 20

const has = (value: unknown, field: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, field)
