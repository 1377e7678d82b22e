import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { buildApp, type Siblings } from '../app.ts'
import type { Database } from '../db/connect/database.ts'
import { Replica } from '../db/replica/replica.ts'
import { type LogRequest, logRequest, logRequestForPeople } from '../http/observe/request-log.ts'
import { backlog, explainListen, urlOf } from '../http/server/listen.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Failure } from './failure.ts'
import { jobsOfWorker, startHousekeeping } from './housekeeping.ts'
import { isTerminal } from './log.ts'
import { drain, type StopRequest } from './shutdown.ts'

export type App = Awaited<ReturnType<typeof buildApp>>

export interface ServeOptions {
  config: Config
  logger: Logger
  database: Database
  stop: StopRequest
  /** Set in a worker. */
  siblings?: Siblings
  onReady(url: string, app: App): Promise<void>
}

/** Serves requests in this process until a signal or the loss of its database. Calls `onReady` once it accepts them. */
export async function serve({ config, logger, database, stop, siblings, onReady }: ServeOptions): Promise<void> {
  if (stop.requested()) return
  const readiness = { draining: false }
  const log = { info: (text: string) => logger.info(text), warn: (text: string) => logger.warn(text) }
  const reads = database.replica && new Replica({ ...database.replica, log })
  await reads?.watch()
  // What people read first on a terminal is complete before the lines of requests begin.
  let isStarted = false
  const requestLog: LogRequest = isTerminal() ? (request) => isStarted && logRequestForPeople(request) : logRequest
  const countsDb = countsDbOf(database, siblings !== undefined)
  const app = await buildApp({
    db: database.pool,
    clock: systemClock,
    config,
    logger,
    readiness,
    requestLog,
    countsDb,
    ...(siblings && { siblings }),
    ...(reads && { reads }),
  })
  // For the name `localhost` Fastify would listen on two servers, and the connection limits are those of one.
  const host = config.host === 'localhost' ? '127.0.0.1' : config.host
  const listenTextResolver = () => (siblings ? 'worker listening' : 'listening')
  // On a terminal the addresses, which a start prints last, say it.
  if (isTerminal()) app.log.level = 'silent'
  await app.listen({ host, port: config.port, backlog, listenTextResolver }).catch((error) => {
    throw explainListen(error, config.host, config.port)
  })
  app.log.level = logger.level
  app.sequencer.start()
  app.dispatcher.start()
  const housekeeping = startHousekeeping(siblings ? jobsOfWorker(app.jobs) : app.jobs, app.log)
  try {
    const url = urlOf(config.host, (app.server.address() as AddressInfo).port)
    await Promise.race([onReady(url, app), stop.signal, database.lost])
    isStarted = true
    const reason = await Promise.race([stop.signal, database.lost])
    readiness.draining = true
    if (typeof reason !== 'string') throw reason satisfies Failure
    logger[siblings ? 'debug' : 'info']({ signal: reason }, 'stopping: finishing requests in flight')
    await drain(reason, () => app.connections.inFlight())
  } finally {
    housekeeping.stop()
    await close(app)
    reads?.stop()
  }
}

/**
 * Where requests of tokens are counted together: with other nodes, or with other workers. One process on the embedded
 * PostgreSQL counts alone. With a replica, counts use the pool of reads: their table is unlogged, so no commit of it
 * waits for the replica.
 */
const countsDbOf = ({ pool, replica, embedded }: Database, isWorker: boolean) =>
  embedded && !isWorker ? undefined : (replica?.primary ?? pool)

/** Accepts no more connections and sends the last responses. Connections still open after a second are closed. */
async function close(app: App): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), 1000)
  await app.close()
  clearTimeout(timer)
}
