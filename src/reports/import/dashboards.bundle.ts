import { Type } from 'typebox'
import { type AddProblem, section } from '../../bundle/section.ts'
import { closed, nullable, text, visibleText } from '../../http/contract/schema.ts'
import { dateRange, orNull } from '../spec/spec.schema.ts'
import { type Card, cardFields, cards, checkCards, holdInsights, shownCards } from './cards.bundle.ts'
import { checkPlace, holdSubfolders, placeFields, verifySubfolders } from './subfolders.bundle.ts'

const holdPlaces = holdSubfolders('dashboards')

/** A dashboard with its cards where they stand: an import arranges nothing, whatever `auto_layout` says. */
export const dashboards = section({
  list: 'dashboards',
  table: 'dashboard',
  fields: {
    name: visibleText(255),
    description: Type.Optional(nullable(text(2000))),
    ...placeFields,
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
  shown: { cards: shownCards },
  links: { space_id: 'spaces', 'cards[].insight_id': 'insights' },
  ids: { 'cards[].id': 'dashboard_card' },
  // Whoever changes cards holds their dashboard, and only then what the cards show.
  lookup: {
    table: 'bundle_dashboard',
    columns: 'id bigint primary key',
    rows: `
     select id from dashboard where org_id = $1 and id in (select id from bundle_row where list = 'dashboards')
     order by id for no key update`,
  },
  check: checkDashboard,
  verify: verifySubfolders('dashboards'),
  async before(tx, orgId, problems) {
    await holdPlaces(tx, orgId, problems)
    await holdInsights(tx, orgId, problems)
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
  checkPlace(row, problem)
  if (row.settings.date_range === null) delete row.settings.date_range
  checkCards(row.cards, problem)
}
