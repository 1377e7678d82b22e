import { writeFileSync } from 'node:fs'
import { readMigrations } from '../src/db/migrate.ts'
import { lists, nextMigration } from './list-json-sql.ts'

/** Writes the migration that response schemas of lists need for their stored JSON, if any; with --check it only says so and fails. */
const migration = nextMigration(lists, readMigrations())
if (!migration) {
  console.log('the migrations store the JSON that the schemas of lists declare')
} else {
  const file = `db/migrations/${migration.name}.sql`
  if (process.argv.includes('--check')) {
    console.error(`The stored JSON of a list differs from its schema: run npm run list-json and commit ${file}.`)
    process.exit(1)
  }
  writeFileSync(new URL(`../${file}`, import.meta.url), migration.sql)
  console.log(`wrote ${file}`)
}
