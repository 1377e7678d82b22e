import type pg from 'pg'
import { compactCounters } from '../db/counters.ts'
import { deadlock } from '../db/transaction.ts'
import { Failure } from '../process/failure.ts'
import * as children from './children.ts'
import { type Organisation, updateOrganisation } from './organisation.ts'
import { Problems } from './problems.ts'
import { nameOf, type Section, tablesOf } from './section.ts'
import { sections } from './sections.ts'

export interface Counts {
  created: number
  updated: number
  unchanged: number
}

/** Called before each list is written, with the number of its rows. */
export type OnList = (list: string, rows: number) => void

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
  onList: OnList | undefined,
): Promise<Record<string, Counts>> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await tx.query('savepoint apply')
    try {
      return await write(tx, orgId, change, onList)
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
  onList: OnList | undefined,
): Promise<Record<string, Counts>> {
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
    onList?.(name, given)
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
  return counts
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

/**
 * Writes the staged rows of a list and their children. What is there already and the same is left alone, so that its
 * updated_at stands; a row that changes without saying when has changed now, and so has one whose children change.
 *
 * Rows go in by id: two imports then take their locks in the same order. Whoever changes a row's children holds the row,
 * so from there on they stand still.
 */
export async function writeList(tx: pg.ClientBase, orgId: number, section: Section, rows: number): Promise<Counts> {
  const { list, table } = section
  if (section.lookup) await fillLookup(tx, orgId, section.lookup)
  for (const child of section.children) await children.want(tx, orgId, child)
  await tx.query(`/* bundle.changed ${list} */ ${changedTable(section)}`)
  await tx.query(`/* bundle.compare ${list} */ ${compareText(section)}`, [orgId, list])
  await tx.query(`analyze changed_${table}`)
  const problems = new Problems()
  await section.before?.(tx, orgId, problems)
  problems.throwIfAny()
  const { created, updated } = (await tx.query(`/* bundle.upsert ${list} */ ${upsertText(section)}`, [orgId])).rows[0]
  if (created + updated > 0) {
    for (const child of section.children) await children.replace(tx, orgId, child, table)
  }
  return { created, updated, unchanged: rows - created - updated }
}

async function fillLookup(tx: pg.ClientBase, orgId: number, { table, columns, rows }: Lookup): Promise<void> {
  await tx.query(`/* bundle.lookup */ create temporary table ${table} (${columns}) on commit drop`)
  await tx.query(`/* bundle.lookup ${table} */ insert into ${table} ${rows}`, [orgId])
  await tx.query(`analyze ${table}`)
}
type Lookup = NonNullable<Section['lookup']>

const written = ({ values }: Section) => [...Object.keys(values), 'created_at', 'updated_at']

/** Given columns of the table without its rules, since a row's columns are known before it is written. */
const changedTable = (section: Section) => `
  create temporary table changed_${section.table} on commit drop as
  select id, ${written(section).join(', ')} from ${section.table} with no data`

function compareText({ table, lookup, values, alike, children: nested }: Section): string {
  const columns = Object.keys(values)
  const compared = (row: string) =>
    columns.map((column) => (alike[column] ?? ((value) => value))(`${row}.${column}`)).join(', ')
  const differing = nested.map((child) => children.differingText(child)).join(' union ')
  return `
    with given as (
      select b.id, ${columns.map((column) => `${values[column]} as ${column}`).join(', ')}, sent.created_at, sent.updated_at
      from bundle_row b
        cross join lateral jsonb_populate_record(null::${table}, b.row) sent
        left join ${table} stored on stored.org_id = $1 and stored.id = b.id
        ${lookup ? `left join ${lookup.table} found on found.id = b.id` : ''}
      where b.list = $2)
    insert into changed_${table} (id, ${columns.join(', ')}, created_at, updated_at)
    select given.id, ${columns.map((column) => `given.${column}`).join(', ')},
      coalesce(given.created_at, stored.created_at, now()), coalesce(given.updated_at, now())
    from given
      left join ${table} stored on stored.org_id = $1 and stored.id = given.id
      ${differing && `left join (${differing}) differing (id) on differing.id = given.id`}
    where stored.id is null
      or (${compared('given')}) is distinct from (${compared('stored')})
      or given.created_at <> stored.created_at
      or given.updated_at <> stored.updated_at
      ${differing && 'or differing.id is not null'}`
}

function upsertText(section: Section): string {
  const columns = written(section)
  return `
    with written as (
      insert into ${section.table} (org_id, id, ${columns.join(', ')})
      select $1, id, ${columns.join(', ')} from changed_${section.table} order by id
      on conflict (org_id, id) do update
        set (${columns.join(', ')}) = row (${columns.map((column) => `excluded.${column}`).join(', ')})
      returning xmax = 0 as created
    )
    select count(*) filter (where created) as created, count(*) filter (where not created) as updated from written`
}
