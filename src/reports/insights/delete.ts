import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { retryTransaction } from '../../db/transaction.ts'
import { recordEvent } from '../../events/outbox.ts'
import { found, rejected } from '../../http/contract/errors.ts'
import { arrange, isSamePosition } from '../logic/grid.ts'
import * as sql from './insights.sql.ts'

const protectedMessage = 'This insight is protected and cannot be deleted.'
const onProtectedDashboard = (dashboard: string) =>
  `This insight cannot be deleted: it is on the dashboard “${dashboard}”, which is protected.`

/**
 * Deletes an insight and removes its cards from dashboards; dashboards with auto_layout close the gaps. Dashboards are
 * locked first, in the same order as when they are edited, so that no deadlock can occur.
 */
export function deleteInsight(
  db: Queryable,
  { orgId, connectionId }: Caller,
  id: number,
): Promise<{ deleted: number }> {
  return pipeline(db, function* () {
    const [locked, [insight], dashboards] = yield* send(
      sql.lockDashboards.call(orgId, id),
      sql.lockForDelete.call(orgId, id),
      sql.findDashboards.call(orgId, id),
    )
    if (found(insight, 'Insight').protected) throw rejected(protectedMessage)
    // The insight was added to another dashboard before it was locked.
    if (dashboards.some(({ id }) => locked.every((other) => other.id !== id))) throw retryTransaction()
    const protectedDashboard = dashboards.find((dashboard) => dashboard.protected)
    if (protectedDashboard) throw rejected(onProtectedDashboard(protectedDashboard.name))

    const arranged = dashboards.filter((dashboard) => dashboard.auto_layout).map((dashboard) => dashboard.id)
    const [remaining] = arranged.length === 0 ? [[]] : yield* send(sql.findRemainingCards.call(orgId, id, arranged))
    const moved = movedCards(remaining, arranged)
    yield* sendLast(
      dashboards.length > 0 ? sql.removeCards.call(orgId, connectionId, id) : undefined,
      moved.length > 0 ? sql.moveCards.call(orgId, ...columnsOf(moved)) : undefined,
      sql.remove.call(orgId, id),
      recordEvent.call(orgId, connectionId, 'insight.deleted', id, [], {
        dashboard_ids: dashboards.map(({ id }) => id),
      }),
    )
    return { deleted: id }
  })
}

/** The cards whose position changes when the gaps are closed. */
function movedCards(cards: readonly sql.RemainingCard[], dashboards: readonly number[]): sql.RemainingCard[] {
  const before = new Map(cards.map((card) => [card.id, card.position]))
  return dashboards
    .flatMap((id) => arrange(cards.filter((card) => card.dashboard_id === id)))
    .filter((card) => !isSamePosition(card.position, before.get(card.id)!))
}

const columnsOf = (cards: readonly sql.RemainingCard[]): [ids: number[], x: number[], y: number[]] => [
  cards.map(({ id }) => id),
  cards.map(({ position }) => position.x),
  cards.map(({ position }) => position.y),
]
