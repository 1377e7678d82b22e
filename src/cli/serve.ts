import type { Command } from 'commander'
import { checkBeforeStart } from '../process/before-start.ts'
import { readConfig, settingWarnings } from '../process/config.ts'
import { version } from '../process/version.ts'
import { isWorker } from '../process/worker-messages.ts'

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
  const logOptions = { shared: config.workers > 1 }
  // The service is imported here, so that every other command starts faster.
  if (isWorker()) {
    const [{ runWorker }, { createLogger }] = await Promise.all([
      import('../process/worker.ts'),
      import('../process/log.ts'),
    ])
    return runWorker(config, createLogger(config.logLevel, logOptions))
  }
  await checkBeforeStart(config)
  const out = process.stdout.isTTY ? process.stdout : process.stderr
  // A failed write for people, such as on a full disk, must not stop the service.
  process.stderr.on('error', () => {})
  const say = (text: string) => out.write(`${text}\n`)
  say(`Starting Wattle ${version} …`)
  const [{ runService }, { createLogger, flushLog }, { banner }] = await Promise.all([
    import('../process/service.ts'),
    import('../process/log.ts'),
    import('./banner.ts'),
  ])
  const logger = createLogger(config.logLevel, logOptions)
  for (const message of settingWarnings()) logger.warn(message)
  await runService(config, logger, {
    onStep: say,
    onReady: async (running) => {
      const text = await banner(config, running, out)
      // Otherwise lines of the start would follow it where both go to the same file.
      await flushLog(logger)
      say(text)
    },
  })
}
