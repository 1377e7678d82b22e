import type { FastifyInstance, preValidationHookHandler } from 'fastify'
import { type DeprecatedPart, deprecatedParts, deprecationHeaders } from '../../http/contract/deprecation.ts'
import { UseCounter, usesOfLastDay } from './uses.ts'

/**
 * Tells callers of deprecated operations, and callers that send deprecated parameters or fields, by headers; and counts by token who
 * still does, for the operator.
 */
export function deprecations(app: FastifyInstance, api: FastifyInstance, basePath: string): void {
  const counter = new UseCounter(app.pool, app.clock)

  api.addHook('onRoute', function (this: FastifyInstance, route) {
    const parts = deprecatedParts(route, basePath, this.getSchemas())
    if (parts.length > 0) route.preValidation = [...[route.preValidation ?? []].flat(), tell(parts)]
  })

  /** Before the validation, which fills in defaults: only what was sent counts. */
  const tell =
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
    const organisations = await usesOfLastDay(app.pool, app.clock)
    if (organisations.length === 0) return
    app.log.warn(
      { organisations },
      'tokens use deprecated parts of the API: wattle token deprecations --org SLUG lists them',
    )
  }
}

const has = (value: unknown, field: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, field)
