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

export interface RunningService {
  url: string
  database: Database
}

type App = Awaited<ReturnType<typeof buildApp>>

/**
 * Runs the service until a signal or the loss of its database ends it. Calls `onReady` once it accepts requests. Checks
 * the port and the data folder before it starts anything.
 */
export async function runService(
  config: Config,
  logger: Logger,
  onReady: (running: RunningService) => Promise<void>,
): Promise<void> {
  const stop = listenForStop(() => logger.warn('shutdown took too long: open connections were closed'))
  if (!config.databaseUrl) checkNoOtherService(config.dataDir)
  await checkPort(config.host, config.port)
  const notice = (text: string) => logger.warn(text)
  const database = await openDatabase(config, { role: 'service', name: 'wattle serve', notice })
  try {
    await migrate(database.pool, { onStep: (name) => logger.info({ migration: name }, 'migrating') })
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
  onReady: (running: RunningService) => Promise<void>,
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
  // For the name `localhost` Fastify would listen on two servers, and the connection limits are those of one.
  const host = config.host === 'localhost' ? '127.0.0.1' : config.host
  await app.listen({ host, port: config.port, backlog, listenTextResolver: () => 'listening' }).catch((error) => {
    throw explainListen(error, config.host, config.port)
  })
  const housekeeping = startHousekeeping(app.jobs, app.log)
  try {
    const url = urlOf(config.host, (app.server.address() as AddressInfo).port)
    await Promise.race([onReady({ url, database }), stop.signal, database.lost])
    const reason = await Promise.race([stop.signal, database.lost])
    readiness.draining = true
    if (typeof reason !== 'string') throw reason satisfies Failure
    logger.info({ signal: reason }, 'stopping: finishing requests in flight')
    await drain(reason, () => app.connections.inFlight())
  } finally {
    housekeeping.stop()
    await close(app)
    reads?.stop()
  }
}

/**
 * The embedded PostgreSQL has one node, which counts requests alone. With an external one, counts use the pool of reads
 * where there is a replica: their table is unlogged, so no commit of it waits for the replica.
 */
const countsDbOf = ({ pool, replica, embedded }: Database) => (embedded ? undefined : (replica?.primary ?? pool))

/** Accepts no more connections and sends the last responses. Connections still open after a second are closed. */
async function close(app: App): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), 1000)
  await app.close()
  clearTimeout(timer)
}
