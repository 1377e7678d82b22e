import type { FastifyInstance, preValidationHookHandler } from 'fastify'
import { invalid } from './errors.ts'

interface Fields {
  $ref?: string
  properties?: object
}

/**
 * Rejects a `dry_run` that would be lost: the change would be made, and the caller believes it was not. An unknown
 * parameter of a query is ignored elsewhere, and of a repeated one the last counts.
 */
export function checkDryRunPlaces(app: FastifyInstance): void {
  app.addHook('onRoute', function (this: FastifyInstance, route) {
    const takes = (schema: unknown): boolean => {
      const { $ref, properties } = (schema ?? {}) as Fields
      return $ref ? takes(this.getSchema($ref.replace(/#$/, ''))) : Object.hasOwn(properties ?? {}, 'dry_run')
    }
    const { querystring, body } = route.schema ?? {}
    const add = (check: preValidationHookHandler) => {
      route.preValidation = [...[route.preValidation ?? []].flat(), check]
    }
    if (takes(querystring)) add(sentOnce)
    else if (takes(body)) add(notInQuery)
  })
}

const sent = ({ query }: { query: unknown }): unknown => (query as Record<string, unknown>).dry_run
const wrong = (rule: string) => invalid({ dry_run: [`dry_run ${rule}.`] })

const notInQuery: preValidationHookHandler = (request, _, done) =>
  done(sent(request) === undefined ? undefined : wrong('must be sent in the body, not in the query'))

const sentOnce: preValidationHookHandler = (request, _, done) =>
  done(Array.isArray(sent(request)) ? wrong('must be sent only once') : undefined)
