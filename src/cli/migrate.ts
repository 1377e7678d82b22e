import { type Command, Option } from 'commander'
import { stagingTables } from '../bundle/staging-tables.ts'
import { openDatabase } from '../db/connect/database.ts'
import { highestApplied, migrate } from '../db/migrate.ts'
import { readConfig } from '../process/config.ts'
import { UsageFailure } from '../process/failure.ts'
import { runDistribute, runUndistribute } from './distribute.ts'
import { jsonOption, print } from './output.ts'

const help = `
Examples:
  wattle migrate
  DATABASE_URL=postgresql://wattle:secret@db:5432/wattle wattle migrate
  DATABASE_URL=postgresql://wattle:secret@coordinator:5432/wattle wattle migrate --distribute citus --dry-run
  DATABASE_URL=postgresql://wattle:secret@coordinator:5432/wattle wattle migrate --distribute citus
  DATABASE_URL=postgresql://wattle:secret@coordinator:5432/wattle wattle migrate --undistribute

The service migrates too when it starts. Concurrent runs are safe: each migration is applied once.

--distribute and --undistribute need all services stopped, and compare the rows of every table before and after. If one
of them is interrupted, run it again: it continues. Until it has ended, no service starts on the database.`

interface Options {
  json?: boolean
  distribute?: 'citus'
  undistribute?: boolean
  dryRun?: boolean
}

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date, or distribute its tables over several servers')
    .addOption(
      new Option('--distribute <how>', 'migrate, then distribute the tables over the workers of Citus')
        .choices(['citus'])
        .conflicts('undistribute'),
    )
    .option('--undistribute', 'move the tables back to one server')
    .option('--dry-run', 'with these two: check and print the plan, change nothing')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run)
}

async function run({ json, distribute, undistribute, dryRun }: Options): Promise<void> {
  if (distribute) return runDistribute({ json, dryRun })
  if (undistribute) return runUndistribute({ json, dryRun })
  if (dryRun) throw new UsageFailure('--dry-run is for --distribute and --undistribute: leave it out to migrate.')
  const notice = (text: string) => console.error(text)
  const database = await openDatabase(readConfig(), { role: 'command', name: 'wattle migrate', notice })
  try {
    const applied = await migrate(database.pool, { stagingTables })
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
