import { statement } from '../../db/statement.ts'
import type { Card } from '../logic/grid.ts'

type OfInsight = [orgId: number, id: number]

/** A dashboard that shows an insight. */
interface Showing {
  id: number
  name: string
  protected: boolean
  auto_layout: boolean
}
const showing = `select d.id, d.name, d.protected, (d.settings ->> 'auto_layout')::boolean as auto_layout from dashboard d
   where d.org_id = $1 and d.id = any (array(
     select c.dashboard_id from dashboard_card c where c.org_id = $1 and c.insight_id = $2))
   order by d.id`

/** Whoever writes cards holds their dashboard, and only then what the cards show. */
export const holdShowing = statement<OfInsight, Showing>('insights.hold_showing', `${showing} for no key update`)
/** With its key: a card that somebody is putting on a dashboard waits, and then finds it gone. */
export const holdToDelete = statement<OfInsight, { protected: boolean }>(
  'insights.hold_to_delete',
  'select protected from insight where org_id = $1 and id = $2 for update',
)
export const findShowing = statement<OfInsight, Showing>('insights.find_showing', showing)

/** The cards that stay on dashboards. */
export interface StayingCard extends Card {
  id: number
  dashboard_id: number
}
export const findStaying = statement<[orgId: number, insightId: number, dashboardIds: number[]], StayingCard>(
  'insights.find_staying',
  `select c.id, c.dashboard_id, coalesce(i.spec ->> 'visualization', 'text') as kind, c.locked,
     jsonb_build_object('x', c.x, 'y', c.y, 'w', c.w, 'h', c.h) as position
   from dashboard_card c left join insight i on i.org_id = $1 and i.id = c.insight_id
   where c.org_id = $1 and c.dashboard_id = any ($3::bigint[]) and c.insight_id is distinct from $2
   order by c.dashboard_id, c.id`,
)

/** Takes an insight off dashboards, each of which records it. */
export const takeCards = statement<[orgId: number, connectionId: number, insightId: number], object>(
  'insights.take_cards',
  `with gone as (delete from dashboard_card where org_id = $1 and insight_id = $3 returning dashboard_id),
   changed as (
     update dashboard set updated_at = clock_timestamp()
     where org_id = $1 and id = any (array(select dashboard_id from gone)) returning id)
   insert into event (org_id, type, subject_id, fields, detail, connection_id)
   select $1, 'dashboard.updated', id, '{cards}', jsonb_build_object('insight', $3::bigint), $2 from changed order by id`,
)
export const moveCards = statement<[orgId: number, ids: number[], x: number[], y: number[]], object>(
  'insights.move_cards',
  `update dashboard_card c set x = moved.x, y = moved.y
   from unnest($2::bigint[], $3::int[], $4::int[]) moved (id, x, y) where c.org_id = $1 and c.id = moved.id`,
)
export const deleteHeld = statement<
  [orgId: number, connectionId: number, id: number, dashboardIds: number[]],
  { id: number }
>(
  'insights.delete',
  `with gone as (delete from insight where org_id = $1 and id = $3 returning id),
   recorded as (
     insert into event (org_id, type, subject_id, fields, detail, connection_id)
     select $1, 'insight.deleted', id, '{}', jsonb_build_object('dashboards', $4::bigint[]), $2 from gone)
   select id from gone`,
)
