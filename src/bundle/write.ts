import type pg from 'pg'
import * as children from './children.ts'
import { Problems } from './problems.ts'
import type { Section } from './section.ts'

export interface Counts {
  created: number
  updated: number
  unchanged: number
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
