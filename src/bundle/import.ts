import type pg from 'pg'
import { disableResponseTimeout } from '../db/connect/response-timeout.ts'
import { runAndRollBack, transaction } from '../db/transaction.ts'
import { Failure } from '../process/failure.ts'
import { checkStaged } from './checks.ts'
import {
  checkOrganisation,
  checkOwner,
  type KeptSettings,
  keptSettings,
  type Organisation,
  organisationAfter,
  readOrganisation,
} from './organisation.ts'
import { Problems, pathOf, validate } from './problems.ts'
import { type ImportProgress, ProgressReport } from './progress.ts'
import { readBundle } from './reader.ts'
import { type AddProblem, nameOf, type Page, type Settings, tablesOf } from './section.ts'
import { sectionOf, sections, settingsOf } from './sections.ts'
import { idsAndFlagsOf, moveSequence, Stage } from './stage.ts'
import { Staging, stagedRows } from './staging.ts'
import { type Counts, filledLists, workOf, writeStaged } from './write.ts'

export interface ImportOptions {
  onProgress?: (progress: ImportProgress) => void
  /** The bytes of the source, if they are known. */
  size?: number
  /** Takes the organisation's name, time zone and other settings from the bundle too. */
  withSettings?: boolean
  /** Does everything and rolls it back. Sequences of ids stay where the bundle's ids moved them. */
  dryRun?: boolean
}

export interface ImportResult {
  /** By list. Lists without rows are omitted; an object counts as one row. */
  counts: Record<string, Counts>
  /** Settings of the organisation that the bundle has otherwise and that were kept. Omitted if there are none. */
  kept?: KeptSettings
  /** The pages of imported records, such as published forms. Omitted if there are none. */
  pages?: Page[]
}

type Source = AsyncIterable<Uint8Array | string>

/** With fewer new or changed rows, a table's statistics are still good enough. */
const minRowsToAnalyze = 10_000

/**
 * Imports a bundle into an organisation in one transaction. If there are problems, it imports nothing and throws a BundleProblems
 * that lists all of them. A row with the id of an existing record updates that record. A row is the whole record: an omitted field
 * gets its default or null. Needs two connections of the pool.
 *
 * Measured on two cores with fsync on: 300,000 staff (75 MB) took 16.5 s, 8 of them to read and check; imported again
 * unchanged, 11 s. The process grew by 60 MB, and by no more for a bundle of any length. 100,000 shifts with a client, a
 * staff member and an appointment each took 31 s, 10 of them to read and check; again unchanged, 21 s; 100 MB. 100,000 tasks
 * with two charges, a note and a billable each took 55 s beside other work; again unchanged, 34 s; 106 MB. 100,000 notes of
 * 300 characters, 50,000 of them one client's and the rest of 500 others', took 28 s beside other work, 20 of them to write
 * and to seal for searches; again unchanged, 17 s; 92 MB. 100,000 submissions of eight answers, half of them with a history,
 * took 77 s beside much other work, 24 of them to read and check; 43 MB.
 */
export async function importBundle(
  pool: pg.Pool,
  orgId: number,
  source: Source,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const run = options.dryRun ? runAndRollBack : transaction
  const result = await run(pool, (tx) => importInto(tx, pool, orgId, source, options))
  if (options.dryRun) return result
  for (const section of sections) {
    const counts = result.counts[nameOf(section)]
    if (!counts || counts.created + counts.updated < minRowsToAnalyze) continue
    // The import is committed, so a failure does not matter: autovacuum analyses the tables later.
    await pool.query(`analyze ${tablesOf(section).join(', ')}`).catch(() => {})
  }
  return result
}

/** The same inside the caller's transaction. */
export async function importInto(
  tx: pg.PoolClient,
  pool: pg.Pool,
  orgId: number,
  source: Source,
  { onProgress = () => {}, size, withSettings = false }: ImportOptions = {},
): Promise<ImportResult> {
  if (pool.options.max < 2) {
    throw new Failure('An import needs two database connections: set WATTLE_POOL_SIZE to 2 or more.')
  }
  // The source may be slow, and a large list is one statement: the time limits of requests do not apply. A connection that was
  // used before may have planned foreign-key checks for nearly empty tables, which took an import twenty times as long.
  // Each is a query of its own, because Citus repeats the whole text of a query with SET LOCAL on every server.
  await tx.query('set local statement_timeout = 0')
  await tx.query('set local idle_in_transaction_session_timeout = 0')
  await tx.query('discard plans')
  disableResponseTimeout(tx)
  const problems = new Problems()
  const progress = new ProgressReport(onProgress, size)
  const staging = await Staging.open(tx, orgId)
  const stage = new Stage(tx, orgId)
  const before = await readOrganisation(tx, orgId)
  const filled = await filledLists(tx, orgId)
  const works = () => workOf(stage.rowsByList, filled)
  const onRead = (bytes: number) => progress.reading(bytes, stage.rows, works())
  const sent = await fillStage(stage, staging, source, problems, onRead)
  const onCheck = (from: number, to: number) => progress.checking(from, to, works())
  const after = organisationAfter(before, sent?.organisation, withSettings)
  if (sent) {
    await checkStaged(tx, orgId, problems, onCheck)
    await checkOwner(tx, orgId, after.owner_id, problems)
  }
  problems.throwIfAny()
  const parameters = { orgId, zone: after.timezone, ownerId: after.owner_id }
  onCheck(0.7, 0.82)
  for (const section of sections) await section.verify?.(tx, orgId, problems, parameters.zone)
  problems.throwIfAny()

  onCheck(0.82, 1)
  for (const [table, highestId] of await stage.highestIds()) {
    if (highestId > 0) await moveSequence(pool, table, highestId)
  }
  let added = 0
  for (const section of sections) added += (await section.complete?.(tx, orgId)) ?? 0
  if (added > 0) await staging.analyze(stagedRows.name)
  const organisation = { isSent: sent!.organisation !== undefined, before, after }
  const staged = { organisation, lists: await stage.count(), filled, parameters, staging }
  const counts = await writeStaged(tx, staged, progress)
  const pages: Page[] = []
  for (const section of sections) pages.push(...((await section.pages?.(tx, orgId)) ?? []))
  await staging.clear()
  const kept = withSettings ? undefined : keptSettings(before, sent!.organisation)
  return { counts, ...(kept && { kept }), ...(pages.length > 0 && { pages }) }
}

/**
 * Reads the whole bundle into the stage and validates each part by itself. Returns the object `organisation`, if there is one;
 * nothing for an incomplete bundle, whose links cannot be checked.
 */
async function fillStage(
  stage: Stage,
  staging: Staging,
  source: Source,
  problems: Problems,
  onRead: (bytes: number) => void,
): Promise<{ organisation: Organisation | undefined } | undefined> {
  let organisation: Organisation | undefined
  let bytesRead = 0
  const isComplete = await readBundle(
    source,
    {
      object: (name, value) => {
        if (name === 'organisation') organisation = checkOrganisation(value, problems)
        else stage.add(name, 0, validatedSettings(settingsOf(name)!, value, problems))
      },
      row: (list, index, row) => {
        const section = sectionOf(list, row)!
        if (typeof row === 'object' && row !== null) section.read?.(row as Record<string, unknown>)
        const isValid = validate(section.row, row, [list, index], problems)
        if (isValid) section.check?.(row as never, addTo(problems, list, index))
        stage.add(section.list, index, problems.count === 0 ? (row as object) : idsAndFlagsOf(section, row))
      },
      piece: async (bytes) => {
        bytesRead += bytes
        await stage.sendIfFull(bytes)
        onRead(bytesRead)
      },
    },
    problems,
  )
  if (!isComplete) return undefined
  await stage.complete()
  await staging.analyze(stagedRows.name)
  await staging.planFor(stage.rows)
  return { organisation }
}

const addTo =
  (problems: Problems, ...at: (string | number)[]): AddProblem =>
  (path, message) =>
    problems.add(pathOf([...at, ...path]), message)

/** The object to stage: the whole object, or an empty one when the bundle will not be written. */
function validatedSettings({ name, schema, check }: Settings, value: unknown, problems: Problems): object {
  if (validate(schema, value, [name], problems)) check(value as never, addTo(problems, name))
  return problems.count === 0 ? (value as object) : {}
}
