import type { Call } from '../../db/pipeline.ts'
import { statement } from '../../db/statement.ts'
import { recordNames } from '../catalogue/source.ts'
import type { Card } from '../logic/grid.ts'
import { newestFirst } from '../spaces/spaces.sql.ts'
import type { Mention } from '../spec/mentions.ts'
import type { Spec, Visualization } from '../spec/spec.schema.ts'

/** The columns of an insight that a caller can set. */
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

/** Columns of an insight over `r`. */
const ownColumns =
  'r.id, r.name, r.description, r.mode, r.spec, r.space_id, r.subfolder_id, r.protected, r.created_at, r.updated_at'
/** With the name of its space. */
const columns = `${ownColumns},
  (select s.name from space s where s.org_id = $1 and s.id = r.space_id) as space`

export const listInsights = newestFirst<ListedInsight>({
  name: 'insights',
  table: 'insight',
  columns: `r.id, r.name, r.spec ->> 'visualization' as visualization, r.spec ->> 'source' as source,
    array(select s.name from space s where s.org_id = $1 and s.id = r.space_id) as spaces, r.protected`,
})

export const find = statement<[orgId: number, id: number], InsightRow>(
  'insights.find',
  `select ${columns} from insight r where r.org_id = $1 and r.id = $2`,
)
/** Locks an insight that a request changes. */
export const lock = statement<[orgId: number, id: number], InsightRow>(
  'insights.lock',
  `select ${columns} from insight r where r.org_id = $1 and r.id = $2 for no key update`,
)

/** The values of `settable`, in its order. */
export const valuesOf = (settings: Settings): unknown[] =>
  settable.map((field) => (field === 'spec' ? JSON.stringify(settings.spec) : settings[field]))

export const insert = statement<[orgId: number, ...values: unknown[]], Omit<InsightRow, 'space'>>(
  'insights.insert',
  `insert into insight as r (org_id, ${settable.join(', ')}) values ($1, ${settable.map((_, i) => `$${i + 2}`).join(', ')})
   returning ${ownColumns}`,
)
export const update = statement<[orgId: number, id: number, ...values: unknown[]], object>(
  'insights.update',
  `update insight set ${settable.map((field, i) => `${field} = $${i + 3}`).join(', ')}, updated_at = statement_timestamp()
   where org_id = $1 and id = $2`,
)

type OfInsight = [orgId: number, id: number]

/** A dashboard that shows an insight. */
interface ShowingDashboard {
  id: number
  name: string
  protected: boolean
  auto_layout: boolean
}
const selectDashboards = `select d.id, d.name, d.protected, (d.settings ->> 'auto_layout')::boolean as auto_layout from dashboard d
   where d.org_id = $1 and d.id = any (array(
     select c.dashboard_id from dashboard_card c where c.org_id = $1 and c.insight_id = $2))
   order by d.id`

/** Every request that writes cards locks their dashboard first, and then the insights of the cards. */
export const lockDashboards = statement<OfInsight, ShowingDashboard>(
  'insights.lock_dashboards',
  `${selectDashboards} for no key update`,
)
/** Locks the key too: a concurrent request that adds a card for the insight waits, and then finds it deleted. */
export const lockForDelete = statement<OfInsight, { protected: boolean }>(
  'insights.lock_for_delete',
  'select protected from insight where org_id = $1 and id = $2 for update',
)
export const findDashboards = statement<OfInsight, ShowingDashboard>('insights.find_dashboards', selectDashboards)

/** The cards of other insights on these dashboards. */
export interface RemainingCard extends Card {
  id: number
  dashboard_id: number
}
export const findRemainingCards = statement<[orgId: number, insightId: number, dashboardIds: number[]], RemainingCard>(
  'insights.find_remaining_cards',
  `select c.id, c.dashboard_id, coalesce(i.spec ->> 'visualization', 'text') as kind, c.locked,
     jsonb_build_object('x', c.x, 'y', c.y, 'w', c.w, 'h', c.h) as position
   from dashboard_card c left join insight i on i.org_id = $1 and i.id = c.insight_id
   where c.org_id = $1 and c.dashboard_id = any ($3::bigint[]) and c.insight_id is distinct from $2
   order by c.dashboard_id, c.id`,
)

/** Removes the cards of an insight from dashboards and records an event for each. */
export const removeCards = statement<[orgId: number, connectionId: number, insightId: number], object>(
  'insights.remove_cards',
  `with gone as (delete from dashboard_card where org_id = $1 and insight_id = $3 returning dashboard_id),
   changed as (
     update dashboard set updated_at = statement_timestamp()
     where org_id = $1 and id = any (array(select dashboard_id from gone)) returning id)
   insert into event (org_id, type, subject_id, fields, detail, connection_id)
   select $1, 'dashboard.updated', id, '{cards}', jsonb_build_object('insight_id', $3::bigint), $2 from changed order by id`,
)
export const moveCards = statement<[orgId: number, ids: number[], x: number[], y: number[]], object>(
  'insights.move_cards',
  `update dashboard_card c set x = moved.x, y = moved.y
   from unnest($2::bigint[], $3::int[], $4::int[]) moved (id, x, y) where c.org_id = $1 and c.id = moved.id`,
)
export const remove = statement<OfInsight, object>(
  'insights.delete',
  'delete from insight where org_id = $1 and id = $2',
)

/** An id or a name that does not exist in the organisation, with the table it was looked up in. */
export interface UnknownRecord {
  table: string
  id: number | null
  name: string | null
}

/** Two lists for each kind, in the order of the kinds: ids, and names in any case. Matches as the engine does. */
const unknownOfKind = recordNames.map(({ table, name }, index) => {
  const [ids, names] = [`$${2 * index + 2}::bigint[]`, `$${2 * index + 3}::text[]`]
  return `
    select '${table}' as "table", input as id, null as name from unnest(${ids}) input
    where not exists (select from ${table} n where n.org_id = $1 and n.id = input)
    union all
    select '${table}', null, input from unnest(${names}) input
    where not exists (select from ${table} n where n.org_id = $1 and lower(${name}) = lower(input))`
})
const findUnknown = statement<[orgId: number, ...lists: unknown[]], UnknownRecord>(
  'reports.unknown_records',
  unknownOfKind.join('\n    union all'),
)

/** Looks up all records that a spec names in one statement. */
export function findUnknownRecords(orgId: number, mentions: readonly Mention[]): Call<UnknownRecord> {
  const lists = recordNames.flatMap((kind) => {
    const values = new Set(mentions.flatMap(({ names, values }) => (names === kind ? values : [])))
    return ['number', 'string'].map((type) => [...values].filter((value) => typeof value === type))
  })
  return findUnknown.call(orgId, ...lists)
}
