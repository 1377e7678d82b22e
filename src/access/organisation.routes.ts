import type { Feature } from '../http/contract/feature.ts'
import { windowMilliseconds } from '../http/rate-limit/rate-limit.ts'
import { todayIn } from '../time/local-time.ts'
import { getOrganisation, OrganisationRecord } from './organisation.schema.ts'

/** `rateLimit` is the number of requests a minute for each token; 0 is no limit. */
export const organisationRoutes =
  (rateLimit: number): Feature =>
  async (app) => {
    app.addSchema(OrganisationRecord)
    app.get('/organisation', { config: { needs: 'valid token' }, schema: getOrganisation }, ({ caller }, reply) => {
      const now = app.clock.now()
      const { organisation: name, slug, timezone } = caller
      const rate_limit = rateLimit === 0 ? null : { limit: rateLimit, window_seconds: windowMilliseconds / 1000 }
      const today = todayIn(now, timezone)
      reply.send({ data: { name, slug, timezone, today, now: new Date(now).toISOString(), rate_limit } })
    })
  }
