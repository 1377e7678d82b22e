import { createReadStream, statSync } from 'node:fs'
import type { Command } from 'commander'
import type pg from 'pg'
import { organisationBySlug } from '../access/organisations.ts'
import type { ImportProgress } from '../bundle/import.ts'
import { Failure } from '../process/failure.ts'
import { count, jsonOption, print, showProgress } from './output.ts'
import { withDatabase } from './with-database.ts'

const help = `
Examples:
  wattle import --org acme-care acme.json
  gunzip -c acme.json.gz | wattle import --org acme-care -

Either the whole bundle is imported or nothing. Records are matched by id, so importing it again changes nothing.`

export function addImport(program: Command): void {
  program
    .command('import')
    .description('import a bundle into an organisation')
    .argument('<file>', 'the bundle; - reads it from standard input')
    .requiredOption('--org <slug>', 'the organisation')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run)
}

async function run(file: string, { org, json }: { org: string; json?: boolean }): Promise<void> {
  const size = file === '-' ? undefined : sizeOf(file)
  const { importBundle } = await import('../bundle/import.ts')
  const progress = showProgress(`Importing into ${org}:`)
  const onProgress = (at: ImportProgress) => {
    if (at.step === 'write') progress.update(`writing ${count(at.rows, at.list)}`)
    else progress.update(count(at.rows, 'rows'), size && at.bytes / size)
  }
  const work = async (pool: pg.Pool) => {
    const organisation = await organisationBySlug(pool, org)
    const source = file === '-' ? process.stdin : createReadStream(file)
    return importBundle(pool, organisation.id, source, { onProgress })
  }
  const { counts } = await withDatabase('import', work).finally(progress.end)
  const lines = Object.entries(counts).map(
    ([list, { created, updated, unchanged }]) =>
      `  ${list}: ${count(created, 'created')}, ${count(updated, 'updated')}, ${count(unchanged, 'unchanged')}`,
  )
  print(json, { organisation: org, counts }, () => [`Imported into ${org}.`, ...lines].join('\n'))
}

function sizeOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || stats.isDirectory())
    throw new Failure(`There is no file ${file}: give the path of a bundle, or - to read standard input.`)
  return stats.size
}
