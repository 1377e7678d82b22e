import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { systemClock } from '../process/clock.ts'
import { jsonOption, print } from './output.ts'
import { withDatabase } from './with-database.ts'

const help = `
Examples:
  wattle demo
  DATABASE_URL=postgresql://wattle:secret@db:5432/wattle wattle demo --json

Creates the organisation "demo" with realistic data, the same every time, and a token with all access.`

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('create a demo organisation with data and a token')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run)
}

async function run({ json }: { json?: boolean }): Promise<void> {
  const { createDemoWithToken } = await import('./demo-token.ts')
  const created = await withDatabase('demo', (pool, { embedded }) =>
    createDemoWithToken(pool, systemClock, embedded ? readConfig().dataDir : undefined),
  )
  print(
    json,
    { organisation: created.slug, token: created.token },
    () => `Created the organisation ${created.slug}. Its token:\n\n${created.token}`,
  )
}
