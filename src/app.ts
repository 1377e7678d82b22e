import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { accessControl } from './access/access-control.ts'
import { readAudit } from './access/audit/audit.ts'
import { brandingRoutes } from './access/branding.routes.ts'
import { deprecations } from './access/deprecations/deprecations.ts'
import { meRoutes } from './access/me.routes.ts'
import { organisationRoutes } from './access/organisation.routes.ts'
import { bearerOf, Tokens } from './access/tokens.ts'
import { clientRoutes } from './clients/clients.routes.ts'
import { compactAllCounters } from './db/counters.ts'
import { primaryOnly, type Reads } from './db/replica/reads.ts'
import { docs } from './docs/docs.routes.ts'
import { eventFeed } from './events/events.routes.ts'
import { externalIdRoutes } from './external-ids/external-ids.routes.ts'
import { formRoutes } from './forms/forms/forms.routes.ts'
import { formPage } from './forms/page/page.routes.ts'
import { submissionRoutes } from './forms/submissions/submissions.routes.ts'
import { jsonObjectBodies } from './http/contract/body.ts'
import { checkDryRunPlaces } from './http/contract/dry-run-place.ts'
import type { Feature } from './http/contract/feature.ts'
import { idempotency } from './http/contract/idempotency.ts'
import { readFromReplica } from './http/contract/replica-reads.ts'
import { KeysetMeta, Meta, Person } from './http/contract/schema.ts'
import { limitExports } from './http/lists/export.ts'
import { health, type Readiness } from './http/observe/health.ts'
import { metrics } from './http/observe/metrics.ts'
import { type LogRequest, logRequest, onRequestCompleted } from './http/observe/request-log.ts'
import { openapi } from './http/openapi/openapi.ts'
import { readAssets, serveAssets } from './http/pages/assets.ts'
import { addressLimits, type CountExchanges } from './http/rate-limit/address-limit.ts'
import { requestLimit } from './http/rate-limit/request-limit.ts'
import { recordReadsOfRoutes } from './http/responses/reads.ts'
import { Admission } from './http/server/admission.ts'
import { createServer } from './http/server/fastify.ts'
import { basePath } from './http/server/listen.ts'
import { mcpRoutes } from './mcp/mcp.routes.ts'
import { noteRoutes } from './notes/notes/notes.routes.ts'
import type { Clock } from './process/clock.ts'
import { type Config, defaultEventDays } from './process/config.ts'
import { prospectRoutes } from './prospects/prospects/prospects.routes.ts'
import { dashboardRoutes } from './reports/dashboards/dashboards.routes.ts'
import { reportRoutes } from './reports/insights/insights.routes.ts'
import { reportPages } from './reports/page/page.routes.ts'
import { appointmentRoutes } from './roster/appointments/appointments.routes.ts'
import { calendarRoutes } from './roster/calendars/calendars.routes.ts'
import { calendarFiles } from './roster/calendars/file.routes.ts'
import { shiftRoutes } from './roster/shifts/shifts.routes.ts'
import { siteRoutes } from './sites/sites.routes.ts'
import { staffRoutes } from './staff/staff.routes.ts'
import { taskRoutes } from './tasks/tasks/tasks.routes.ts'
import type { RetryTimes } from './webhooks/dispatcher/retry.ts'
import { addressCheck } from './webhooks/outbound/addresses.ts'
import { Outbound } from './webhooks/outbound/outbound.ts'
import { webhookFeature } from './webhooks/webhooks.routes.ts'

export { basePath } from './http/server/listen.ts'

export interface AppOptions {
  db: pg.Pool
  clock: Clock
  config: Pick<Config, 'rateLimit' | 'formLimit' | 'metricsToken' | 'trustProxy'> &
    Partial<
      Pick<
        Config,
        | 'publicUrl'
        | 'maxWaiting'
        | 'maxConnections'
        | 'eventDays'
        | 'webhookNetworks'
        | 'readAudit'
        | 'mcp'
        | 'mcpOutsiders'
      >
    >
  logger?: FastifyBaseLogger
  /** How a request is logged; by default without its path. */
  requestLog?: LogRequest
  readiness?: Readiness
  /** The database in which several nodes count requests together. Without it this node counts alone. */
  countsDb?: pg.Pool | undefined
  /** What this process shares with the other workers of its node, where there are several. */
  siblings?: Siblings
  /** Runs reads; on `db` unless there is a replica. */
  reads?: Reads
  /** Sends the requests of webhooks. Tests look names up in another way. */
  outbound?: Outbound
  /** When webhooks are tried again. Trials wait less. */
  webhookTimes?: RetryTimes
  /** How long a call of a tool may take until it is given up. Tests wait less. */
  toolCallMilliseconds?: number
  /** Routes beside those of the service, for tests. */
  further?: Feature[]
}

/** The links between the workers of a node. */
export interface Siblings {
  /** Counts limits by address together. */
  counts: CountExchanges
  /** The metrics of all workers. */
  metricsText(): Promise<string>
}

/** The routes of every resource. A new resource is a new folder and a line here. */
const features: Feature[] = [
  meRoutes,
  clientRoutes,
  noteRoutes,
  staffRoutes,
  siteRoutes,
  appointmentRoutes,
  shiftRoutes,
  calendarRoutes,
  taskRoutes,
  prospectRoutes,
  formRoutes,
  submissionRoutes,
  reportRoutes,
  dashboardRoutes,
  externalIdRoutes,
]

/** Assembles the service. The command line and every test call it. */
export async function buildApp(options: AppOptions) {
  const {
    db,
    clock,
    config,
    logger,
    readiness = { draining: false },
    reads = primaryOnly(db),
    countsDb,
    siblings,
    requestLog = logRequest,
    outbound = new Outbound({ addresses: addressCheck(config.webhookNetworks ?? []), clock }),
  } = options
  const tokens = new Tokens(reads.primary, clock, db)
  const pendingLookups = { requests: 0 }
  const admission = new Admission({
    ...{ db, reads, pendingLookups, clock, maxWaiting: config.maxWaiting ?? 0 },
    organisationOf: ({ headers }) => tokens.organisationOf(bearerOf(headers.authorization) ?? ''),
    onRejected: (rejected) => app.log.warn({ rejected }, 'requests rejected with 503: the database is overloaded'),
  })
  const assets = readAssets()
  const app = createServer({ config, logger, admission, frame: assets.form })
  app.decorate('pool', db)
  app.decorate('reads', reads)
  app.decorate('clock', clock)
  app.decorate('publicUrl', config.publicUrl)
  // The permission check puts the pool here before any handler runs.
  app.decorateRequest('db', null as any)
  const recorder = readAudit(app, config.readAudit ?? 'on')
  addressLimits(app, clock, siblings?.counts)
  const sources = {
    ...{ pool: db, reads, admission, connections: app.connections },
    newEvents: () => app.sequencer.newEvents,
    failingWebhooks: () => app.dispatcher.failing,
    clientReads: recorder,
  }
  const measure = metrics(app, sources, config.metricsToken, siblings?.metricsText)
  onRequestCompleted(app, [requestLog, measure])
  health(app, reads.primary, readiness)
  openapi(app, basePath, assets.docs)
  const events = eventFeed(app, {
    days: config.eventDays ?? defaultEventDays,
    isDraining: () => readiness.draining,
    onForWebhooks: (orgId) => app.dispatcher.numbered(orgId),
  })
  const webhooks = webhookFeature(app, {
    outbound,
    times: options.webhookTimes,
    counts: siblings?.counts('tests of webhooks'),
  })

  const report = (err: unknown) => app.log.warn({ err }, 'requests are counted by this node alone')
  const requests = requestLimit({ quota: config.rateLimit, clock, countsDb, report })
  await app.register(async (guarded) => {
    accessControl(guarded, { tokens, requests, pendingLookups })
    const api = async (api: typeof guarded) => {
      limitExports(api, Math.min(...reads.pools.map((pool) => pool.options.max)))
      jsonObjectBodies(api)
      checkDryRunPlaces(api)
      idempotency(api, clock)
      if (reads.replica) readFromReplica(api)
      recordReadsOfRoutes(api)
      deprecations(app, api, basePath)
      api.addSchema(Meta)
      api.addSchema(KeysetMeta)
      api.addSchema(Person)
      await api.register(organisationRoutes(config.rateLimit))
      for (const feature of [...features, events, webhooks, ...(options.further ?? [])]) await api.register(feature)
    }
    await guarded.register(api, { prefix: basePath })
    await guarded.register(
      mcpRoutes({
        mode: config.mcp ?? 'on',
        hidesOutsiders: config.mcpOutsiders === 'hide',
        limitsCalls: config.rateLimit > 0,
        counts: siblings?.counts('calls of tools'),
        callMilliseconds: options.toolCallMilliseconds,
      }),
    )
  })
  docs(app, assets.docs)
  serveAssets(app, assets)
  await app.register(brandingRoutes, { logoLimit: config.formLimit * 10 })
  await app.register(calendarFiles, { fileLimit: config.formLimit * 10 })
  await app.register(reportPages, { frame: assets.report, viewLimit: config.formLimit * 10 })
  await app.register(formPage, { frame: assets.form, formLimit: config.formLimit })

  if (requests?.refresh)
    app.jobs['refresh leases of requests'] = { everySeconds: 1, work: requests.refresh, inEachWorker: true }
  app.jobs['compact counters'] = { everySeconds: 1, work: () => compactAllCounters(db) }
  return app
}
