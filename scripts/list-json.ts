import { writeFileSync } from 'node:fs'
import { readMigrations } from '../src/db/migrate.ts'
import { lists, nextMigration } from './list-json-sql.ts'

/** Writes the migration for the stored JSON of lists if their schemas changed. With --check it only reports and fails. */
const migration = nextMigration(lists, readMigrations())
if (!migration) {
  console.log('the stored JSON of lists matches their schemas')
} else {
  const file = `db/migrations/${migration.name}.sql`
  if (process.argv.includes('--check')) {
    console.error(`The stored JSON of a list differs from its schema: run npm run list-json and commit ${file}.`)
    process.exit(1)
  }
  writeFileSync(new URL(`../${file}`, import.meta.url), migration.sql)
  console.log(`wrote ${file}`)
}
