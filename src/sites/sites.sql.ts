import { type ChunkRow, firstChunkSql } from '../db/chunk.ts'
import { keyset, subsets } from '../db/list.ts'
import type { Call } from '../db/pipeline.ts'
import { asIds } from '../db/shape.ts'
import { type Queryable, type Statement, statement } from '../db/statement.ts'
import { maxListed, type Site } from './sites.schema.ts'

/** In the order of the parameters of insert and update. */
const columns = ['name', 'type', 'status', 'address', 'client_capacity', 'manager', 'tags'] as const
export const lists = ['participant_ids', 'support_staff_ids', 'admin_staff_ids'] as const
/** The fields that a body can set. */
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

export const findWithStaff = findStatements.with

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
const filters = {
  query: `${caseless('name')} like ${caseless('?')}`,
  status: 'status = ?',
  updated_since: 'updated_at >= ?',
}
type Filter = keyof typeof filters

/** The same list in the order of ids. */
export const byId = keyset({
  name: 'sites.list_by_id',
  table: 'site',
  filters: {
    query: { sql: filters.query },
    status: { sql: filters.status },
    updated_since: { sql: filters.updated_since },
  },
  shape: asIds,
})

/** All matches are read for sorting anyway, so counting them costs almost nothing. */
function listStatement(used: Filter[]): Statement<unknown[], Listed> {
  const matches = used.map((name, i) => ` and ${filters[name].replaceAll('?', `$${i + 2}`)}`).join('')
  return statement(
    ['sites.list', ...used].join(':'),
    `select id, count(*) over () as total from site
     where org_id = $1${matches} order by ${caseless('name')}, id limit ${maxListed}`,
  )
}
const combinations = subsets(Object.keys(filters) as Filter[])
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

export const valuesOf = (site: StoredSite): unknown[] => columns.map((column) => site[column])
const parameters = columns.map((_, i) => `$${i + 3}`)

export const insert = statement<[orgId: number, id: number, ...values: unknown[]], object>(
  'sites.insert',
  `insert into site (org_id, id, ${columns.join(', ')}) values ($1, $2, ${parameters.join(', ')})`,
)

/** Updates a site that the caller has locked. */
export const update = statement<[orgId: number, id: number, ...values: unknown[]], object>(
  'sites.update',
  `update site set ${columns.map((column, i) => `${column} = ${parameters[i]}`).join(', ')}, updated_at = statement_timestamp()
   where org_id = $1 and id = $2`,
)

type Links = [orgId: number, id: number, ids: number[]]
type Role = 'support' | 'admin'

const removeClients = statement<Links, object>(
  'sites.remove_clients',
  'delete from site_participant where org_id = $1 and site_id = $2 and client_id <> all ($3::bigint[])',
)
const putClients = statement<Links, object>(
  'sites.put_clients',
  `insert into site_participant as l (org_id, site_id, client_id, place)
   select $1, $2, requested.id, place from unnest($3::bigint[]) with ordinality requested (id, place)
   on conflict (org_id, site_id, client_id) do update set place = excluded.place where l.place <> excluded.place`,
)
const removeStaff = statement<[...Links, role: Role], object>(
  'sites.remove_staff',
  'delete from site_staff where org_id = $1 and site_id = $2 and role = $4 and staff_id <> all ($3::bigint[])',
)
const putStaff = statement<[...Links, role: Role], object>(
  'sites.put_staff',
  `insert into site_staff as l (org_id, site_id, role, staff_id, place)
   select $1, $2, $4, requested.id, place from unnest($3::bigint[]) with ordinality requested (id, place)
   on conflict (org_id, site_id, role, staff_id) do update set place = excluded.place where l.place <> excluded.place`,
)

/** Replaces a list of people. */
export const setClients = (...links: Links): Call[] => [removeClients.call(...links), putClients.call(...links)]
export const setStaff =
  (role: Role) =>
  (...links: Links): Call[] => [removeStaff.call(...links, role), putStaff.call(...links, role)]

const unknown = (name: string, table: string, condition = '') =>
  statement<[orgId: number, ids: number[]], { id: number }>(
    name,
    `select requested.id from unnest($2::bigint[]) with ordinality requested (id, place)
     where not exists (select from ${table} r where r.org_id = $1 and r.id = requested.id${condition}) order by place`,
  )
export const unknownClients = unknown('sites.unknown_clients', 'client')
/** A supplier is not staff. */
export const unknownStaff = unknown('sites.unknown_staff', 'staff', ' and not r.supplier')
