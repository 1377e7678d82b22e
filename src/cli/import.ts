import { createReadStream, statSync } from 'node:fs'
import type { Command } from 'commander'
import type pg from 'pg'
import { organisationBySlug } from '../access/organisations.ts'
import type { ImportResult } from '../bundle/import.ts'
import { urlOf } from '../http/server/listen.ts'
import { readConfig } from '../process/config.ts'
import { Failure } from '../process/failure.ts'
import { count, jsonOption, oneLine, print, showImportProgress } from './output.ts'
import { withDatabase } from './with-database.ts'

const help = `
Examples:
  wattle import --org acme-care acme.json
  wattle import --org acme-care --dry-run acme.json
  wattle import --org acme-care --with-settings acme.json
  gunzip -c acme.json.gz | wattle import --org acme-care -

Either the whole bundle is imported or nothing. Records are matched by id, so importing it again changes nothing. The
organisation keeps its own name, time zone, colour and logo, unless --with-settings takes those of the bundle.`

export function addImport(program: Command): void {
  program
    .command('import')
    .description('import a bundle into an organisation')
    .argument('<file>', 'the bundle; - reads it from standard input')
    .requiredOption('--org <slug>', 'the organisation')
    .option(
      '--dry-run',
      'check everything and report what would change, but change nothing (later ids still follow those of the bundle)',
    )
    .option('--with-settings', 'take name, time zone, owner, colour and logo from the bundle too')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(run)
}

interface Options {
  org: string
  dryRun?: boolean
  withSettings?: boolean
  json?: boolean
}

async function run(file: string, { org, dryRun = false, withSettings = false, json }: Options): Promise<void> {
  const size = file === '-' ? undefined : sizeOf(file)
  const { importBundle } = await import('../bundle/import.ts')
  const progress = showImportProgress(
    `${dryRun ? 'Trying the import' : 'Importing'} into ${org}:`,
    'opening the database',
  )
  const work = async (pool: pg.Pool) => {
    const organisation = await organisationBySlug(pool, org)
    const source = file === '-' ? process.stdin : createReadStream(file)
    return importBundle(pool, organisation.id, source, {
      ...{ onProgress: progress.update, dryRun, withSettings },
      ...(size !== undefined && { size }),
    })
  }
  const { counts, kept, pages = [] } = await withDatabase('import', work).finally(progress.end)
  const lines = Object.entries(counts).map(
    ([list, { created, updated, unchanged, removed }]) =>
      `  ${list}: ${count(created, 'created')}, ${count(updated, 'updated')}, ${count(unchanged, 'unchanged')}${
        removed ? `, ${count(removed, 'removed')} (the one that org create had made)` : ''
      }${list === 'organisation' && updated && !withSettings ? ' (it had no owner)' : ''}`,
  )
  const { host, port, publicUrl = urlOf(host, port) } = readConfig()
  // A dry run leaves no page behind.
  const published = dryRun ? [] : pages.map(({ name, path }) => ({ name, url: publicUrl + path }))
  const result = {
    ...{ organisation: org, ...(dryRun && { dry_run: true }), counts, ...(kept && { kept }) },
    ...(published.length > 0 && { pages: published }),
  }
  const title = dryRun ? `The import into ${org} would succeed. Nothing was changed.` : `Imported into ${org}.`
  print(json, result, () => [title, ...lines, ...keptLines(org, kept), ...pageLines(published)].join('\n'))
}

/** Local times of a bundle from another zone are read as the organisation's, which somebody should know. */
function keptLines(org: string, kept: ImportResult['kept']): string[] {
  if (!kept) return []
  const { name, timezone, colour, logo } = kept
  const settings = [
    ...(name ? [`its name, ${oneLine(name)}`] : []),
    ...(timezone ? [`its time zone, ${timezone}`] : []),
    ...(colour === undefined ? [] : [colour ? `its colour, ${colour}` : 'no colour of its own']),
    ...(logo === undefined ? [] : [logo ? 'its logo' : 'no logo']),
  ]
  return [`${org} kept ${settings.join('; ')}. The bundle has other settings: --with-settings takes them.`]
}

const maxPageLines = 3

/** What somebody opens next. */
function pageLines(pages: { name: string; url: string }[]): string[] {
  if (pages.length === 0) return []
  const more = pages.length - maxPageLines
  return [
    'Published forms, to open while the service runs:',
    ...pages.slice(0, maxPageLines).map(({ name, url }) => `  ${url}  ${oneLine(name)}`),
    ...(more > 0 ? [`  and ${more.toLocaleString('en-AU')} more`] : []),
  ]
}

/** Undefined for a pipe. */
function sizeOf(file: string): number | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || stats.isDirectory())
    throw new Failure(`There is no file ${file}: give the path of a bundle, or - to read standard input.`)
  return stats.isFile() ? stats.size : undefined
}
