import type { Command } from 'commander'
import { obsoleteSettings, readConfig } from '../config.ts'

const help = `
Examples:
  wattle serve
  PORT=8080 WATTLE_DATA_DIR=/var/lib/wattle wattle serve
  DATABASE_URL=postgresql://wattle:secret@db:5432/wattle HOST=0.0.0.0 wattle serve
  WATTLE_WORKERS=auto wattle serve

On a terminal the log is formatted for reading. Elsewhere it is one JSON document a line, and the addresses and the
first call go to stderr. On SIGTERM and Ctrl-C the service finishes the running requests and exits with 0.`

export function addServe(program: Command): void {
  program.command('serve').description('run the service').addHelpText('after', help).action(run)
}

async function run(): Promise<void> {
  const config = readConfig()
  // Imported here, so that every other command starts faster.
  const [{ runService }, { isWorker, runWorker }, { createLogger }, { banner }] = await Promise.all([
    import('../process/service.ts'),
    import('../process/worker.ts'),
    import('../process/log.ts'),
    import('./banner.ts'),
  ])
  const out = process.stdout.isTTY ? process.stdout : process.stderr
  // A failed write of the banner, such as on a full disk, must not stop the service.
  process.stderr.on('error', () => {})
  const logger = createLogger(config.logLevel, { shared: config.workers > 1 })
  if (isWorker()) return runWorker(config, logger)
  for (const message of obsoleteSettings()) logger.warn(message)
  await runService(config, logger, async (running) => {
    out.write(await banner(config, running))
  })
}
