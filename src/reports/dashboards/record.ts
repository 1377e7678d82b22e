import type { FastifyRequest } from 'fastify'
import { type CardKind, minSizeOf } from '../logic/grid.ts'
import { linkTo } from '../page/links.ts'
import type { DashboardCard } from './dashboards.schema.ts'
import type { CardRow, DashboardRow } from './dashboards.sql.ts'

/** A dashboard as returned. */
export const dashboardRecord = (request: FastifyRequest, row: DashboardRow) => ({
  ...{ id: row.id, name: row.name, description: row.description, space: row.space, subfolder_id: row.subfolder_id },
  ...{ protected: row.protected, settings: row.settings, cards: row.cards.map(cardRecord) },
  ...{ link: linkTo(request, 'dashboard', row.id), created_at: row.created_at, updated_at: row.updated_at },
})

export const kindOf = ({ insight }: CardRow): CardKind => insight?.visualization ?? 'text'

function cardRecord(card: CardRow): DashboardCard {
  const { id, type, insight_id, insight, text, position, show_title, show_description, locked } = card
  return {
    ...{ id, type },
    ...(insight_id !== null && insight && { insight_id, insight }),
    ...(text !== null && { text }),
    ...{ position, min_size: minSizeOf(kindOf(card)), show_title, show_description, locked },
  }
}
