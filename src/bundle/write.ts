import type pg from 'pg'
import { compactCounters } from '../db/counters.ts'
import { isRetryable } from '../db/transaction.ts'
import { Failure } from '../process/failure.ts'
import * as children from './children.ts'
import { type StoredOrganisation, updateOrganisation } from './organisation.ts'
import { Problems } from './problems.ts'
import type { ListStatement, ListWork, ProgressReport, WritingReport } from './progress.ts'
import { nameOf, type Parameters, runSql, type Section, tablesOf } from './section.ts'
import { sections } from './sections.ts'
import { changedTable, lookupTable, type Staging, tablesForList, writtenColumns } from './staging.ts'

export interface Counts {
  created: number
  updated: number
  unchanged: number
  /** Only if there are any. */
  removed?: number
}

const maxAttempts = 4

/** A staged bundle without problems. */
export interface StagedBundle {
  /** The organisation before and after, and whether the bundle has it. */
  organisation: { isSent: boolean; before: StoredOrganisation; after: StoredOrganisation }
  /** The number of rows by list. */
  lists: ReadonlyMap<string, number>
  /** The lists that had records before. */
  filled: ReadonlySet<string>
  parameters: Parameters
  staging: Staging
}

/**
 * Writes the staged rows. After a deadlock only the writing is repeated, because the source of the bundle cannot be read twice.
 */
export async function writeStaged(
  tx: pg.ClientBase,
  staged: StagedBundle,
  progress: ProgressReport,
): Promise<Record<string, Counts>> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    await tx.query('savepoint apply')
    try {
      return await writeOnce(tx, staged, progress)
    } catch (error) {
      if (!isRetryable(error)) throw error
      await tx.query('rollback to savepoint apply')
    }
  }
  throw new Failure(
    'The import was cancelled because of deadlocks with other changes, and nothing was changed: run it again.',
  )
}

async function writeOnce(
  tx: pg.ClientBase,
  { organisation, lists, filled, parameters, staging }: StagedBundle,
  progress: ProgressReport,
): Promise<Record<string, Counts>> {
  const { orgId, zone } = parameters
  const counts: Record<string, Counts> = {}
  const report = progress.writing(workOf(lists, filled))
  for (const section of sections) {
    const { settings } = section
    if (settings && lists.has(settings.name)) {
      const outcome = await settings.write(tx, orgId)
      counts[settings.name] = { ...none, [outcome]: 1 }
    }
    const rowCount = lists.get(section.list) ?? 0
    if (rowCount === 0) continue
    const name = nameOf(section)
    counts[name] = sum(counts[name], await writeList(tx, parameters, staging, section, rowCount, report))
  }
  report.finishing()
  const { before, after } = organisation
  const isUpdated = await updateOrganisation(tx, orgId, before, after)
  await analyze(staging, counts)
  const analyzeTables = (...tables: string[]) => staging.analyze(...tables)
  const zoneChanged = before.timezone !== after.timezone
  for (const section of sections) {
    const countRemoved = (removed: number) => {
      if (removed > 0) counts[nameOf(section)] = { ...sum(counts[nameOf(section)], none), removed }
    }
    await section.after?.(tx, orgId, { zone, zoneChanged, analyze: analyzeTables, countRemoved })
  }
  await compactCounters(tx, orgId)
  const isChanged = Object.values(counts).some(({ created, updated }) => created + updated > 0)
  if (isChanged) await recordImport(tx, orgId, counts)
  const updated = isUpdated ? 1 : 0
  if (organisation.isSent) counts.organisation = { created: 0, updated, unchanged: 1 - updated }
  return counts
}

/** The lists that have records. A row of another list is new; most of theirs are expected to be unchanged. */
export async function filledLists(tx: pg.ClientBase, orgId: number): Promise<ReadonlySet<string>> {
  const exists = sections.map(({ list, table }) => `exists (select from ${table} where org_id = $1) as "${list}"`)
  const { rows } = await tx.query(`/* bundle.filled */ select ${exists.join(', ')}`, [orgId])
  return new Set(Object.keys(rows[0]).filter((list) => rows[0][list]))
}

/** The statements that write each list, in the order of `writeList`. */
export function workOf(lists: ReadonlyMap<string, number>, filled: ReadonlySet<string>): ListWork[] {
  return sections.flatMap((section) => {
    const rows = lists.get(section.list)
    if (!rows) return []
    const statements: ListStatement[] = [
      ...(section.lookup ? (['lookup'] as const) : []),
      ...section.children.map(() => 'stageChild' as const),
      ...(['compare', 'upsert'] as const),
      ...section.children.map(() => 'replaceChild' as const),
    ]
    return [{ name: nameOf(section), rows, changed: filled.has(section.list) ? 0 : rows, statements }]
  })
}

const none: Counts = { created: 0, updated: 0, unchanged: 0 }

/** The parts of a list are counted together. */
const sum = (counts: Counts | undefined, more: Counts): Counts => ({
  created: (counts?.created ?? 0) + more.created,
  updated: (counts?.updated ?? 0) + more.updated,
  unchanged: (counts?.unchanged ?? 0) + more.unchanged,
})

/** With fewer rows, every plan is fast. */
const minRowsToAnalyze = 200

/**
 * Updates the planner's statistics before the `after` hooks run their queries. Old statistics may say that the organisation has no
 * rows in a table: a lookup for each series then read all shifts, which took 30 s for 6,000 shifts.
 */
async function analyze(staging: Staging, counts: Record<string, Counts>): Promise<void> {
  for (const section of sections) {
    const { created = 0, updated = 0 } = counts[nameOf(section)] ?? {}
    if (created + updated < minRowsToAnalyze) continue
    await staging.analyze(...tablesOf(section))
  }
}

async function recordImport(tx: pg.ClientBase, orgId: number, counts: Record<string, Counts>): Promise<void> {
  await tx.query(
    `/* bundle.event */ insert into event (org_id, type, subject_id, detail) values ($1, 'organisation.imported', $1, $2)`,
    [orgId, JSON.stringify(counts)],
  )
}

/**
 * Writes the staged rows of a list and their children. Unchanged records are not written, so that they keep their updated_at. A
 * changed row without an updated_at gets the current time, and so does a row whose children change.
 *
 * Rows are written in the order of their ids, so that two imports lock them in the same order. Every change of a row's children
 * locks the row first, so the children cannot change after the rows are written.
 */
async function writeList(
  tx: pg.ClientBase,
  parameters: Parameters,
  staging: Staging,
  section: Section,
  rows: number,
  report: WritingReport,
): Promise<Counts> {
  const { list, table, lookup } = section
  const { orgId } = parameters
  await staging.use(...tablesForList(section))
  if (lookup) {
    report.statement()
    const columns = ['org_id', ...Object.keys(lookup.columns)].join(', ')
    await runSql(tx, `/* bundle.lookup ${list} */ insert into ${lookup.table} (${columns}) ${lookup.rows}`, parameters)
    await staging.analyze(lookupTable(lookup).name)
  }
  for (const child of section.children) {
    report.statement()
    await children.stageChildren(tx, parameters, staging, child)
  }
  report.statement()
  const compared = await runSql(tx, `/* bundle.compare ${list} */ ${compareText(section)}`, parameters)
  report.compared(compared.rowCount!)
  await staging.analyze(changedTable(section).name)
  const problems = new Problems()
  await section.before?.(tx, orgId, problems)
  problems.throwIfAny()
  report.statement()
  const { created, updated } = (await tx.query(`/* bundle.upsert ${list} */ ${upsertText(section)}`, [orgId])).rows[0]
  for (const child of section.children) {
    report.statement()
    if (created + updated > 0) await children.replaceChildren(tx, parameters, child, table)
  }
  return { created, updated, unchanged: rows - created - updated }
}

function compareText({ list, table, lookup, values, normalised: alike = {}, children: nested }: Section): string {
  const columns = Object.keys(values)
  const compared = (row: string) =>
    columns.map((column) => alike[column]?.(`${row}.${column}`) ?? `${row}.${column}`).join(', ')
  const differing = nested.map((child) => children.differingText(child, list)).join(' union ')
  return `
    insert into changed_${table} (org_id, id, ${columns.join(', ')}, created_at, updated_at)
    select incoming.org_id, incoming.id, ${columns.map((column) => `incoming.${column}`).join(', ')},
      coalesce(incoming.created_at, stored.created_at, now()), coalesce(incoming.updated_at, now())
    from (
      select b.org_id, b.id, ${columns.map((column) => `${values[column]} as ${column}`).join(', ')}, sent.created_at, sent.updated_at
      from bundle_row b
        cross join lateral jsonb_populate_record(null::${table}, b.row) sent
        left join ${table} stored on stored.org_id = $1 and stored.id = b.id
        ${lookup ? `left join ${lookup.table} found on found.org_id = $1 and found.id = b.id` : ''}
      where b.org_id = $1 and b.list = '${list}') incoming
      left join ${table} stored on stored.org_id = $1 and stored.id = incoming.id
      ${differing && `left join (${differing}) differing (id) on differing.id = incoming.id`}
    where stored.id is null
      or (${compared('incoming')}) is distinct from (${compared('stored')})
      or incoming.created_at <> stored.created_at
      or incoming.updated_at <> stored.updated_at
      ${differing && 'or differing.id is not null'}`
}

function upsertText(section: Section): string {
  const columns = writtenColumns(section)
  return `
    with upserted as (
      insert into ${section.table} (org_id, id, ${columns.join(', ')})
      select org_id, id, ${columns.join(', ')} from changed_${section.table} where org_id = $1 order by id
      on conflict (org_id, id) do update
        set (${columns.join(', ')}) = row (${columns.map((column) => `excluded.${column}`).join(', ')})
      returning xmax = 0 as created
    )
    select count(*) filter (where created) as created, count(*) filter (where not created) as updated from upserted`
}
