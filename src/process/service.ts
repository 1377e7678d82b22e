import type { Logger } from 'pino'
import { stagingTables } from '../bundle/staging-tables.ts'
import { type Config, dividedConfig } from '../config.ts'
import { type Database, openDatabase } from '../db/connect/database.ts'
import { checkNoOtherService } from '../db/embedded/open.ts'
import { migrate } from '../db/migrate.ts'
import { checkPort } from '../http/server/listen.ts'
import { serve } from './serve.ts'
import { listenForStop } from './shutdown.ts'
import { serveWithWorkers } from './workers.ts'

export interface RunningService {
  url: string
  database: Database
}

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
  const hasWorkers = config.workers > 1
  const ownConfig = hasWorkers ? dividedConfig(config).first : config
  const database = await openDatabase(ownConfig, { role: 'service', name: 'wattle serve', notice })
  try {
    await migrate(database.pool, { stagingTables, onStep: (name) => logger.info({ migration: name }, 'migrating') })
    const run = hasWorkers ? serveWithWorkers : serve
    await run({ config: ownConfig, logger, database, stop, onReady: (url) => onReady({ url, database }) })
  } finally {
    await database.close()
  }
  logger.info('stopped')
}
