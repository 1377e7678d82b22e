import type pg from 'pg'
import { compactCounters } from '../db/counters.ts'
import { deadlock } from '../db/transaction.ts'
import { Failure } from '../process/failure.ts'
import type { ImportOptions, ImportResult } from './import.ts'
import { type Organisation, updateOrganisation } from './organisation.ts'
import { nameOf, tablesOf } from './section.ts'
import { sections } from './sections.ts'
import { type Counts, writeList } from './write.ts'

const attempts = 4

/** What a bundle changes, once it is known to be right. */
export interface Change {
  organisation: Organisation | undefined
  /** How many rows each list has. */
  rows: ReadonlyMap<string, number>
  zone: string
  zoneChanged: boolean
}

/**
 * Writes what is staged. When PostgreSQL ends the work for the sake of another transaction, only the writing is done
 * again: the source of the bundle has been read and cannot be read twice.
 */
export async function applyRows(
  tx: pg.ClientBase,
  orgId: number,
  change: Change,
  onProgress: ImportOptions['onProgress'],
): Promise<ImportResult> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await tx.query('savepoint apply')
    try {
      return await write(tx, orgId, change, onProgress)
    } catch (error) {
      if ((error as { code?: string }).code !== deadlock) throw error
      await tx.query('rollback to savepoint apply')
    }
  }
  throw new Failure('Other changes kept getting in the way of the import, and nothing was changed: run it again.')
}

async function write(
  tx: pg.ClientBase,
  orgId: number,
  { organisation, rows, zone, zoneChanged }: Change,
  onProgress: ImportOptions['onProgress'],
): Promise<ImportResult> {
  const counts: Record<string, Counts> = {}
  for (const section of sections) {
    const { settings } = section
    if (settings && rows.has(settings.name)) {
      const done = await settings.write(tx, orgId)
      counts[settings.name] = { ...{ created: 0, updated: 0, unchanged: 0 }, [done]: 1 }
    }
    const given = rows.get(section.list) ?? 0
    if (given === 0) continue
    const name = nameOf(section)
    onProgress?.({ step: 'write', list: name, rows: given })
    counts[name] = added(counts[name], await writeList(tx, orgId, section, given))
  }
  if (organisation) {
    const updated = (await updateOrganisation(tx, orgId, organisation)) ? 1 : 0
    counts.organisation = { created: 0, updated, unchanged: 1 - updated }
  }
  await learn(tx, counts)
  const { now } = (await tx.query('/* bundle.now */ select now()')).rows[0]
  for (const section of sections) await section.after?.(tx, orgId, { now, zone, zoneChanged })
  await compactCounters(tx, orgId)
  const isChanged = Object.values(counts).some(({ created, updated }) => created + updated > 0)
  if (isChanged) await recordImport(tx, orgId, counts)
  return { counts }
}

/** The parts of a list are counted as one. */
const added = (counts: Counts | undefined, more: Counts): Counts => ({
  created: (counts?.created ?? 0) + more.created,
  updated: (counts?.updated ?? 0) + more.updated,
  unchanged: (counts?.unchanged ?? 0) + more.unchanged,
})

/** From so many rows on. Less is found quickly by any plan. */
const worthLearning = 200

/**
 * Tells PostgreSQL what the import has written. It plans by what it knew of a table before, which may be that an
 * organisation has nothing in it: one look at each series then read all shifts, 30 s for 6,000 of them.
 */
async function learn(tx: pg.ClientBase, counts: Record<string, Counts>): Promise<void> {
  for (const section of sections) {
    const { created = 0, updated = 0 } = counts[nameOf(section)] ?? {}
    if (created + updated < worthLearning) continue
    for (const name of tablesOf(section)) await tx.query(`analyze ${name}`)
  }
}

async function recordImport(tx: pg.ClientBase, orgId: number, counts: Record<string, Counts>): Promise<void> {
  await tx.query(
    `/* bundle.event */ insert into event (org_id, type, subject_id, detail) values ($1, 'organisation.imported', $1, $2)`,
    [orgId, JSON.stringify(counts)],
  )
}
