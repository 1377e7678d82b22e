import type pg from 'pg'
import { Type } from 'typebox'
import type { Problems } from '../../bundle/problems.ts'
import { type AddProblem, type Child, section } from '../../bundle/section.ts'
import { closed, id, nullable, oneOf, text, visibleText } from '../../http/contract/schema.ts'
import { columns, maxCards, maxHeight, overlaps, type Position, positionErrors, rows } from '../logic/grid.ts'
import { dateRange, orNull } from '../spec/spec.schema.ts'
import { checkLocation, locationFields, lockSubfolders, verifySubfolders } from './subfolders.bundle.ts'

export interface Card {
  type: 'insight' | 'text'
  insight_id?: number | null
  text?: string | null
  position: Position
}

const flag = (fallback: boolean) => Type.Optional(Type.Boolean({ default: fallback }))
const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

export const cardFields = Type.Optional(
  Type.Array(
    Type.Object(
      {
        id: Type.Optional(id()),
        type: oneOf(['insight', 'text']),
        insight_id: Type.Optional(nullable(id())),
        text: Type.Optional(nullable(visibleText(5000))),
        position: Type.Object(
          { x: whole(0, columns - 1), y: whole(0, rows), w: whole(1, columns), h: whole(1, maxHeight) },
          closed,
        ),
        show_title: flag(true),
        show_description: flag(false),
        locked: flag(false),
      },
      closed,
    ),
    { maxItems: maxCards, default: [] },
  ),
)

/**
 * Checks the cards of a dashboard. The visualization of an insight may have changed since its card was placed, so
 * sizes are checked against the smallest minimum: every export can be imported again.
 */
export function checkCards(cards: readonly Card[], problem: AddProblem): void {
  for (const [index, card] of cards.entries()) {
    checkKind(card, (field, message) => problem(['cards', index, field], message))
    const at = (message: string) => problem(['cards', index, 'position'], message)
    for (const misfit of positionErrors(card.position, card.type === 'text' ? 'text' : 'metric')) at(`${misfit}.`)
    for (const [earlier, { position }] of cards.slice(0, index).entries()) {
      if (overlaps(position, card.position)) at(`must not overlap cards[${earlier}].`)
    }
  }
}

function checkKind(
  { type, insight_id = null, text = null }: Card,
  problem: (field: string, message: string) => void,
): void {
  const isText = type === 'text'
  if (isText && text === null) problem('text', 'is required for a card of type text.')
  if (!isText && insight_id === null) problem('insight_id', 'is required for a card of type insight.')
  if (isText && insight_id !== null) problem('insight_id', 'must not be there: a card of type text has no insight.')
  if (!isText && text !== null) problem('text', 'must not be there: a card of type insight has no text.')
}

/** A card without an id is the stored card with the same content. */
export const cards: Child = {
  table: 'dashboard_card',
  parent: 'dashboard_id',
  key: ['id'],
  columns: ['type', 'insight_id', 'text', 'x', 'y', 'w', 'h', 'show_title', 'show_description', 'locked'],
  matchBy: ['type', 'insight_id', 'text'],
  rows: `
    select b.org_id, b.id as dashboard_id, card.*, p.*, e.place
    from bundle_row b
      cross join lateral jsonb_array_elements(b.row -> 'cards') with ordinality e (value, place)
      cross join lateral jsonb_to_record(e.value) card (
        id bigint, type text, insight_id bigint, text text, show_title boolean, show_description boolean, locked boolean)
      cross join lateral jsonb_to_record(e.value -> 'position') p (x int, y int, w int, h int)
    where b.org_id = $1 and b.list = 'dashboards'`,
}

/** In the order of the API: by row, then by column. */
export const exportedCards = `
  (select coalesce(json_agg(json_strip_nulls(json_build_object(
     'id', c.id, 'type', c.type, 'insight_id', c.insight_id, 'text', c.text,
     'position', json_build_object('x', c.x, 'y', c.y, 'w', c.w, 'h', c.h),
     'show_title', c.show_title, 'show_description', c.show_description, 'locked', c.locked)) order by c.y, c.x), '[]')
   from dashboard_card c where c.org_id = $1 and c.dashboard_id = r.id)`

/** Deleting an insight deletes its cards. So the insights of changed cards are locked, and must still exist. */
export async function lockInsights(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void> {
  const { rows: gone } = await tx.query(
    `/* bundle.before dashboards cards */
     with visible as materialized (
       select b.index, w.place, w.insight_id
       from changed_dashboard c
         join bundle_row b on b.org_id = $1 and b.list = 'dashboards' and b.id = c.id
         join wanted_dashboard_card w on w.org_id = $1 and w.dashboard_id = c.id
       where c.org_id = $1 and w.insight_id is not null),
     locked as materialized (
       select id from insight where org_id = $1 and id in (select insight_id from visible) order by id for key share)
     select * from visible where insight_id not in (select id from locked) order by index, place`,
    [orgId],
  )
  for (const { index, place, insight_id } of gone) {
    problems.add(
      `dashboards[${index}].cards[${place - 1}].insight_id`,
      `there is no insight ${insight_id} once the import is done.`,
    )
  }
}

const lockLocations = lockSubfolders('dashboards')

/** A dashboard with its cards. An import does not move cards, whatever `auto_layout` is. */
export const dashboards = section({
  list: 'dashboards',
  table: 'dashboard',
  fields: {
    name: visibleText(255),
    description: Type.Optional(nullable(text(2000))),
    ...locationFields,
    protected: Type.Optional(Type.Boolean({ default: false })),
    settings: Type.Optional(
      Type.Object(
        {
          auto_layout: Type.Optional(Type.Boolean({ default: true })),
          date_range: Type.Optional(Type.Unsafe(orNull(dateRange))),
        },
        { ...closed, default: {} },
      ),
    ),
    cards: cardFields,
  },
  exportFields: { cards: exportedCards },
  links: { space_id: 'spaces', 'cards[].insight_id': 'insights' },
  ids: { 'cards[].id': 'dashboard_card' },
  // Every change of cards locks their dashboard first, and then the insights.
  lookup: {
    table: 'bundle_dashboard',
    columns: { id: 'bigint' },
    rows: `
     select org_id, id from dashboard where org_id = $1 and id in (select id from bundle_row where org_id = $1 and list = 'dashboards')
     order by id for no key update`,
  },
  check: checkDashboard,
  verify: verifySubfolders('dashboards'),
  async before(tx, orgId, problems) {
    await lockLocations(tx, orgId, problems)
    await lockInsights(tx, orgId, problems)
  },
  children: [cards],
})

interface DashboardRow {
  name: string
  space_id?: number | null
  subfolder_id?: string | null
  settings: { auto_layout: boolean; date_range?: unknown }
  cards: Card[]
}

function checkDashboard(row: DashboardRow, problem: AddProblem): void {
  row.name = row.name.trim()
  checkLocation(row, problem)
  if (row.settings.date_range === null) delete row.settings.date_range
  checkCards(row.cards, problem)
}
