import { statement } from '../db/statement.ts'
import type { Prospect } from './prospects.schema.ts'

/** What a body sets, under the same names. */
export const writable = [
  ...['first_name', 'last_name', 'email', 'phone', 'suburb', 'date_of_lead', 'stage', 'tags', 'source'],
  ...['consultant', 'funding_type', 'followup_date', 'initial_comments', 'attributes'],
] as readonly (keyof Written)[]
export type Written = Omit<Prospect, 'id' | 'name' | 'converted' | 'client_id' | 'created_at' | 'updated_at'>

/** The record as the API shows it. */
export const returned = `id, first_name || ' ' || last_name as name, ${writable.join(', ')},
  client_id is not null as converted, client_id, created_at, updated_at`

/** How a prospect became a client; null for one that did not. */
export type Held = Prospect & { conversion: 'created' | 'linked' | null }

export const find = statement<[orgId: number, id: number], Prospect>(
  'prospects.find',
  `select ${returned} from prospect where org_id = $1 and id = $2`,
)
export const findMany = statement<[orgId: number, ids: number[]], Prospect>(
  'prospects.find_many',
  `select ${returned} from prospect where org_id = $1 and id = any ($2::bigint[]) order by id`,
)

/** Whatever changes a prospect does it under this lock; the options are held before it. */
export const hold = statement<[orgId: number, id: number], Held>(
  'prospects.hold',
  `select ${returned}, conversion from prospect where org_id = $1 and id = $2 for no key update`,
)

const values = (first: number) => writable.map((_, i) => `$${first + i}`)
const after = (first: number, more: number) => `$${first + writable.length + more}`
export const valuesOf = (prospect: Written): unknown[] => writable.map((field) => prospect[field])

type Insert = [orgId: number, connectionId: number, fields: string[], by: string, ...values: unknown[]]

/** Creates a prospect, with the first line of its history and its event. */
export const insert = statement<Insert, Prospect>(
  'prospects.insert',
  `with changed as (
     insert into prospect (org_id, ${writable.join(', ')}) values ($1, ${values(5).join(', ')}) returning *),
   moved as (
     insert into prospect_stage_change (org_id, prospect_id, stage, by_name, created_at)
     select $1, id, stage, $4, created_at from changed),
   recorded as (
     insert into event (org_id, type, subject_id, fields, connection_id)
     select $1, 'prospect.created', id, $3::text[], $2 from changed)
   select ${returned} from changed`,
)

type Update = [orgId: number, connectionId: number, id: number, ...values: unknown[]]

/** Writes a prospect that its caller holds, as it shall be. The last values: names of what changed, detail, by whom. */
export const update = statement<Update, Prospect>(
  'prospects.update',
  `with changed as (
     update prospect set ${writable.map((column, i) => `${column} = $${4 + i}`).join(', ')}, updated_at = clock_timestamp()
     where org_id = $1 and id = $3 returning *),
   moved as (
     insert into prospect_stage_change (org_id, prospect_id, stage, by_name, created_at)
     select $1, id, stage, ${after(4, 2)}, updated_at from changed where 'stage' = any (${after(4, 0)}::text[])),
   recorded as (
     insert into event (org_id, type, subject_id, fields, detail, connection_id)
     select $1, case when 'stage' = any (${after(4, 0)}::text[]) then 'prospect.stage_changed' else 'prospect.updated' end,
       id, ${after(4, 0)}::text[], ${after(4, 1)}::jsonb, $2 from changed)
   select ${returned} from changed`,
)
