import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type pg from 'pg'
import { accessControl, type RequestLimit } from './access/access-control.ts'
import { meRoutes } from './access/me.routes.ts'
import { bearerOf, Tokens } from './access/tokens.ts'
import { clientRoutes } from './clients/clients.routes.ts'
import type { Config } from './config.ts'
import { compactAllCounters } from './db/counters.ts'
import { primaryAlone, type Reads } from './db/replica/reads.ts'
import { docs } from './docs/docs.routes.ts'
import { formRoutes } from './forms/forms/forms.routes.ts'
import { formPage } from './forms/page/page.routes.ts'
import { submissionRoutes } from './forms/submissions/submissions.routes.ts'
import { bodyLimitBytes, jsonObjectBodies } from './http/contract/body.ts'
import { answerConnect, answers, clientError, requestIdOf, unroutable } from './http/server/conventions.ts'
import { idempotency, sweepKeys } from './http/contract/idempotency.ts'
import { parseQuery } from './http/contract/query.ts'
import { readElsewhere } from './http/contract/replica-reads.ts'
import { Meta, Person } from './http/contract/schema.ts'
import { buildValidator } from './http/contract/validation.ts'
import { tellAnswered } from './http/observe/answered.ts'
import { health, type Readiness } from './http/observe/health.ts'
import { metrics } from './http/observe/metrics.ts'
import { logAnswered, sharedLoggers } from './http/observe/request-log.ts'
import { openapi } from './http/openapi/openapi.ts'
import { readAssets, serveAssets } from './http/pages/assets.ts'
import { RateLimit } from './http/rate-limit/rate-limit.ts'
import { sharedRateLimit } from './http/rate-limit/shared-limit.ts'
import { serialised } from './http/responses/rendered.ts'
import { Admission } from './http/server/admission.ts'
import { rejectAmbiguous } from './http/server/ambiguous.ts'
import { Connections } from './http/server/connections.ts'
import { BoundedServer } from './http/server/server.ts'
import { noteRoutes } from './notes/notes/notes.routes.ts'
import { sealNotes } from './notes/search/seal.ts'
import type { Clock } from './process/clock.ts'
import type { Chores } from './process/housekeeping.ts'
import { prospectRoutes } from './prospects/prospects/prospects.routes.ts'
import { dashboardRoutes } from './reports/dashboards/dashboards.routes.ts'
import { reportRoutes } from './reports/insights/insights.routes.ts'
import { reportPages } from './reports/page/page.routes.ts'
import { appointmentRoutes } from './roster/appointments/appointments.routes.ts'
import { makeDueShifts } from './roster/series/job.ts'
import { shiftRoutes } from './roster/shifts/shifts.routes.ts'
import { siteRoutes } from './sites/sites.routes.ts'
import { staffRoutes } from './staff/staff.routes.ts'
import { makeDueTasks } from './tasks/series/job.ts'
import { taskRoutes } from './tasks/tasks/tasks.routes.ts'

export type Feature = FastifyPluginAsyncTypebox

declare module 'fastify' {
  interface FastifyInstance {
    /** The primary: for writes and all that must not be a moment late. */
    pool: pg.Pool
    reads: Reads
    clock: Clock
    /** Those of callers. */
    connections: Connections
    /** What the running service does beside its requests; tests call the work itself. */
    chores: Chores
  }
  interface FastifyRequest {
    /** The pool, or the one connection whose transaction this request is part of. */
    db: pg.Pool | pg.PoolClient
  }
}

export interface AppOptions {
  db: pg.Pool
  clock: Clock
  config: Pick<Config, 'rateLimit' | 'formLimit' | 'metricsToken' | 'trustProxy'> &
    Partial<Pick<Config, 'publicUrl' | 'maxWaiting' | 'maxConnections'>>
  logger?: FastifyBaseLogger
  readiness?: Readiness
  /** Where the nodes count requests together; without it this one counts for itself. */
  countsDb?: pg.Pool | undefined
  /** Where reading is done; on `db` itself unless there is a replica. */
  reads?: Reads
}

/** {base_url}: the version is part of the address. */
export const basePath = '/api/integrations/v1'

/** Each area of the API; a new area is a new folder and a line here. */
const features: Feature[] = [
  meRoutes,
  clientRoutes,
  noteRoutes,
  staffRoutes,
  siteRoutes,
  appointmentRoutes,
  shiftRoutes,
  taskRoutes,
  prospectRoutes,
  formRoutes,
  submissionRoutes,
  reportRoutes,
  dashboardRoutes,
]

/** The one place where the service is put together; the command line and every test call it. */
export async function buildApp(options: AppOptions) {
  const { db, clock, config, logger, readiness = { draining: false }, reads = primaryAlone(db), countsDb } = options
  const tokens = new Tokens(reads.primary, clock, db)
  const asking = { requests: 0 }
  const admission = new Admission({
    db,
    reads,
    asking,
    clock,
    maxWaiting: config.maxWaiting ?? 0,
    organisationOf: ({ headers }) => tokens.organisationOf(bearerOf(headers.authorization) ?? ''),
    onRejected: (rejected) =>
      app.log.warn({ rejected }, 'requests were rejected with 503: more came than the database can serve'),
  })
  const connections = new Connections(connectionLimits(config))
  const app = Fastify({
    serverFactory: (handle) => new BoundedServer(connections, rejectAmbiguous(admission.before(handle))),
    ...(logger && { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }), // one line of our own instead of two
    childLoggerFactory: sharedLoggers() as never,
    trustProxy: config.trustProxy,
    bodyLimit: bodyLimitBytes,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestIdHeader: false,
    genReqId: requestIdOf,
    clientErrorHandler: clientError,
    frameworkErrors: unroutable,
    routerOptions: { querystringParser: parseQuery },
    // What is wrong is told by src/http/contract/field-errors.ts; Fastify's own text would repeat all of it.
    schemaErrorFormatter: () => new Error('The given data was invalid.'),
    schemaController: {
      compilersFactory: {
        buildValidator: buildValidator as never,
        // Fastify's own serialiser gives a string of thousands of pieces, which costs a page of 50 rows a third of its
        // time to put together again. Handlers return exactly what they declare; the tests hold them to it.
        buildSerializer: () => () => serialised,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorate('pool', db)
  app.decorate('reads', reads)
  app.decorate('clock', clock)
  app.decorate('connections', connections)
  app.decorate('publicUrl', config.publicUrl)
  // The permission check puts the pool here before any handler runs.
  app.decorateRequest('db', null as any)
  answers(app)
  const report = (err: unknown) => app.log.warn({ err }, alone)
  const shared = countsDb && sharedRateLimit(config.rateLimit, clock, countsDb, report)
  const requests = config.rateLimit === 0 ? undefined : (shared ?? countedHere(config.rateLimit, clock))
  answerConnect(app.server)
  app.addHook('onClose', () => admission.stop())
  const measure = metrics(app, { pool: db, reads, admission, connections }, config.metricsToken)
  tellAnswered(app, (answered) => {
    logAnswered(answered)
    measure(answered)
  })
  health(app, reads.primary, readiness)
  const assets = readAssets()
  openapi(app, basePath, assets.docs.openapi)
  await app.register(
    async (api) => {
      accessControl(api, { clock, tokens, requests, asking })
      jsonObjectBodies(api)
      idempotency(api, clock)
      if (reads.replica) readElsewhere(api)
      api.addSchema(Meta)
      api.addSchema(Person)
      for (const feature of features) await api.register(feature)
    },
    { prefix: basePath },
  )
  docs(app, assets.docs, clock)
  serveAssets(app, assets)
  await app.register(reportPages, { frame: assets.report, viewLimit: config.formLimit * 10 })
  await app.register(formPage, { frame: assets.form, formLimit: config.formLimit })
  const failed = (err: unknown) => app.log.warn({ err }, 'a series could not make what is due')
  const makeDue = async () => {
    await makeDueShifts(db, clock.now(), failed)
    await makeDueTasks(db, clock.now(), failed)
  }
  app.decorate('chores', {
    'sweep idempotency keys': { everySeconds: 60, work: () => sweepKeys(db, clock) },
    'make shifts and tasks of series': { everySeconds: 60, atStart: true, work: makeDue },
    'seal blocks of notes': { everySeconds: 10, work: () => sealNotes(db) },
    ...(shared && { 'refresh leases of requests': { everySeconds: 1, work: shared.refresh } }),
    'compact counters': { everySeconds: 1, work: () => compactAllCounters(db) },
  })
  return app
}

const alone = 'requests cannot be counted together with other nodes; this one counts for itself'

function countedHere(quota: number, clock: Clock): RequestLimit {
  const limit = new RateLimit<number>(quota, clock)
  return { quota, take: ({ tokenId }, amount) => limit.take(tokenId, amount) }
}

/** One address has half of the places, so that it takes more than one to fill them. Behind a proxy all callers have its address. */
function connectionLimits({ maxConnections: most = Number.POSITIVE_INFINITY, trustProxy }: AppOptions['config']) {
  return { most, mostOfAddress: trustProxy ? most : Math.ceil(most / 2) }
}
