import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { systemClock } from '../process/clock.ts'
import { jsonOption, print } from './output.ts'
import { withDatabase } from './with-database.ts'

const help = `
Examples:
  wattle demo
  DATABASE_URL=postgresql://wattle:secret@db:5432/wattle wattle demo --json

Makes the organisation "demo" with believable data, the same every time, and a token for all of it.`

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('make a demo organisation with data and a token')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run)
}

async function run({ json }: { json?: boolean }): Promise<void> {
  const { makeDemo } = await import('./demo-token.ts')
  const made = await withDatabase('demo', (pool, { embedded }) =>
    makeDemo(pool, systemClock, embedded ? readConfig().dataDir : undefined),
  )
  print(
    json,
    { organisation: made.slug, token: made.token },
    () => `Made the organisation ${made.slug}. Its token:\n\n${made.token}`,
  )
}
