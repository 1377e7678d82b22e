import type pg from 'pg'
import { deadlock } from '../db/transaction.ts'
import { Failure } from '../failure.ts'
import type { ImportOptions, ImportResult } from './import.ts'
import { type Organisation, updateOrganisation } from './organisation.ts'
import type { Section } from './section.ts'
import { sections } from './sections.ts'
import type { StagedList } from './stage.ts'

export interface Counts {
  created: number
  updated: number
  unchanged: number
}

const attempts = 4

/**
 * Writes what is staged. When PostgreSQL ends the work for the sake of another transaction, only the writing is done
 * again: the source of the bundle has been read and cannot be read twice.
 */
export async function applyRows(
  tx: pg.ClientBase,
  orgId: number,
  organisation: Organisation | undefined,
  staged: Map<string, StagedList>,
  onProgress: ImportOptions['onProgress'],
): Promise<ImportResult> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await tx.query('savepoint apply')
    try {
      return await write(tx, orgId, organisation, staged, onProgress)
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
  organisation: Organisation | undefined,
  staged: Map<string, StagedList>,
  onProgress: ImportOptions['onProgress'],
): Promise<ImportResult> {
  const counts: Record<string, Counts> = {}
  for (const section of sections) {
    const rows = staged.get(section.list)?.rows ?? 0
    if (rows === 0) continue
    onProgress?.({ step: 'write', list: section.list, rows })
    const { created, updated } = (await tx.query(upsertText(section), [orgId, section.list])).rows[0]
    counts[section.list] = { created, updated, unchanged: rows - created - updated }
  }
  if (organisation) {
    const updated = (await updateOrganisation(tx, orgId, organisation)) ? 1 : 0
    counts.organisation = { created: 0, updated, unchanged: 1 - updated }
  }
  const isChanged = Object.values(counts).some(({ created, updated }) => created + updated > 0)
  if (isChanged) await recordImport(tx, orgId, counts)
  return { counts }
}

/**
 * A row that is there already and the same is left alone, so that its updated_at stands; one that changes without
 * saying when has changed now. Rows go in by id: two imports then take their locks in the same order.
 */
function upsertText({ list, table, columns }: Section): string {
  const of = (alias: string) => columns.map((column) => `${alias}.${column}`).join(', ')
  const written = [...columns, 'created_at', 'updated_at']
  return `/* bundle.upsert ${list} */
    with written as (
      insert into ${table} (org_id, id, ${written.join(', ')})
      select $1, given.id, ${of('given')},
        coalesce(given.created_at, stored.created_at, now()), coalesce(given.updated_at, now())
      from bundle_row
        cross join lateral jsonb_populate_record(null::${table}, bundle_row.row) given
        left join ${table} stored on stored.org_id = $1 and stored.id = bundle_row.id
      where bundle_row.list = $2 and (
        stored.id is null
        or (${of('given')}) is distinct from (${of('stored')})
        or given.created_at <> stored.created_at
        or given.updated_at <> stored.updated_at)
      order by bundle_row.id
      on conflict (org_id, id) do update
        set (${written.join(', ')}) = row (${written.map((column) => `excluded.${column}`).join(', ')})
      returning xmax = 0 as created
    )
    select count(*) filter (where created) as created, count(*) filter (where not created) as updated from written`
}

async function recordImport(tx: pg.ClientBase, orgId: number, counts: Record<string, Counts>): Promise<void> {
  await tx.query(
    `/* bundle.event */ insert into event (org_id, type, subject_id, detail) values ($1, 'organisation.imported', $1, $2)`,
    [orgId, JSON.stringify(counts)],
  )
}
