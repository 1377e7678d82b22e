import type { Command } from 'commander'
import { readConfig, unusedSettings } from '../config.ts'

const help = `
Examples:
  wattle serve
  PORT=8080 WATTLE_DATA_DIR=/var/lib/wattle wattle serve
  DATABASE_URL=postgresql://wattle:secret@db:5432/wattle HOST=0.0.0.0 wattle serve

On a terminal the log is for reading. Elsewhere the output is one JSON document a line, and what the start prints
(addresses and a first call) goes to stderr. SIGTERM and Ctrl-C let requests in flight finish, then end with exit 0.`

export function addServe(program: Command): void {
  program.command('serve').description('run the service').addHelpText('after', help).action(run)
}

async function run(): Promise<void> {
  const config = readConfig()
  // Loaded here, because every other command starts faster without the HTTP server.
  const [{ runService }, { createLogger }, { banner }] = await Promise.all([
    import('../process/service.ts'),
    import('../process/log.ts'),
    import('./banner.ts'),
  ])
  const out = process.stdout.isTTY ? process.stdout : process.stderr
  // What the start prints may be lost on a full disk; the service must not be.
  process.stderr.on('error', () => {})
  const logger = createLogger(config.logLevel)
  for (const sentence of unusedSettings()) logger.warn(sentence)
  await runService(config, logger, async (running) => {
    out.write(await banner(config, running))
  })
}
