import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { highestApplied, migrate } from '../db/migrate.ts'
import { jsonOption, print } from './output.ts'

const help = `
Examples:
  wattle migrate
  DATABASE_URL=postgresql://wattle:secret@db:5432/wattle wattle migrate

The service does the same when it starts. Several may run at once: each migration is applied once.`

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database schema up to date')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run)
}

async function run({ json }: { json?: boolean }): Promise<void> {
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
