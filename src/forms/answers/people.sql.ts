import { statement } from '../../db/statement.ts'

export interface PersonRow {
  kind: 'client' | 'staff'
  id: number
  name: string
  /** For a person found by name: the index of that name among the references. */
  name_index: number | null
}

type PeopleQuery = [clientIds: number[], staffIds: number[], ...names: NameColumns]
/** One entry for each split of a name. */
export type NameColumns = [kinds: string[], nameIndexes: number[], firstNames: string[], lastNames: string[]]

const name = `first_name || ' ' || last_name as name`
const fromNames =
  'from unnest($4::text[], $5::int[], $6::text[], $7::text[]) s (kind, name_index, first_name, last_name)'
const hasName = `status = 'Active' and lower(last_name) = lower(s.last_name) and lower(first_name) = lower(s.first_name)`

/** People by their ids, whatever their status, and active ones by both names. Suppliers are not staff. */
export const findPeople = statement<[orgId: number, ...sought: PeopleQuery], PersonRow>(
  'forms.find_people',
  `select 'client' as kind, id, ${name}, null::int as name_index from client where org_id = $1 and id = any ($2::bigint[])
   union all
   select 'staff', id, ${name}, null from staff where org_id = $1 and id = any ($3::bigint[]) and not supplier
   union all
   select 'client', p.id, p.name, s.name_index ${fromNames} cross join lateral (
     select id, ${name} from client where org_id = $1 and s.kind = 'client' and ${hasName} offset 0) p
   union all
   select 'staff', p.id, p.name, s.name_index ${fromNames} cross join lateral (
     select id, ${name} from staff where org_id = $1 and s.kind = 'staff' and not supplier and ${hasName} offset 0) p`,
)

/** The fields of a client that can prefill a form. */
export interface ClientRecord {
  id: number
  name: string
  first_name: string
  last_name: string
  client_type: string
  language: string
  address: string | null
  primary_contact_email: string | null
  primary_contact_number: string | null
}
export const findClientRecord = statement<[orgId: number, id: number], ClientRecord>(
  'forms.find_client_record',
  `select id, ${name}, first_name, last_name, client_type, language, address, primary_contact_email, primary_contact_number
   from client where org_id = $1 and id = $2`,
)
