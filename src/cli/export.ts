import { once } from 'node:events'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Command } from 'commander'
import type pg from 'pg'
import { organisationBySlug } from '../access/organisations.ts'
import type { ExportProgress } from '../bundle/export.ts'
import { Failure } from '../failure.ts'
import { jsonOption, print } from './output.ts'
import { count, showProgress } from './progress.ts'
import { withDatabase } from './with-database.ts'

const help = `
Examples:
  wattle export --org acme-care acme.json
  wattle export --org acme-care | gzip > acme.json.gz

Without a file, or with -, the bundle goes to the output. A file appears under its name only when it is complete.`

export function addExport(program: Command): void {
  program
    .command('export')
    .description("export an organisation's bundle")
    .argument('[file]', 'where to write the bundle; - writes it to the output', '-')
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
  }
  await withDatabase('export', work).finally(progress.end)
  if (file === '-') return
  const summary = Object.entries(rows).map(([list, number]) => count(number, list))
  print(
    json,
    { organisation: org, file, rows },
    () => `Exported ${summary.join(', ') || 'an empty organisation'} to ${file}.`,
  )
}

type Write = (chunk: string) => Promise<void>

async function toOutput(file: string, produce: (write: Write) => Promise<unknown>): Promise<void> {
  if (file === '-') {
    await produce(writer(process.stdout))
    return
  }
  const draft = `${file}.${process.pid}.part`
  const stream = createWriteStream(draft, { mode: 0o600 })
  try {
    const done = finished(stream)
    await Promise.race([produce(writer(stream)), done])
    stream.end()
    await done
    renameSync(draft, file)
  } catch (error) {
    stream.destroy()
    rmSync(draft, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' || code === 'ENOTDIR') {
      throw new Failure(`${file} cannot be written (${code}): choose another place for the bundle.`)
    }
    throw error
  }
}

/** Waits while the reader is slower than the database, so that memory stays bounded. */
const writer =
  (stream: Writable): Write =>
  async (chunk) => {
    if (!stream.write(chunk)) await once(stream, 'drain')
  }
