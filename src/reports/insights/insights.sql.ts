import { statement } from '../../db/statement.ts'
import type { EventType } from '../../events/catalogue.ts'
import { newestFirst } from '../spaces/newest.sql.ts'
import type { Spec, Visualization } from '../spec/spec.schema.ts'

/** What a caller can set of an insight, as it is stored. */
export interface Settings {
  name: string
  description: string | null
  spec: Spec
  space_id: number | null
  subfolder_id: string | null
}
export const settable = ['name', 'description', 'spec', 'space_id', 'subfolder_id'] as const

export interface InsightRow extends Settings {
  id: number
  mode: 'single'
  /** The name of its space. */
  space: string | null
  protected: boolean
  created_at: string
  updated_at: string
}
export interface ListedInsight {
  id: number
  name: string
  visualization: Visualization
  source: string
  spaces: string[]
  protected: boolean
}

/** Over `r`. */
const returned = `r.id, r.name, r.description, r.mode, r.spec, r.space_id, r.subfolder_id, r.protected, r.created_at, r.updated_at,
  (select s.name from space s where s.org_id = r.org_id and s.id = r.space_id) as space`

export const listInsights = newestFirst<ListedInsight>({
  name: 'insights',
  table: 'insight',
  columns: `r.id, r.name, r.spec ->> 'visualization' as visualization, r.spec ->> 'source' as source,
    array(select s.name from space s where s.org_id = r.org_id and s.id = r.space_id) as spaces, r.protected`,
})

export const find = statement<[orgId: number, id: number], InsightRow>(
  'insights.find',
  `select ${returned} from insight r where r.org_id = $1 and r.id = $2`,
)
/** Whoever changes an insight holds it by this. */
export const hold = statement<[orgId: number, id: number], InsightRow>(
  'insights.hold',
  `select ${returned} from insight r where r.org_id = $1 and r.id = $2 for no key update`,
)

/** The parameters of what can be set, in the order of `settable`. */
export const valuesOf = (settings: Settings): unknown[] =>
  settable.map((field) => (field === 'spec' ? JSON.stringify(settings.spec) : settings[field]))

/** Writes an insight and its event: $3 are the names of what was set or changed, the settings follow from $4 on. */
const writing = (name: string, type: EventType, write: string) =>
  statement<[orgId: number, connectionId: number, fields: string[], ...values: unknown[]], InsightRow>(
    name,
    `with changed as (${write} returning *),
     recorded as (
       insert into event (org_id, type, subject_id, fields, connection_id)
       select $1, '${type}', id, $3::text[], $2 from changed)
     select ${returned} from changed r`,
  )
const parameters = settable.map((_, i) => `$${i + 4}`)

export const insert = writing(
  'insights.insert',
  'insight.created',
  `insert into insight (org_id, ${settable.join(', ')}) values ($1, ${parameters.join(', ')})`,
)
/** The last value is the insight's id. */
export const update = writing(
  'insights.update',
  'insight.updated',
  `update insight set ${settable.map((field, i) => `${field} = ${parameters[i]}`).join(', ')}, updated_at = clock_timestamp()
   where org_id = $1 and id = $${settable.length + 4}`,
)
