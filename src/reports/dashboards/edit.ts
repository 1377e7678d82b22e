import { isDeepStrictEqual } from 'node:util'
import type { Caller } from '../../access/tokens.ts'
import { nextIds } from '../../db/next-ids.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { recordEvent } from '../../events/outbox.ts'
import { found, invalid, rejected } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { applyLocation, checkLocation, type Location, noLocation } from '../spaces/location.ts'
import { lockSpaces, type Space } from '../spaces/spaces.sql.ts'
import type { DashboardCreate, DashboardPatch, Operation } from './dashboards.schema.ts'
import * as sql from './dashboards.sql.ts'
import { applyOperations, type DraftCard, type Settings, unknownInsight, withSettings } from './draft.ts'
import { kindOf } from './record.ts'

/** The stored values of a dashboard, without its cards. */
type Values = Pick<sql.DashboardRow, (typeof sql.writable)[number]>
interface Dashboard {
  values: Values
  cards: readonly DraftCard[]
}

export function createDashboard(db: Queryable, { orgId, connectionId }: Caller, body: DashboardCreate) {
  return pipeline(db, function* () {
    const insightIds = insightsIn(body)
    const [spaces, insights, [next]] = yield* send(
      hasLocation(body) ? lockSpaces.call(orgId) : undefined,
      insightIds.length > 0 ? sql.lockInsights.call(orgId, insightIds) : undefined,
      nextIds.call('dashboard_id_seq', 1),
    )
    const { id } = next!
    const empty: Values = { name: '', description: null, ...noLocation, settings: { auto_layout: true } }
    const { values, cards } = applyPatch({ values: empty, cards: [] }, body, spaces, insights)
    const fields = Object.keys(body).map((field) => (field === 'operations' ? 'cards' : field))
    const [, , , [row]] = yield* sendLast(
      sql.insert.call(orgId, id, ...parametersOf(values)),
      cards.length > 0 ? sql.insertCards.call(orgId, id, jsonOf(cards)) : undefined,
      recordEvent.call(orgId, connectionId, 'dashboard.created', id, fields, null),
      sql.find.call(orgId, id),
    )
    return row!
  })
}

/** Applies a patch to a dashboard and its cards, all of it or nothing. A concurrent edit waits for the lock. */
export function editDashboard(db: Queryable, { orgId, connectionId }: Caller, id: number, patch: DashboardPatch) {
  return pipeline(db, function* () {
    const insightIds = insightsIn(patch)
    const [spaces, , insights, [row]] = yield* send(
      hasLocation(patch) ? lockSpaces.call(orgId) : undefined,
      sql.lock.call(orgId, id),
      insightIds.length > 0 ? sql.lockInsights.call(orgId, insightIds) : undefined,
      sql.find.call(orgId, id),
    )
    const stored = found(row, 'Dashboard')
    if (stored.protected) throw rejected('This dashboard is protected and cannot be edited.')
    const before = { values: stored, cards: stored.cards.map(cardOf) }
    const { values, cards } = applyPatch(before, patch, spaces, insights)

    const fields: string[] = sql.writable.filter((field) => !isDeepStrictEqual(values[field], stored[field]))
    const storedCards = new Map(before.cards.map((card) => [card.id, card]))
    const newCards = cards.filter((card) => card.id === undefined)
    const changedCards = cards.filter(
      (card) => card.id !== undefined && !isDeepStrictEqual(card, storedCards.get(card.id)),
    )
    const remainingIds = new Set(cards.map((card) => card.id))
    const removedIds = stored.cards.map((card) => card.id).filter((one) => !remainingIds.has(one))
    if (newCards.length + changedCards.length + removedIds.length > 0) fields.push('cards')
    if (fields.length === 0) return stored

    // In this order, so that no cards overlap after any of the statements.
    const [, , , , , [after]] = yield* sendLast(
      sql.update.call(orgId, id, ...parametersOf(values)),
      removedIds.length > 0 ? sql.removeCards.call(orgId, id, removedIds) : undefined,
      changedCards.length > 0 ? sql.updateCards.call(orgId, id, jsonOf(changedCards)) : undefined,
      newCards.length > 0 ? sql.insertCards.call(orgId, id, jsonOf(newCards)) : undefined,
      recordEvent.call(orgId, connectionId, 'dashboard.updated', id, fields, null),
      sql.find.call(orgId, id),
    )
    return after!
  })
}

export function deleteDashboard(db: Queryable, { orgId, connectionId }: Caller, id: number) {
  return pipeline(db, function* () {
    const [[row]] = yield* send(sql.lock.call(orgId, id))
    if (found(row, 'Dashboard').protected) {
      throw rejected('This dashboard is protected and cannot be deleted.')
    }
    yield* sendLast(sql.remove.call(orgId, connectionId, id))
    return { deleted: id }
  })
}

type Insight = { id: number; visualization: DraftCard['kind'] }

/** Applies the settings first, then the operations. Throws all errors with their paths. */
function applyPatch(
  { values, cards }: Dashboard,
  patch: DashboardPatch,
  spaces: Space[],
  insights: Insight[],
): Dashboard {
  const { operations = [] } = patch
  const kinds = new Map(insights.map(({ id, visualization }) => [id, visualization]))
  const location = applyLocation(values, patch)
  const draft = withSettings({ settings: values.settings, cards }, applySettings(values.settings, patch.settings))
  const applied = applyOperations(draft, operations, kinds)
  const errors: FieldErrors = {
    // A location that does not change is not checked, because an import may have removed its subfolder.
    ...(!isSameLocation(location, values) && checkLocation(spaces, location).problems),
    ...unknownInsights(operations, kinds),
    ...applied.errors,
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { description = values.description } = patch
  const name = patch.name?.trim() ?? values.name
  return {
    values: { name, description, ...location, settings: applied.draft.settings },
    cards: applied.draft.cards,
  }
}

const hasLocation = ({ space_id, subfolder_id }: DashboardPatch) => space_id !== undefined || subfolder_id !== undefined
const isSameLocation = (a: Location, b: Location) => a.space_id === b.space_id && a.subfolder_id === b.subfolder_id

/** The schema has checked the date range. */
function applySettings({ date_range: before, ...rest }: Settings, patch: DashboardPatch['settings'] = {}): Settings {
  const { auto_layout = rest.auto_layout, date_range } = patch
  const after = date_range === undefined ? before : date_range
  return { ...rest, auto_layout, ...(after && { date_range: after }) }
}

const insightsIn = ({ operations = [] }: DashboardPatch): number[] => [
  ...new Set(operations.flatMap((operation) => (operation.op === 'add_insight' ? operation.insight_id : []))),
]
/** All unknown insights are reported at once: they do not depend on earlier operations. */
function unknownInsights(operations: readonly Operation[], kinds: ReadonlyMap<number, unknown>): FieldErrors {
  const paths = operations.flatMap((operation, i) =>
    operation.op === 'add_insight' && !kinds.has(operation.insight_id) ? `operations.${i}.insight_id` : [],
  )
  return Object.fromEntries(paths.map((path) => [path, [`${path} ${unknownInsight}.`]]))
}

function cardOf(row: sql.CardRow): DraftCard {
  const { id, insight_id, text, position, show_title, show_description, locked } = row
  return { id, kind: kindOf(row), insight_id, text, position, show_title, show_description, locked }
}
function cardWriteOf({ id = undefined, insight_id, text, position, ...display }: DraftCard): sql.CardWrite {
  const { show_title, show_description, locked } = display
  return { id: id ?? null, insight_id, text, ...position, show_title, show_description, locked }
}
const jsonOf = (cards: readonly DraftCard[]) => JSON.stringify(cards.map(cardWriteOf))
const parametersOf = (values: Values) =>
  sql.writable.map((field) => (field === 'settings' ? JSON.stringify(values.settings) : values[field]))
