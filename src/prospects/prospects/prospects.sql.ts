import { list } from '../../db/list.ts'
import type { ListJson } from '../../db/list-json.ts'
import type { Call } from '../../db/pipeline.ts'
import { asJson, type JsonPage, type JsonRow } from '../../db/shape.ts'
import { type Statement, statement, unregisteredStatement } from '../../db/statement.ts'
import { isLocked, lockedOptionsCte, optionsColumn } from '../options/options.sql.ts'
import type { StoredOptions } from '../options/options.ts'
import { type LikelyClient, Prospect } from './prospects.schema.ts'

/** The columns that a body sets, with the same names. */
export const writable = [
  ...['first_name', 'last_name', 'email', 'phone', 'suburb', 'date_of_lead', 'stage', 'tags', 'source'],
  ...['consultant', 'funding_type', 'followup_date', 'initial_comments', 'attributes'],
] as readonly (keyof ProspectValues)[]
export type ProspectValues = Omit<Prospect, 'id' | 'name' | 'converted' | 'client_id' | 'created_at' | 'updated_at'>

/** Properties of the record that are not columns. */
const computed: { [Property in keyof Prospect]?: string } = {
  name: `first_name || ' ' || last_name`,
  converted: 'client_id is not null',
}
/** The record as columns, for rules that read its values. */
export const recordColumns = (Object.keys(Prospect.properties) as (keyof Prospect)[])
  .map((name) => (computed[name] ? `${computed[name]} as ${name}` : name))
  .join(', ')

/** The record as stored JSON text, for responses. */
export const prospectJson: ListJson<typeof Prospect> = {
  table: 'prospect',
  schema: Prospect,
  from: {
    name: { json: `to_json(${computed.name})` },
    converted: { json: `case when client_id is null then 'false' else 'true' end` },
  },
}
export const renderedColumns = 'id, json'
export type RenderedProspect = JsonRow<Prospect> & { id: number }

/** A locked prospect; `conversion` is null if it was not converted. */
export type LockedRow = Prospect & { conversion: 'created' | 'linked' | null }

export const find = statement<[orgId: number, id: number], RenderedProspect>(
  'prospects.find',
  `select ${renderedColumns} from prospect where org_id = $1 and id = $2`,
)
export const findMany = statement<[orgId: number, ids: number[]], Pick<JsonPage<Prospect>, 'json'>>(
  'prospects.find_many',
  `select string_agg(json, ',' order by id) as json from prospect where org_id = $1 and id = any ($2::bigint[])`,
)

/** Every change of a prospect takes this lock first. */
export const lock = statement<[orgId: number, id: number], LockedRow>(
  'prospects.lock',
  `select ${recordColumns}, conversion from prospect where org_id = $1 and id = $2 for no key update`,
)
/** The same with the options, which are locked first. */
export const lockWithOptions = statement<[orgId: number, id: number], LockedRow & { options: StoredOptions | null }>(
  'prospects.lock_with_options',
  `with ${lockedOptionsCte}
   select ${recordColumns}, conversion, ${optionsColumn}
   from prospect where org_id = $1 and id = $2 and ${isLocked} for no key update of prospect`,
)

export const listProspects = list({
  name: 'prospects.list',
  table: 'prospect',
  counters: 'prospects',
  filters: {
    // Must equal the expression of the index `prospect_by_text`.
    query: {
      sql: `lower(first_name || ' ' || last_name || E'\\n' || coalesce(email, '') || E'\\n' || coalesce(phone, '') || E'\\n' || coalesce(regexp_replace(phone, '\\D', '', 'g'), '')) like lower(?)`,
    },
    stage: { sql: 'stage = ?', counts: 'status = ?' },
    consultant: { sql: 'consultant = ?', counts: 'kind = ?' },
    source: { sql: 'source = ?' },
    from: { sql: 'date_of_lead >= ?' },
    to: { sql: 'date_of_lead <= ?' },
    updated_since: { sql: 'updated_at >= ?', isIndexed: true },
  },
  shape: asJson<Prospect>(),
})

/** Inserts the stage of each prospect of `changed` into the history. */
export const historySql = (by: string, at: string, where = 'true') => `
   moved as (
     insert into prospect_stage_change (org_id, prospect_id, stage, by_name, created_at)
     select $1, id, stage, ${by}, ${at} from changed where ${where}),`

export const valuesOf = (prospect: ProspectValues): unknown[] => writable.map((field) => prospect[field])

type Insert = [orgId: number, connectionId: number | null, fields: string[], by: string | null, ...values: unknown[]]

/** Inserts a prospect with the first entry of its history and its event. */
export const insert = statement<Insert, RenderedProspect>(
  'prospects.insert',
  `with changed as (
     insert into prospect (org_id, ${writable.join(', ')}) values ($1, ${writable.map((_, i) => `$${5 + i}`).join(', ')}) returning *),
   ${historySql('$4', 'created_at')}
   recorded as (
     insert into event (org_id, type, subject_id, fields, connection_id)
     select $1, 'prospect.created', id, $3::text[], $2 from changed)
   select ${renderedColumns} from changed`,
)

interface ProspectUpdate {
  orgId: number
  connectionId: number
  id: number
  changed: readonly (keyof ProspectValues)[]
  next: ProspectValues
  /** Set if the stage changes. */
  moved: { from: string; to: string; by: string } | undefined
}

/** Maximum number of prepared combinations of fields. Further ones are built for each call, to bound the memory. */
const maxPrepared = 64
const updates = new Map<string, Statement<unknown[], RenderedProspect>>()

function updateOf(columns: readonly (keyof ProspectValues)[]): Statement<unknown[], RenderedProspect> {
  const key = writable.map((column) => (columns.includes(column) ? 1 : 0)).join('')
  const known = updates.get(key)
  if (known) return known
  const [name, sql] = [`prospects.update:${key}`, updateSql(columns)] as const
  if (updates.size >= maxPrepared) return unregisteredStatement(name, sql, { isNamed: false })
  const made = statement<unknown[], RenderedProspect>(name, sql)
  updates.set(key, made)
  return made
}
updateOf(writable)

/** Sets only the changed columns, so that an unchanged long text is not rewritten. */
function updateSql(columns: readonly (keyof ProspectValues)[]): string {
  const first = columns.includes('stage') ? 7 : 5
  const [type, detail, history] = columns.includes('stage')
    ? ['prospect.stage_changed', '$5::jsonb', historySql('$6', 'updated_at')]
    : ['prospect.updated', 'null', '']
  return `with changed as (
     update prospect set ${columns.map((column, i) => `${column} = $${first + i}`).join(', ')}, updated_at = statement_timestamp()
     where org_id = $1 and id = $3 returning *),${history}
   recorded as (
     insert into event (org_id, type, subject_id, fields, detail, connection_id)
     select $1, '${type}', id, $4::text[], ${detail}, $2 from changed)
   select ${renderedColumns} from changed`
}

/** Updates a prospect that the caller has locked, with its event and, if the stage changes, an entry of the history. */
export function updateCall({ orgId, connectionId, id, changed, next, moved }: ProspectUpdate): Call<RenderedProspect> {
  const move = moved ? [{ from: moved.from, to: moved.to }, moved.by] : []
  return updateOf(changed).call(orgId, connectionId, id, changed, ...move, ...changed.map((field) => next[field]))
}

/**
 * Serialises the conversions of an organisation, so that each sees the client of the one before. The subquery binds it to the
 * server of the organisation: alone, the row of a copied table would be locked for all organisations.
 */
export const lockOrganisation = statement<[orgId: number], object>(
  'prospects.lock_organisation',
  `select 1 as locked from organisation
   where id = $1 and (select count(*) from prospect_options where org_id = $1) >= 0 for no key update`,
)

export const findClient = statement<[orgId: number, id: number], { id: number }>(
  'prospects.find_client',
  'select id from client where org_id = $1 and id = $2',
)

const maxListed = 10
/** Fewer digits do not identify a phone number. */
const minDigits = 8
const digits = (column: string) => `right(regexp_replace(${column}, '\\D', '', 'g'), 9)`
const matchConditions = {
  name: 'lower(last_name) = (select last_name from p) and lower(first_name) = (select first_name from p)',
  email: 'lower(primary_contact_email) = (select email from p)',
  phone: `${digits('primary_contact_number')} = (select phone from p)`,
}
const firstOf = (condition: string) =>
  `(select id from client where org_id = $1 and ${condition} order by id limit ${maxListed})`

/** Clients that match the prospect, archived ones included. Each condition uses its own index. */
export const likelyClients = statement<[orgId: number, prospectId: number], LikelyClient>(
  'prospects.likely_clients',
  `with p as materialized (
     select lower(btrim(first_name)) as first_name, lower(btrim(last_name)) as last_name, nullif(lower(email), '') as email,
            case when length(${digits('phone')}) >= ${minDigits} then ${digits('phone')} end as phone
     from prospect where org_id = $1 and id = $2)
   select id as client_id, first_name || ' ' || last_name as name, status,
     array_remove(array[${Object.entries(matchConditions).map(([what, condition]) => `case when ${condition} then '${what}' end`)}], null) as matches
   from client
   where org_id = $1 and id = any (array(${Object.values(matchConditions).map(firstOf).join(' union ')}))
   order by id limit ${maxListed}`,
)

type Values = [orgId: number, connectionId: number, prospectId: number, stage: string, fields: string[]]
type Convert = [...Values, moved: object, by: string]

/** Converts a prospect that the caller has locked. $6 has `from` and `to` if its stage changes. */
const convertStatement = <More extends unknown[]>(name: string, conversion: 'created' | 'linked', client: string) =>
  statement<[...Convert, ...More], Prospect>(
    name,
    `with ${client},
     changed as (
       update prospect r set client_id = became.id, conversion = '${conversion}', stage = $4, updated_at = statement_timestamp()
       from became where r.org_id = $1 and r.id = $3 returning r.*),
     ${historySql('$7', 'updated_at', `'stage' = any ($5::text[])`)}
     recorded as (
       insert into event (org_id, type, subject_id, fields, detail, connection_id)
       select $1, 'prospect.converted', id, $5::text[],
         jsonb_build_object('client_id', client_id, 'conversion', conversion) || $6::jsonb, $2 from changed)
     select ${recordColumns} from changed`,
  )

/** The columns of the new client, from the prospect `r` and the body. */
const clientValues = {
  ...{ first_name: 'btrim(r.first_name)', last_name: 'btrim(r.last_name)', client_type: '$8', business_id: '$9' },
  ...{ language: `'English'`, address: `nullif(btrim(r.suburb), '')`, primary_contact_email: 'r.email' },
  ...{ primary_contact_number: `nullif(btrim(r.phone), '')`, status: `'Active'` },
}
const columns = Object.keys(clientValues).join(', ')

export const convertToNew = convertStatement<[clientType: string, businessId: number]>(
  'prospects.convert_to_new',
  'created',
  `became as (
     insert into client (org_id, ${columns})
     select $1, ${Object.values(clientValues).join(', ')} from prospect r where r.org_id = $1 and r.id = $3 returning id),
   client_recorded as (
     insert into event (org_id, type, subject_id, fields, connection_id)
     select $1, 'client.created', id, '{${columns}}', $2 from became)`,
)
export const convertToLinked = convertStatement<[clientId: number]>(
  'prospects.convert_to_linked',
  'linked',
  'became as (select id from client where org_id = $1 and id = $8)',
)
