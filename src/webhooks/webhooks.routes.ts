import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Access, all, read } from '../access/areas.ts'
import { accessOfConnections } from '../access/connection-access.ts'
import { runAndRollBack } from '../db/transaction.ts'
import { missingAreas, typesError } from '../events/filter.ts'
import { forbidden, found, invalid, tooManyRequests } from '../http/contract/errors.ts'
import type { Feature } from '../http/contract/feature.ts'
import { type CountExchange, RateLimit } from '../http/rate-limit/rate-limit.ts'
import { webhookOperations } from './bodies.ts'
import { createWebhook } from './create.ts'
import * as delivery from './deliveries/deliveries.schema.ts'
import { findDelivery, listDeliveries, resendDelivery } from './deliveries/deliveries.ts'
import { replay } from './deliveries/replay.ts'
import { deleteOldDeliveries } from './deliveries/retention.ts'
import { Dispatcher } from './dispatcher/dispatcher.ts'
import type { RetryTimes } from './dispatcher/retry.ts'
import { deleteWebhook, editWebhook } from './edit.ts'
import type { Outbound } from './outbound/outbound.ts'
import { webhookRecord } from './record.ts'
import { rotateSecret } from './rotate.ts'
import { sendTest } from './send-test.ts'
import * as schema from './webhooks.schema.ts'
import * as webhooks from './webhooks.sql.ts'

declare module 'fastify' {
  interface FastifyInstance {
    dispatcher: Dispatcher
  }
}

const record = 'Webhook'

interface WebhookOptions {
  outbound: Outbound
  times?: RetryTimes | undefined
  /** Where several processes count tests together. */
  counts?: CountExchange<string> | undefined
}

/** The endpoints of webhooks, their dispatcher, and the deletion of old deliveries. */
export function webhookFeature(app: FastifyInstance, { outbound, times, counts }: WebhookOptions): Feature {
  Object.assign(app.openapiWebhooks, webhookOperations())
  const dispatcher = new Dispatcher({
    db: app.pool,
    clock: app.clock,
    outbound,
    times,
    onDisabled(orgId, webhookId, reason) {
      app.log.warn({ org: orgId, webhook: webhookId, reason }, 'a webhook was disabled')
      app.sequencer.written(orgId)
    },
    onError: (err) => app.log.warn({ err }, 'events were not sent to webhooks'),
  })
  app.decorate('dispatcher', dispatcher)
  app.addHook('onClose', async () => {
    await dispatcher.stop()
    outbound.close()
  })
  app.jobs['send events to webhooks'] = { everySeconds: 0.5, work: () => dispatcher.look() }
  app.jobs['count failing webhooks'] = { everySeconds: 10, work: () => dispatcher.count() }
  app.jobs['delete old deliveries of webhooks'] = {
    everySeconds: 3600,
    atStart: true,
    work: () => deleteOldDeliveries(app.pool, app.clock),
  }
  return webhookRoutes(outbound, new RateLimit<string>(schema.testsPerMinute, app.clock, counts))
}

const webhookRoutes =
  (outbound: Outbound, tests: RateLimit<string>): Feature =>
  async (app) => {
    for (const shared of [...schema.shared, ...delivery.shared]) app.addSchema(shared)
    const { clock } = app
    const config = { needs: 'valid token', record } as const

    // The look-up of a name takes time, so it comes before the transaction of an Idempotency-Key.
    const urlErrors = new WeakMap<FastifyRequest, string>()
    const checkUrl = async (request: FastifyRequest) => {
      const { url } = request.body as { url?: string }
      const error = url === undefined ? undefined : await outbound.urlError(url)
      if (error !== undefined) urlErrors.set(request, error)
    }
    /** Throws if the request names a url or types that are not allowed. */
    const checkBody = (request: FastifyRequest, types: readonly string[] | undefined) => {
      const [url, wrongTypes] = [urlErrors.get(request), types && typesError(types)]
      if (url || wrongTypes) throw invalid({ ...(url && { url: [url] }), ...(wrongTypes && { types: [wrongTypes] }) })
      checkTypes(request.caller.access, types)
    }

    app.get('/webhooks', { config, schema: schema.listWebhooks }, async ({ db, caller }) => {
      const { orgId, connectionId } = caller
      const now = clock.now()
      const rows = await webhooks.list.rows(db, orgId, connectionId)
      const access = await accessOfConnections(db, orgId, [connectionId], now)
      return { data: rows.map((row) => webhookRecord(row, caller, access, now)) }
    })

    app.get('/webhooks/:id', { config, schema: schema.getWebhook }, async ({ db, caller, params }) => {
      const { orgId, connectionId } = caller
      const now = clock.now()
      const row = found(await webhooks.find.first(db, orgId, connectionId, params.id), record)
      return { data: webhookRecord(row, caller, await accessOfConnections(db, orgId, [connectionId], now), now) }
    })

    app.post(
      '/webhooks',
      { config: { ...config, shownOnce: 'secret' }, schema: schema.createWebhook, preHandler: checkUrl },
      async (request, reply) => {
        const { db, caller } = request
        const { dry_run, ...body } = request.body
        checkBody(request, body.types)
        const create = (tx: typeof db) => createWebhook(tx, caller, clock.now(), body)
        // The secret of a webhook that is not stored would be that of the next one.
        if (dry_run) return { dry_run, ...(await runAndRollBack(db, create)), secret: null }
        reply.code(201)
        return create(db)
      },
    )

    app.patch('/webhooks/:id', { config, schema: schema.updateWebhook, preHandler: checkUrl }, async (request) => {
      const { db, caller, params, body } = request
      checkBody(request, body.types)
      return editWebhook(db, caller, clock.now(), params.id, body)
    })

    app.delete('/webhooks/:id', { config, schema: schema.deleteWebhook }, async ({ db, caller, params }) => ({
      data: await deleteWebhook(db, caller, clock.now(), params.id),
    }))

    app.post(
      '/webhooks/:id/rotate-secret',
      { config: { ...config, shownOnce: 'secret', bodyIsOptional: true }, schema: schema.rotateSecret },
      ({ db, caller, params, body }) => rotateSecret(db, caller, clock.now(), params.id, body.overlap_hours!),
    )

    app.post(
      '/webhooks/:id/test',
      { config: { ...config, bodyIsOptional: true, takesKey: false }, schema: schema.testWebhook },
      async ({ db, caller, params, body }) => {
        const { orgId, connectionId, slug: organisation, signingKey, access } = caller
        const webhook = found(await webhooks.find.first(db, orgId, connectionId, params.id), record)
        checkTypes(access, [body.type!])
        const { allowed, resetSeconds } = tests.take(`${orgId}/${params.id}`)
        if (!allowed)
          throw tooManyRequests(resetSeconds, `A webhook has at most ${schema.testsPerMinute} tests a minute.`)
        const sender = { outbound, signingKey, organisation, now: clock.now() }
        const { ok, status_code, duration_ms, error, response } = await sendTest(webhook, body.type!, sender)
        return { data: { ok, status_code, duration_ms, error, response } }
      },
    )

    app.get(
      '/webhooks/:id/deliveries',
      { config, schema: delivery.listDeliveries },
      ({ db, caller, params, query }) => {
        const wrongTypes = query.types && typesError(query.types)
        if (wrongTypes) throw invalid({ types: [wrongTypes] })
        checkTypes(caller.access, query.types)
        return listDeliveries(db, caller, params.id, query)
      },
    )

    app.get(
      '/webhooks/:id/deliveries/:event_id',
      { config, schema: delivery.getDelivery },
      async ({ db, caller, params }) => ({ data: await findDelivery(db, caller, params.id, params.event_id) }),
    )

    app.post(
      '/webhooks/:id/deliveries/:event_id/resend',
      { config, schema: delivery.resendDelivery },
      async ({ db, caller, params }) => ({
        data: await resendDelivery(db, caller, clock.now(), params.id, params.event_id),
      }),
    )

    app.post(
      '/webhooks/:id/replay',
      { config, schema: delivery.replayWebhook },
      async ({ db, caller, params, body: { dry_run, ...body } }) => {
        // A dry run only counts: rows that are rolled back cost as much as those that stay.
        const run = (tx: typeof db) => replay(tx, caller, clock.now(), params.id, body, dry_run)
        return dry_run ? { dry_run, ...(await runAndRollBack(db, run)) } : run(db)
      },
    )
  }

/** A type of an area that the token may not read is forbidden. */
function checkTypes(access: Access, types: readonly string[] = []): void {
  const missing = missingAreas(access, types)
  if (missing.length > 0) throw forbidden(all(...missing.map((area) => read(area))))
}
