import { firstChunkSql } from '../../db/chunk.ts'
import { statement } from '../../db/statement.ts'
import type { Position } from '../logic/grid.ts'
import { newestFirst } from '../spaces/spaces.sql.ts'
import type { Visualization } from '../spec/spec.schema.ts'
import type { Settings } from './draft.ts'

export interface CardRow {
  id: number
  type: 'insight' | 'text'
  insight_id: number | null
  insight: { name: string; visualization: Visualization } | null
  text: string | null
  position: Position
  show_title: boolean
  show_description: boolean
  locked: boolean
}
export interface DashboardRow {
  id: number
  name: string
  description: string | null
  space_id: number | null
  space: { id: number; name: string } | null
  subfolder_id: string | null
  protected: boolean
  settings: Settings
  cards: CardRow[]
  created_at: string
  updated_at: string
}

const cards = `
  (select coalesce(json_agg(json_build_object('id', c.id, 'type', c.type, 'insight_id', c.insight_id,
       'insight', case when i.id is not null then json_build_object('name', i.name, 'visualization', i.spec ->> 'visualization') end,
       'text', c.text, 'position', json_build_object('x', c.x, 'y', c.y, 'w', c.w, 'h', c.h),
       'show_title', c.show_title, 'show_description', c.show_description, 'locked', c.locked) order by c.y, c.x), '[]')
   from dashboard_card c left join insight i on i.org_id = $1 and i.id = c.insight_id
   where c.org_id = $1 and c.dashboard_id = r.id) as cards`
/** A dashboard with its cards, over `r`. */
const columns = `r.id, r.name, r.description, r.space_id,
  (select json_build_object('id', s.id, 'name', s.name) from space s where s.org_id = $1 and s.id = r.space_id) as space,
  r.subfolder_id, r.protected, r.settings, ${cards}, r.created_at, r.updated_at`

export const listDashboards = newestFirst<{ id: number }>({ name: 'dashboards', table: 'dashboard', columns: 'r.id' })

/** The first dashboards of these ids, in their order. */
export const findPart = statement<[orgId: number, ids: number[]], DashboardRow>(
  'dashboards.find_part',
  firstChunkSql({
    records: `select ${columns} from dashboard r where r.org_id = $1 and r.id = any ($2::bigint[])`,
    order: 'array_position($2::bigint[], id)',
    large: ['cards'],
  }),
)

export const find = statement<[orgId: number, id: number], DashboardRow>(
  'dashboards.find',
  `select ${columns} from dashboard r where r.org_id = $1 and r.id = $2`,
)

/** Every request that changes a dashboard or its cards locks it first, and then the insights of its cards. */
export const lock = statement<[orgId: number, id: number], { protected: boolean }>(
  'dashboards.lock',
  'select protected from dashboard where org_id = $1 and id = $2 for no key update',
)
/** Locks insights that are added to a dashboard, so that they are not deleted meanwhile. */
export const lockInsights = statement<[orgId: number, ids: number[]], { id: number; visualization: Visualization }>(
  'dashboards.lock_insights',
  `select id, spec ->> 'visualization' as visualization from insight
   where org_id = $1 and id = any ($2::bigint[]) order by id for key share`,
)

export const writable = ['name', 'description', 'space_id', 'subfolder_id', 'settings'] as const
const cardColumns = ['x', 'y', 'w', 'h', 'text', 'show_title', 'show_description', 'locked'] as const
/** A card to write; a new one has no id. */
export type CardWrite = Omit<CardRow, 'id' | 'type' | 'insight' | 'position'> & { id: number | null } & Position

type Write = [orgId: number, id: number, ...values: unknown[]]
const parameters = writable.map((_, i) => `$${i + 3}`)
export const insert = statement<Write, object>(
  'dashboards.insert',
  `insert into dashboard (org_id, id, ${writable.join(', ')}) values ($1, $2, ${parameters.join(', ')})`,
)
export const update = statement<Write, object>(
  'dashboards.update',
  `update dashboard set ${writable.map((field, i) => `${field} = ${parameters[i]}`).join(', ')}, updated_at = statement_timestamp()
   where org_id = $1 and id = $2`,
)

type CardsWrite = [orgId: number, dashboardId: number, cards: string]
const cardRows = `
  rows from (jsonb_to_recordset($3::jsonb) as (
    id bigint, insight_id bigint, x int, y int, w int, h int, text text,
    show_title boolean, show_description boolean, locked boolean)) with ordinality
    input (id, insight_id, x, y, w, h, text, show_title, show_description, locked, place)`
const cardValues = cardColumns.map((column) => `input.${column}`)
/** In order of their operations, so that ids ascend in that order. */
export const insertCards = statement<CardsWrite, object>(
  'dashboards.insert_cards',
  `insert into dashboard_card (org_id, dashboard_id, type, insight_id, ${cardColumns.join(', ')})
   select $1, $2, case when insight_id is null then 'text' else 'insight' end, insight_id, ${cardValues.join(', ')}
   from ${cardRows} order by place`,
)
export const updateCards = statement<CardsWrite, object>(
  'dashboards.update_cards',
  `update dashboard_card c set ${cardColumns.map((column, i) => `${column} = ${cardValues[i]}`).join(', ')}
   from ${cardRows} where c.org_id = $1 and c.dashboard_id = $2 and c.id = input.id`,
)
export const removeCards = statement<[orgId: number, dashboardId: number, ids: number[]], object>(
  'dashboards.remove_cards',
  'delete from dashboard_card where org_id = $1 and dashboard_id = $2 and id = any ($3::bigint[])',
)

/** Cards are deleted by the foreign key. */
export const remove = statement<[orgId: number, connectionId: number, id: number], object>(
  'dashboards.delete',
  `with changed as (delete from dashboard where org_id = $1 and id = $3 returning id)
   insert into event (org_id, type, subject_id, connection_id) select $1, 'dashboard.deleted', id, $2 from changed`,
)
