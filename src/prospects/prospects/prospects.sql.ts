import { chosenIds, keysetList } from '../../db/list.ts'
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
const recordColumns = (Object.keys(Prospect.properties) as (keyof Prospect)[])
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
const renderedColumns = 'id, json'
type RenderedProspect = JsonRow<Prospect> & { id: number }

/** A locked prospect; `conversion` is null if it was not converted. */
export type LockedRow = Prospect & { conversion: 'created' | 'linked' | null }

export const find = statement<[orgId: number, id: number], RenderedProspect>(
  'prospects.find',
  `select ${renderedColumns} from prospect where org_id = $1 and id = $2`,
)
export const findMany = statement<[orgId: number, ids: number[]], JsonPage<Prospect>>(
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

export const prospectList = keysetList({
  name: 'prospects.list',
  table: 'prospect',
  counters: 'prospects',
  filters: {
    ids: chosenIds,
    // Must equal the expression of the index `prospect_by_text`.
    query: {
      sql: `lower(first_name || ' ' || last_name || E'\\n' || coalesce(email, '') || E'\\n' || coalesce(phone, '') || E'\\n' || coalesce(regexp_replace(phone, '\\D', '', 'g'), '')) like lower(?)`,
    },
    stage: { sql: 'stage = ?', counts: 'status = ?' },
    consultant: { sql: 'consultant = ?', counts: 'kind = ?' },
    source: { sql: 'source = ?', isInIdOrder: true },
    from: { sql: 'date_of_lead >= ?' },
    to: { sql: 'date_of_lead <= ?' },
    updated_since: { sql: 'updated_at >= ?', isIndexed: true },
  },
  shape: asJson<Prospect>({ found: 'id, json, client_id', client: 'r.client_id' }),
})

export const valuesOf = (prospect: ProspectValues): unknown[] => writable.map((field) => prospect[field])

export const insert = statement<[orgId: number, ...values: unknown[]], RenderedProspect>(
  'prospects.insert',
  `insert into prospect (org_id, ${writable.join(', ')}) values ($1, ${writable.map((_, i) => `$${2 + i}`).join(', ')})
   returning ${renderedColumns}`,
)
/**
 * The first entry in the history of the prospect that this transaction has just inserted. Both have the time of the
 * transaction.
 */
export const beginHistory = statement<[orgId: number, stage: string, by: string | null], object>(
  'prospects.begin_history',
  `insert into prospect_stage_change (org_id, prospect_id, stage, by_name) values ($1, currval('prospect_id_seq'), $2, $3)`,
)
/** An entry for the stage that a prospect has since its last update. */
export const continueHistory = statement<[orgId: number, id: number, by: string], object>(
  'prospects.continue_history',
  `with moved as materialized (select id, stage, updated_at from prospect where org_id = $1 and id = $2)
   insert into prospect_stage_change (org_id, prospect_id, stage, by_name, created_at)
   select $1, id, stage, $3, updated_at from moved`,
)

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
  return `update prospect set ${columns.map((column, i) => `${column} = $${3 + i}`).join(', ')}, updated_at = statement_timestamp()
   where org_id = $1 and id = $2 returning ${renderedColumns}`
}

/** Updates the changed fields of a prospect that the caller has locked. */
export const updateCall = (
  orgId: number,
  id: number,
  changed: readonly (keyof ProspectValues)[],
  next: ProspectValues,
): Call<RenderedProspect> => updateOf(changed).call(orgId, id, ...changed.map((field) => next[field]))

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

/** The columns of the new client, from the prospect and the body. */
const clientValues = {
  ...{ first_name: 'btrim(first_name)', last_name: 'btrim(last_name)', client_type: '$4', business_id: '$5' },
  ...{ language: `'English'`, address: `nullif(btrim(suburb), '')`, primary_contact_email: 'email' },
  ...{ primary_contact_number: `nullif(btrim(phone), '')`, status: `'Active'` },
}
export const clientFields = Object.keys(clientValues)

type InsertClient = [orgId: number, id: number, prospectId: number, clientType: string, businessId: number]

export const insertClient = statement<InsertClient, object>(
  'prospects.insert_client',
  `insert into client (org_id, id, ${clientFields.join(', ')})
   select $1, $2, ${Object.values(clientValues).join(', ')} from prospect where org_id = $1 and id = $3`,
)

type Convert = [orgId: number, id: number, clientId: number, conversion: 'created' | 'linked', stage: string]

/** Converts a prospect that the caller has locked. */
export const convert = statement<Convert, Prospect>(
  'prospects.convert',
  `update prospect set client_id = $3, conversion = $4, stage = $5, updated_at = statement_timestamp()
   where org_id = $1 and id = $2 returning ${recordColumns}`,
)
