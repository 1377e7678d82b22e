import type { FieldErrors } from '../../http/contract/field-errors.ts'
import * as grid from '../logic/grid.ts'
import type { DateRange } from '../spec/spec.schema.ts'
import type { Operation } from './dashboards.schema.ts'

/** A card that operations change. A new card has no id yet. */
export interface DraftCard extends grid.Card {
  id?: number
  /** The key of a new card in the request, and the index of the operation that adds it. */
  key?: string | undefined
  addedBy?: number
  insight_id: number | null
  text: string | null
  show_title: boolean
  show_description: boolean
}
export interface Settings {
  auto_layout: boolean
  date_range?: DateRange
}
/** The part of a dashboard that operations change. */
export interface Draft {
  settings: Settings
  cards: readonly DraftCard[]
}

/** Turning auto_layout on arranges the cards. */
export function withSettings(draft: Draft, settings: Settings): Draft {
  const isTurnedOn = settings.auto_layout && !draft.settings.auto_layout
  return { settings, cards: isTurnedOn ? grid.arrange(draft.cards) : draft.cards }
}

/** The rules that an operation breaks, by field. */
type Problems = { [field: string]: string[] }
/** The card kinds of existing insights by id. */
type Insights = ReadonlyMap<number, grid.CardKind>

/**
 * Applies operations in order to a copy. Stops at the first that is rejected, because later ones may depend on it, and
 * returns all errors of that one.
 */
export function applyOperations(before: Draft, operations: readonly Operation[], insights: Insights) {
  let draft = before
  for (const [i, operation] of operations.entries()) {
    const { problems, ...next } = applyOperation(draft, operation, i, insights)
    const broken = Object.entries(problems ?? {}).filter(([, rules]) => rules.length > 0)
    if (broken.length > 0) {
      const errors: FieldErrors = {}
      for (const [field, rules] of broken) {
        const path = `operations.${i}.${field}`
        errors[path] = rules.map((rule) => `${path} ${rule}.`)
      }
      return { draft: before, errors }
    }
    draft = { ...draft, ...next }
  }
  return { draft, errors: {} }
}

type OperationResult = Partial<Draft> & { problems?: Problems }

function applyOperation(draft: Draft, operation: Operation, i: number, insights: Insights): OperationResult {
  const { cards, settings } = draft
  switch (operation.op) {
    case 'add_insight': {
      const { insight_id, show_title = true, show_description = false } = operation
      const kind = insights.get(insight_id)
      if (!kind) return { problems: { insight_id: [unknownInsight] } }
      return addCard(cards, operation, { kind, insight_id, text: null, show_title, show_description, addedBy: i })
    }
    case 'add_text': {
      const content = { insight_id: null, text: operation.text, show_title: true, show_description: false }
      return addCard(cards, operation, { kind: 'text', ...content, addedBy: i })
    }
    case 'update_card':
      return updateCard(draft, operation)
    case 'remove_card': {
      const index = indexOf(cards, operation.card_id)
      if (index < 0) return { problems: { card_id: [mustBeCard(cards)] } }
      const left = cards.toSpliced(index, 1)
      return { cards: settings.auto_layout ? grid.arrange(left) : left }
    }
    case 'auto_layout':
      return { cards: grid.arrange(cards) }
  }
}

export const unknownInsight = 'must be the id of an insight of this organisation, as GET /reports/insights lists them'

function addCard(
  cards: readonly DraftCard[],
  { position: requested, key }: { position?: Partial<grid.Position>; key?: string },
  card: Omit<DraftCard, 'position' | 'locked'>,
): OperationResult {
  if (cards.length >= grid.maxCards) {
    return { problems: { op: [`cannot add a card: a dashboard has at most ${grid.maxCards}`] } }
  }
  const size = { ...grid.defaultSizeOf(card.kind), ...requested }
  const isPlaced = requested?.x !== undefined
  const free = isPlaced ? undefined : grid.firstFreeSpot(cards, size)
  const position = grid.withoutNegativeZero({ ...origin, ...size, ...free })
  const added = { ...card, key, position, locked: false }
  // The default size always fits: 60 cards of at most 100 rows leave enough space.
  const problems =
    isPlaced || free
      ? placementErrors(cards, added)
      : [...grid.positionErrors(position, card.kind), noFreePosition].slice(0, 1)
  return { cards: [...cards, added], problems: { position: problems } }
}

const origin: grid.Spot = { x: 0, y: 0 }
const noFreePosition = 'must have another size: no place of this one is free'

function updateCard({ cards, settings }: Draft, operation: Extract<Operation, { op: 'update_card' }>): OperationResult {
  const index = indexOf(cards, operation.card_id)
  const card = cards[index]
  if (!card) return { problems: { card_id: [mustBeCard(cards)] } }
  const { text = card.text, locked = card.locked } = operation
  const { show_title = card.show_title, show_description = card.show_description } = operation
  const position = grid.withoutNegativeZero({ ...card.position, ...operation.position })
  const next = { ...card, text, locked, show_title, show_description, position }
  const isMoved = !grid.isSamePosition(card.position, next.position)
  const staysLocked = isMoved && card.locked && operation.locked !== false
  const problems = {
    text:
      operation.text !== undefined && card.kind !== 'text'
        ? [`is for text cards: ${nameOf(card)} shows an insight`]
        : [],
    position: staysLocked
      ? [`must stay as it is: ${nameOf(card)} is locked; send locked false along with the position to unlock it`]
      : isMoved
        ? placementErrors(cards.toSpliced(index, 1), next, card)
        : [],
  }
  return {
    cards: cards.with(index, next),
    settings: isMoved ? { ...settings, auto_layout: false } : settings,
    problems,
  }
}

/** What is invalid about the new position of a card among the others. Never suggests its current position. */
function placementErrors(others: readonly DraftCard[], { position, kind }: DraftCard, now?: DraftCard): string[] {
  const misfits = grid.positionErrors(position, kind)
  if (misfits.length > 0) return misfits
  const other = grid.overlappingCard(others, position)
  if (!other) return []
  const first = grid.firstFreeSpot(others, position)
  const isThere = first && now && grid.isSamePosition({ ...position, ...first }, now.position)
  const free = isThere ? grid.firstFreeSpot([...others, now], position) : first
  const instead = free
    ? `the first free place of this size is x ${free.x}, y ${free.y}`
    : 'no place of this size is free'
  return [`must not overlap ${nameOf(other)}, which has ${positionText(other.position)}; ${instead}`]
}

const positionText = ({ x, y, w, h }: grid.Position) => `x ${x}, y ${y}, w ${w}, h ${h}`
const nameOf = ({ id, key, addedBy }: DraftCard) =>
  id !== undefined ? `card ${id}` : key !== undefined ? `card '${key}'` : `the card of operations.${addedBy}`

const indexOf = (cards: readonly DraftCard[], cardId: number | string) =>
  cards.findIndex(({ id, key }) => cardId === id || cardId === key)

function mustBeCard(cards: readonly DraftCard[]): string {
  if (cards.length === 0) return 'must be a card of this dashboard, which has no cards at this point'
  const names = cards.flatMap(({ id, key }) => id ?? (key === undefined ? [] : `'${key}'`))
  return names.length > 0
    ? `must be a card of this dashboard: one of ${names.join(', ')}`
    : 'must be a card of this dashboard; one that this request adds is named by the key it is given'
}
