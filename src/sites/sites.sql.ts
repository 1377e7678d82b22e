import { type ChunkRow, firstChunkSql } from '../db/chunk.ts'
import { type Queryable, type Statement, statement } from '../db/statement.ts'
import type { EventType } from '../events/catalogue.ts'
import { maxListed, type Site } from './sites.schema.ts'

const columns = ['name', 'type', 'status', 'address', 'client_capacity', 'manager', 'tags'] as const
const lists = ['participant_ids', 'support_staff_ids', 'admin_staff_ids'] as const
/** The fields that a body can set, in the order of the parameters of insert and update. */
export const writable = [...columns, ...lists]

/** A site with its links as ids. */
export type StoredSite = Record<(typeof writable)[number], unknown>

/** Case-insensitive text in Unicode order, independent of the database's collation. */
const caseless = (text: string) => `lower(${text} collate "und-x-icu") collate "und-x-icu"`

const persons = (links: string, person: 'client' | 'staff', condition = '') => `
  (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name) order by l.place), '[]')
   from ${links} l join ${person} p on p.org_id = $1 and p.id = l.${person}_id
   where l.org_id = $1 and l.site_id = s.id${condition})`
const ofRole = (role: string) => persons('site_staff', 'staff', ` and l.role = '${role}'`)
const returned = (withStaff: boolean) => `s.id, ${columns.map((column) => `s.${column}`).join(', ')},
  ${persons('site_participant', 'client')} as participants
  ${withStaff ? `, ${ofRole('support')} as support_staff, ${ofRole('admin')} as admin_staff` : ''}`

const withAndWithoutStaff = <T>(make: (withStaff: boolean) => T) => ({ without: make(false), with: make(true) })
const findStatements = withAndWithoutStaff((withStaff) =>
  statement<[orgId: number, id: number], Site>(
    `sites.find${withStaff ? ':staff' : ''}`,
    `select ${returned(withStaff)} from site s where s.org_id = $1 and s.id = $2`,
  ),
)

export const find = (db: Queryable, orgId: number, id: number, withStaff: boolean): Promise<Site | undefined> =>
  findStatements[withStaff ? 'with' : 'without'].first(db, orgId, id)

const findPartStatements = withAndWithoutStaff((withStaff) =>
  statement<[orgId: number, ids: number[]], ChunkRow<Site>>(
    `sites.find_part${withStaff ? ':staff' : ''}`,
    firstChunkSql({
      records: `select ${returned(withStaff)} from site s where s.org_id = $1 and s.id = any ($2::bigint[])`,
      order: 'array_position($2::bigint[], id)',
      large: ['participants', ...(withStaff ? ['support_staff', 'admin_staff'] : [])],
    }),
  ),
)
/** The first sites with these ids, in the order of the ids. */
export const findPart = (db: Queryable, orgId: number, ids: number[], withStaff: boolean): Promise<ChunkRow<Site>[]> =>
  findPartStatements[withStaff ? 'with' : 'without'].rows(db, orgId, ids)

interface Listed {
  id: number
  total: number
}
const filters = { query: `${caseless('name')} like ${caseless('?')}`, status: 'status = ?' }
type Filter = keyof typeof filters

/** All matches are read for sorting anyway, so counting them costs almost nothing. */
function listStatement(used: Filter[]): Statement<unknown[], Listed> {
  const matches = used.map((name, i) => ` and ${filters[name].replace('?', `$${i + 2}`)}`).join('')
  return statement(
    ['sites.list', ...used].join(':'),
    `select id, count(*) over () as total from site
     where org_id = $1${matches} order by ${caseless('name')}, id limit ${maxListed}`,
  )
}
const combinations: Filter[][] = [[], ['query'], ['status'], ['query', 'status']]
const listStatements = new Map(combinations.map((used) => [used.join(), listStatement(used)]))

/** The ids of the first sites by name, and the number of matches. `query` is a LIKE pattern. */
export async function list(
  db: Queryable,
  orgId: number,
  values: Partial<Record<Filter, string | undefined>>,
): Promise<{ ids: number[]; total: number }> {
  const used = (Object.keys(filters) as Filter[]).filter((name) => values[name] !== undefined)
  const rows = await listStatements.get(used.join())!.rows(db, orgId, ...used.map((name) => values[name]))
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

/** Locks a site for an update. Its links change only under this lock, so they are read after it. */
export const lock = statement<[orgId: number, id: number], { id: number }>(
  'sites.lock',
  'select id from site where org_id = $1 and id = $2 for no key update',
)

const idsOf = (links: string, column: string, condition = '') =>
  `array(select ${column} from ${links} where org_id = $1 and site_id = $2${condition} order by place)`
export const findStored = statement<[orgId: number, id: number], StoredSite>(
  'sites.stored',
  `select ${columns.join(', ')}, ${idsOf('site_participant', 'client_id')} as participant_ids,
     ${idsOf('site_staff', 'staff_id', ` and role = 'support'`)} as support_staff_ids,
     ${idsOf('site_staff', 'staff_id', ` and role = 'admin'`)} as admin_staff_ids
   from site where org_id = $1 and id = $2`,
)

const parameter = (field: (typeof writable)[number]) => `$${writable.indexOf(field) + 4}`
const ids = (field: (typeof lists)[number]) => `${parameter(field)}::bigint[]`
const firstFree = writable.length + 4

/** Writes a site, all its links and the event in one statement. $3 has the names of the fields that are set or changed. */
const writeStatement = (name: string, type: EventType, site: string) =>
  statement<[orgId: number, connectionId: number, fields: string[], ...values: unknown[]], { id: number }>(
    name,
    `with changed as (${site} returning id),
     removed_clients as (
       delete from site_participant l using changed
       where l.org_id = $1 and l.site_id = changed.id and l.client_id <> all (${ids('participant_ids')})),
     upserted_clients as (
       insert into site_participant as l (org_id, site_id, client_id, place)
       select $1, changed.id, requested.id, place
       from changed, unnest(${ids('participant_ids')}) with ordinality requested (id, place)
       on conflict (org_id, site_id, client_id) do update set place = excluded.place where l.place <> excluded.place),
     requested_staff as (
       select 'support' as role, * from unnest(${ids('support_staff_ids')}) with ordinality requested (id, place)
       union all
       select 'admin', * from unnest(${ids('admin_staff_ids')}) with ordinality requested (id, place)),
     removed_staff as (
       delete from site_staff l using changed
       where l.org_id = $1 and l.site_id = changed.id and (l.role, l.staff_id) not in (select role, id from requested_staff)),
     upserted_staff as (
       insert into site_staff as l (org_id, site_id, role, staff_id, place)
       select $1, changed.id, requested.role, requested.id, requested.place from changed, requested_staff requested
       on conflict (org_id, site_id, role, staff_id) do update set place = excluded.place where l.place <> excluded.place),
     recorded as (
       insert into event (org_id, type, subject_id, fields, connection_id)
       select $1, '${type}', id, $3::text[], $2 from changed)
     select id from changed`,
  )

export const insert = writeStatement(
  'sites.insert',
  'site.created',
  `insert into site (org_id, ${columns.join(', ')}) values ($1, ${columns.map(parameter).join(', ')})`,
)

/** The last parameter is the site's id. */
export const update = writeStatement(
  'sites.update',
  'site.updated',
  `update site set ${columns.map((column) => `${column} = ${parameter(column)}`).join(', ')}, updated_at = statement_timestamp()
   where org_id = $1 and id = $${firstFree}`,
)

const unknown = (name: string, table: string, condition = '') =>
  statement<[orgId: number, ids: number[]], { id: number }>(
    name,
    `select requested.id from unnest($2::bigint[]) with ordinality requested (id, place)
     where not exists (select from ${table} r where r.org_id = $1 and r.id = requested.id${condition}) order by place`,
  )
export const unknownClients = unknown('sites.unknown_clients', 'client')
/** A supplier is not staff. */
export const unknownStaff = unknown('sites.unknown_staff', 'staff', ' and not r.supplier')
