import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../db/connect/database.ts'
import { checkNoOtherService } from '../db/embedded/open.ts'
import { migrate } from '../db/migrate.ts'
import { Replica } from '../db/replica/replica.ts'
import { backlog, checkPort, explainListen, urlOf } from '../http/server/listen.ts'
import { systemClock } from './clock.ts'
import type { Failure } from './failure.ts'
import { startHousekeeping } from './housekeeping.ts'
import { drain, listenForStop, type StopRequest } from './shutdown.ts'

export interface Running {
  url: string
  database: Database
}

type App = Awaited<ReturnType<typeof buildApp>>

/**
 * Runs the service until a signal or the loss of its database ends it. `onReady` is called once it answers. What can
 * be refused is refused before anything is started.
 */
export async function runService(
  config: Config,
  logger: Logger,
  onReady: (running: Running) => Promise<void>,
): Promise<void> {
  const stop = listenForStop(() => logger.warn('the stop took too long; what was still open is cut off'))
  if (!config.databaseUrl) checkNoOtherService(config.dataDir)
  await checkPort(config.host, config.port)
  const notice = (text: string) => logger.warn(text)
  const database = await openDatabase(config, { role: 'service', name: 'wattle serve', notice })
  try {
    await migrate(database.pool, (name) => logger.info({ migration: name }, 'migrating'))
    await serve(config, logger, database, stop, onReady)
  } finally {
    await database.close()
  }
  logger.info('stopped')
}

async function serve(
  config: Config,
  logger: Logger,
  database: Database,
  stop: StopRequest,
  onReady: (running: Running) => Promise<void>,
): Promise<void> {
  if (stop.requested()) return
  const readiness = { draining: false }
  const log = { info: (text: string) => logger.info(text), warn: (text: string) => logger.warn(text) }
  const reads = database.replica && new Replica({ ...database.replica, log })
  await reads?.watch()
  const countsDb = countsDbOf(database)
  const app = await buildApp({
    db: database.pool,
    clock: systemClock,
    config,
    logger,
    readiness,
    countsDb,
    ...(reads && { reads }),
  })
  // For the name Fastify would listen twice, and bounds are those of one server.
  const host = config.host === 'localhost' ? '127.0.0.1' : config.host
  await app.listen({ host, port: config.port, backlog, listenTextResolver: () => 'listening' }).catch((error) => {
    throw explainListen(error, config.host, config.port)
  })
  const housekeeping = startHousekeeping(app.chores, app.log)
  try {
    await onReady({ url: urlOf(config.host, (app.server.address() as AddressInfo).port), database })
    const why = await Promise.race([stop.signal, database.lost])
    readiness.draining = true
    if (typeof why !== 'string') throw why satisfies Failure
    logger.info({ signal: why }, 'stopping: requests in flight are finished first')
    await drain(why, () => app.connections.inFlight())
  } finally {
    housekeeping.stop()
    await close(app)
    reads?.stop()
  }
}

/**
 * The embedded PostgreSQL has one service, which counts for itself. Elsewhere counting has a place among the readers: its
 * table is not logged, so that no commit of it waits for a replica.
 */
const countsDbOf = ({ pool, replica, embedded }: Database) => (embedded ? undefined : (replica?.primary ?? pool))

/** Takes no more connections and lets the last answers out; what has not ended after a second is cut. */
async function close(app: App): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), 1000)
  await app.close()
  clearTimeout(timer)
}
