import type { Logger } from 'pino'
import { stagingTables } from '../bundle/staging-tables.ts'
import { type Database, openDatabase } from '../db/connect/database.ts'
import { parseDatabaseUrl } from '../db/connect/external.ts'
import { recordServiceUrl } from '../db/embedded/open.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { type Config, dividedConfig } from './config.ts'
import { isTerminal } from './log.ts'
import { type App, serve } from './serve.ts'
import { listenForStop } from './shutdown.ts'
import { serveWithWorkers } from './workers.ts'

export interface RunningService {
  url: string
  /** The app of this process, which serves requests itself unless there are workers. */
  app: App
  database: Database
}

export interface ServiceEvents {
  /** Called before or after each step of the start that takes time, with a sentence. */
  onStep(text: string): void
  /** Called once the service accepts requests. */
  onReady(running: RunningService): Promise<void>
}

/** Runs the service until a signal or the loss of its database ends it. */
export async function runService(config: Config, logger: Logger, { onStep, onReady }: ServiceEvents): Promise<void> {
  const stop = listenForStop(() => logger.warn('shutdown took too long: open connections were closed'))
  const notice = (text: string) => logger.warn(text)
  const hasWorkers = config.workers > 1
  const ownConfig = hasWorkers ? dividedConfig(config).first : config
  onStep(openingText(config))
  const database = await openDatabase(ownConfig, { role: 'service', name: 'wattle serve', notice })
  try {
    const applied = await migrate(database.pool, { stagingTables })
    // People read the step.
    if (applied.length > 0 && !isTerminal())
      logger.info({ applied: applied.length, last: applied.at(-1) }, 'schema migrated')
    onStep(schemaText(applied.length))
    const run = hasWorkers ? serveWithWorkers : serve
    const ready = (url: string, app: App) => {
      if (database.embedded) recordServiceUrl(config.dataDir, url)
      return onReady({ url, app, database })
    }
    await run({ config: ownConfig, logger, database, stop, onReady: ready })
  } finally {
    await database.close()
  }
  logger.info('stopped')
}

function openingText({ databaseUrl, dataDir }: Config): string {
  if (!databaseUrl) return `Starting PostgreSQL in ${dataDir} …`
  const { database, server } = parseDatabaseUrl(databaseUrl)
  return `Connecting to ${database} of ${server} …`
}

const schemaText = (applied: number): string =>
  applied === 0
    ? `Schema: up to date, ${readMigrations().length} migrations.`
    : `Schema: ${applied} ${applied === 1 ? 'migration' : 'migrations'} applied.`
