import { checkNoOtherService } from '../db/embedded/open.ts'
import { checkPort } from '../http/server/listen.ts'
import type { Config } from './config.ts'

/** What prevents a start and can be known before anything is loaded, started or changed: a data folder or port in use. */
export async function checkBeforeStart(config: Config): Promise<void> {
  if (!config.databaseUrl) checkNoOtherService(config.dataDir)
  await checkPort(config.host, config.port)
}
