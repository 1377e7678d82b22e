import { open, rename, rm } from 'node:fs/promises'
import type { Command } from 'commander'
import type pg from 'pg'
import { organisationBySlug } from '../access/organisations.ts'
import type { ExportProgress } from '../bundle/export.ts'
import { Failure } from '../process/failure.ts'
import { count, jsonOption, oneLine, print, showProgress } from './output.ts'
import { withDatabase } from './with-database.ts'

const help = `
Examples:
  wattle export --org acme-care acme.json
  wattle export --org acme-care | gzip > acme.json.gz

Without a file, or with -, the bundle goes to standard output. A file gets its name only when it is complete.`

export function addExport(program: Command): void {
  program
    .command('export')
    .description("export an organisation's bundle")
    .argument('[file]', 'where to write the bundle; - writes it to standard output', '-')
    .requiredOption('--org <slug>', 'the organisation')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run)
}

async function run(file: string, { org, json }: { org: string; json?: boolean }): Promise<void> {
  const { exportBundle } = await import('../bundle/export.ts')
  const progress = showProgress(`Exporting ${org}:`)
  const rows: Record<string, number> = {}
  const onProgress = (at: ExportProgress) => {
    rows[at.list] = at.rows
    progress.update(count(at.rows, at.list))
  }
  const work = async (pool: pg.Pool) => {
    const organisation = await organisationBySlug(pool, org)
    await toOutput(file, (write) => exportBundle(pool, organisation.id, write, { onProgress }))
    return organisation
  }
  const { name } = await withDatabase('export', work).finally(progress.end)
  if (file === '-') return
  const summary = Object.entries(rows).map(([list, number]) => count(number, list))
  print(
    json,
    { organisation: org, file, rows },
    () => `Exported ${oneLine(name)} (${org}) to ${file}: ${summary.join(', ') || 'no records'}.`,
  )
}

type Write = (chunk: string) => Promise<void>

async function toOutput(file: string, produce: (write: Write) => Promise<unknown>): Promise<void> {
  if (file === '-') {
    await produce(toStdout)
    return
  }
  const draft = `${file}.${process.pid}.part`
  try {
    await writeFile(draft, produce)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    const { code, path } = error as NodeJS.ErrnoException
    if (path !== draft) throw error
    throw new Failure(`${file} cannot be written (${code}): choose another path for the bundle.`)
  }
}

async function writeFile(path: string, produce: (write: Write) => Promise<unknown>): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await produce((chunk) => file.appendFile(chunk))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Waits for a slow reader, so that memory stays bounded. */
const toStdout: Write = (chunk) =>
  new Promise((resolve, reject) => {
    process.stdout.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
