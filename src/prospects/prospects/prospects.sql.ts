import type { ListJson } from '../../db/list-json.ts'
import type { JsonPage, Recorded } from '../../db/shape.ts'
import { statement } from '../../db/statement.ts'
import { heldOptions, holding, isHeld } from '../options/options.sql.ts'
import type { StoredOptions } from '../options/options.ts'
import { Prospect } from './prospects.schema.ts'

/** What a body sets, under the same names. */
export const writable = [
  ...['first_name', 'last_name', 'email', 'phone', 'suburb', 'date_of_lead', 'stage', 'tags', 'source'],
  ...['consultant', 'funding_type', 'followup_date', 'initial_comments', 'attributes'],
] as readonly (keyof Written)[]
export type Written = Omit<Prospect, 'id' | 'name' | 'converted' | 'client_id' | 'created_at' | 'updated_at'>

/** Properties of the record that are no column. */
const computed: { [Property in keyof Prospect]?: string } = {
  name: `first_name || ' ' || last_name`,
  converted: 'client_id is not null',
}
/** The record as the API shows it, in the columns that rules look at. */
export const returned = (Object.keys(Prospect.properties) as (keyof Prospect)[])
  .map((name) => (computed[name] ? `${computed[name]} as ${name}` : name))
  .join(', ')

/** The same as the text that PostgreSQL stores of it, for what is only shown. */
export const prospectJson: ListJson<typeof Prospect> = {
  table: 'prospect',
  schema: Prospect,
  from: {
    name: { json: `to_json(${computed.name})` },
    converted: { json: `case when client_id is null then 'false' else 'true' end` },
  },
}
export const shown = 'id, json'
export type Shown = Recorded<Prospect> & { id: number }

/** How a prospect became a client; null for one that did not. */
export type Held = Prospect & { conversion: 'created' | 'linked' | null }

export const find = statement<[orgId: number, id: number], Shown>(
  'prospects.find',
  `select ${shown} from prospect where org_id = $1 and id = $2`,
)
export const findMany = statement<[orgId: number, ids: number[]], Pick<JsonPage<Prospect>, 'json'>>(
  'prospects.find_many',
  `select string_agg(json, ',' order by id) as json from prospect where org_id = $1 and id = any ($2::bigint[])`,
)

/** Whatever changes a prospect does it under this lock. */
export const hold = statement<[orgId: number, id: number], Held>(
  'prospects.hold',
  `select ${returned}, conversion from prospect where org_id = $1 and id = $2 for no key update`,
)
/** The same with the options, which are held before it. */
export const holdWithOptions = statement<[orgId: number, id: number], Held & { options: StoredOptions | null }>(
  'prospects.hold_with_options',
  `with ${holding}
   select ${returned}, conversion, ${heldOptions}
   from prospect where org_id = $1 and id = $2 and ${isHeld} for no key update of prospect`,
)
