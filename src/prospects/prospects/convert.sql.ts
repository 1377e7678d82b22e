import { statement } from '../../db/statement.ts'
import type { LikelyClient, Prospect } from './prospects.schema.ts'
import { returned } from './prospects.sql.ts'
import { historySql } from './write.sql.ts'

/** Conversions go one after the other in an organisation, so that each sees the client of the one before. */
export const holdOrganisation = statement<[orgId: number], object>(
  'prospects.hold_organisation',
  'select 1 as held from organisation where id = $1 for no key update',
)

export const findClient = statement<[orgId: number, id: number], { id: number }>(
  'prospects.find_client',
  'select id from client where org_id = $1 and id = $2',
)

const mostListed = 10
/** Fewer digits are no phone number, and say nothing of whose it is. */
const fewestDigits = 8
const digits = (column: string) => `right(regexp_replace(${column}, '\\D', '', 'g'), 9)`
const same = {
  name: 'lower(last_name) = (select last_name from p) and lower(first_name) = (select first_name from p)',
  email: 'lower(primary_contact_email) = (select email from p)',
  phone: `${digits('primary_contact_number')} = (select phone from p)`,
}
const firstOf = (condition: string) =>
  `(select id from client where org_id = $1 and ${condition} order by id limit ${mostListed})`

/** The clients that a prospect may be already, archived ones too, each found by an index of its own. */
export const likelyClients = statement<[orgId: number, prospectId: number], LikelyClient>(
  'prospects.likely_clients',
  `with p as materialized (
     select lower(btrim(first_name)) as first_name, lower(btrim(last_name)) as last_name, nullif(lower(email), '') as email,
            case when length(${digits('phone')}) >= ${fewestDigits} then ${digits('phone')} end as phone
     from prospect where org_id = $1 and id = $2)
   select id as client_id, first_name || ' ' || last_name as name, status,
     array_remove(array[${Object.entries(same).map(([what, condition]) => `case when ${condition} then '${what}' end`)}], null) as matches
   from client
   where org_id = $1 and id = any (array(${Object.values(same).map(firstOf).join(' union ')}))
   order by id limit ${mostListed}`,
)

type Values = [orgId: number, connectionId: number, prospectId: number, stage: string, fields: string[]]
type Convert = [...Values, moved: object, by: string]

/** Makes a prospect that its caller holds a client; $6 are from and to where its stage moves. */
const converting = <More extends unknown[]>(name: string, conversion: 'created' | 'linked', client: string) =>
  statement<[...Convert, ...More], Prospect>(
    name,
    `with ${client},
     changed as (
       update prospect r set client_id = became.id, conversion = '${conversion}', stage = $4, updated_at = clock_timestamp()
       from became where r.org_id = $1 and r.id = $3 returning r.*),
     ${historySql('$7', 'updated_at', `'stage' = any ($5::text[])`)}
     recorded as (
       insert into event (org_id, type, subject_id, fields, detail, connection_id)
       select $1, 'prospect.converted', id, $5::text[],
         jsonb_build_object('client_id', client_id, 'conversion', conversion) || $6::jsonb, $2 from changed)
     select ${returned} from changed`,
  )

/** What the new client has of the prospect, `r`, and what it has besides. */
const given = {
  ...{ first_name: 'btrim(r.first_name)', last_name: 'btrim(r.last_name)', client_type: '$8', business_id: '$9' },
  ...{ language: `'English'`, address: `nullif(btrim(r.suburb), '')`, primary_contact_email: 'r.email' },
  ...{ primary_contact_number: `nullif(btrim(r.phone), '')`, status: `'Active'` },
}
const columns = Object.keys(given).join(', ')

export const convertToNew = converting<[clientType: string, businessId: number]>(
  'prospects.convert_to_new',
  'created',
  `became as (
     insert into client (org_id, ${columns})
     select $1, ${Object.values(given).join(', ')} from prospect r where r.org_id = $1 and r.id = $3 returning id),
   client_recorded as (
     insert into event (org_id, type, subject_id, fields, connection_id)
     select $1, 'client.created', id, '{${columns}}', $2 from became)`,
)
export const convertToLinked = converting<[clientId: number]>(
  'prospects.convert_to_linked',
  'linked',
  'became as (select id from client where org_id = $1 and id = $8)',
)
