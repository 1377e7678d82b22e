import type { Command } from 'commander'
import type pg from 'pg'
import type { Database } from '../db/connect/database.ts'
import { systemClock } from '../process/clock.ts'
import { readConfig } from '../process/config.ts'
import { jsonOption, print, showImportProgress } from './output.ts'
import { withDatabase } from './with-database.ts'

const help = `
Examples:
  wattle demo
  wattle demo --reset
  DATABASE_URL=postgresql://wattle:secret@db:5432/wattle wattle demo --json

Creates the organisation "demo" with realistic data, the same every time, and a token with all access. With --reset it
first deletes the organisation "demo" with everything in it; tokens of the old one stop working.`

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('create a demo organisation with data and a token')
    .option('--reset', 'delete the organisation demo first, with everything in it')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run)
}

async function run({ reset = false, json }: { reset?: boolean; json?: boolean }): Promise<void> {
  const { createDemoWithToken } = await import('./demo-token.ts')
  const progress = showImportProgress('Creating the demo organisation:', 'making its records')
  const work = (pool: pg.Pool, { embedded }: Database) =>
    createDemoWithToken(pool, systemClock, embedded ? readConfig().dataDir : undefined, {
      reset,
      onProgress: progress.update,
    })
  const created = await withDatabase('demo', work).finally(progress.end)
  print(
    json,
    { organisation: created.slug, token: created.token },
    () => `Created the organisation ${created.slug}. Its token:\n\n${created.token}`,
  )
}
