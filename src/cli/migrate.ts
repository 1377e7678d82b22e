import { type Command, Option } from 'commander'
import type pg from 'pg'
import { readConfig } from '../config.ts'
import { citusSteps, distribute } from '../db/citus.ts'
import { openDatabase } from '../db/database.ts'
import { highestApplied, migrate, refuseOldSchema } from '../db/migrate.ts'
import { UsageFailure } from '../failure.ts'
import { jsonOption, print } from './output.ts'

const help = `
Examples:
  wattle migrate
  DATABASE_URL=postgresql://wattle:secret@db:5432/wattle wattle migrate
  wattle migrate --distribute citus --dry-run

The service does the same when it starts. Several may run at once: each migration is applied once. With --distribute
the tables are then spread over the nodes of Citus by organisation (docs/scaling.md); those that are so already stay.`

interface Options {
  json?: boolean
  distribute?: 'citus'
  dryRun?: boolean
}

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .addOption(new Option('--distribute <how>', 'then spread the tables over several servers').choices(['citus']))
    .option('--dry-run', 'with --distribute: print the statements and change nothing')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run)
}

async function run(options: Options): Promise<void> {
  if (options.dryRun && !options.distribute) {
    throw new UsageFailure('--dry-run is for --distribute: add that, or leave it out to migrate.')
  }
  const notice = (text: string) => console.error(text)
  const database = await openDatabase(readConfig(), { role: 'command', name: 'wattle migrate', notice })
  try {
    if (options.dryRun) await printSteps(database.pool, options)
    else await migrated(database.pool, options)
  } finally {
    await database.close()
  }
}

async function printSteps(pool: pg.Pool, { json }: Options): Promise<void> {
  await refuseOldSchema(pool)
  const steps = await citusSteps(pool)
  const lines = steps.map(({ what, sql }) => `-- ${what}\n${sql};`)
  print(json, { steps }, () => (lines.length > 0 ? lines.join('\n') : 'Every table is where it belongs.'))
}

async function migrated(pool: pg.Pool, { json, distribute: how }: Options): Promise<void> {
  const applied = await migrate(pool)
  const schema = await highestApplied(pool)
  const steps = how ? await distribute(pool, ({ what }) => console.error(what)) : undefined
  print(json, { applied, schema, ...(steps && { steps }) }, () => {
    const state =
      applied.length === 0
        ? `Schema ${schema} is up to date.`
        : `Applied ${applied.join(', ')}: the schema is now ${schema}.`
    if (!steps) return state
    return `${state} ${steps.length === 0 ? 'Every table is where it belongs.' : 'The tables are spread by organisation.'}`
  })
}
