import { type Command, Option } from 'commander'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/connect/database.ts'
import { highestApplied, migrate } from '../db/migrate.ts'
import { Failure, UsageFailure } from '../process/failure.ts'
import { jsonOption, print } from './output.ts'

const help = `
Examples:
  wattle migrate
  DATABASE_URL=postgresql://wattle:secret@db:5432/wattle wattle migrate

The service does the same when it starts. Concurrent runs are safe: each migration is applied once.`

interface Options {
  json?: boolean
  distribute?: 'citus'
  dryRun?: boolean
}

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .addOption(
      new Option('--distribute <how>', 'spread the tables over several servers: not available yet').choices(['citus']),
    )
    .option('--dry-run', 'with --distribute: change nothing')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run)
}

async function run({ json, distribute, dryRun }: Options): Promise<void> {
  // Checked before the database is opened: a partly distributed database would neither work nor be recoverable.
  if (distribute) {
    throw new Failure(
      'Wattle cannot be distributed over Citus yet, and nothing was changed: leave out --distribute to migrate.',
    )
  }
  if (dryRun) throw new UsageFailure('--dry-run is for --distribute: leave it out to migrate.')
  const notice = (text: string) => console.error(text)
  const database = await openDatabase(readConfig(), { role: 'command', name: 'wattle migrate', notice })
  try {
    const applied = await migrate(database.pool)
    const schema = await highestApplied(database.pool)
    print(json, { applied, schema }, () =>
      applied.length === 0
        ? `Schema ${schema} is up to date.`
        : `Applied ${applied.join(', ')}: the schema is now ${schema}.`,
    )
  } finally {
    await database.close()
  }
}
