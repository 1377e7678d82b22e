import type { Visualization } from '../spec/spec.schema.ts'

/**
 * The grid of a dashboard: 24 columns, and rows as far down as needed. Cards do not overlap and stay within the grid.
 */
export const columns = 24
export const rows = 10_000
export const maxHeight = 100
export const maxCards = 60

export interface Size {
  w: number
  h: number
}
export interface Spot {
  x: number
  y: number
}
export interface Position extends Spot, Size {}

/** What a card shows: a text, or the current visualization of an insight. */
export type CardKind = 'text' | Visualization
export interface Card {
  kind: CardKind
  position: Position
  /** A locked card does not move. */
  locked: boolean
}

const sizes: Record<'text' | 'metric' | 'table' | 'chart', { min: Size; default: Size }> = {
  text: { min: { w: 4, h: 2 }, default: { w: 12, h: 3 } },
  metric: { min: { w: 4, h: 3 }, default: { w: 6, h: 4 } },
  table: { min: { w: 8, h: 4 }, default: { w: 12, h: 8 } },
  chart: { min: { w: 6, h: 4 }, default: { w: 12, h: 8 } },
}
const sizesOf = (kind: CardKind) => sizes[kind === 'text' || kind === 'metric' || kind === 'table' ? kind : 'chart']

export const minSizeOf = (kind: CardKind): Size => sizesOf(kind).min
export const defaultSizeOf = (kind: CardKind): Size => sizesOf(kind).default

export const overlaps = (a: Position, b: Position): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

export const isSamePosition = (a: Position, b: Position): boolean =>
  a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h

/** Replaces -0, which JSON allows, by 0. */
export const withoutNegativeZero = ({ x, y, w, h }: Position): Position => ({ x: x + 0, y: y + 0, w: w + 0, h: h + 0 })

/** What is invalid about a position in itself, as messages without a subject. */
export function positionErrors({ x, y, w, h }: Position, kind: CardKind): string[] {
  const min = minSizeOf(kind)
  const kindName = kind === 'text' || kind === 'metric' || kind === 'table' ? kind : `${kind} chart`
  const errors: string[] = []
  if (w < min.w || h < min.h || h > maxHeight) {
    errors.push(
      `must be at least ${min.w} wide and ${min.h} to ${maxHeight} high for a ${kindName}: w is ${w} and h is ${h}`,
    )
  }
  if (x < 0 || x + w > columns) {
    errors.push(
      `must stay within the ${columns} columns: x is at least 0 and x + w at most ${columns}, but x is ${x} and w is ${w}`,
    )
  }
  if (y < 0 || y + h > rows) {
    errors.push(
      `must stay within the ${rows} rows: y is at least 0 and y + h at most ${rows}, but y is ${y} and h is ${h}`,
    )
  }
  return errors
}

/** The first card that overlaps an area. */
export const overlappingCard = <C extends { position: Position }>(cards: readonly C[], area: Position): C | undefined =>
  cards.find(({ position }) => overlaps(position, area))

/**
 * The first free spot for a size, row by row and from left to right. It is in row 0 or directly below a card, and in
 * column 0 or directly right of one: any other free spot could move up or left.
 */
export function firstFreeSpot(cards: readonly { position: Position }[], { w, h }: Size): Spot | undefined {
  const starts = new Set([0, ...cards.map(({ position }) => position.y + position.h)])
  for (const y of [...starts].sort((a, b) => a - b)) {
    if (y + h > rows) return undefined
    const beside = cards.filter(({ position }) => position.y < y + h && y < position.y + position.h)
    for (let x = 0; x + w <= columns; ) {
      const other = overlappingCard(beside, { x, y, w, h })
      if (!other) return { x, y }
      x = other.position.x + other.position.w
    }
  }
  return undefined
}

export const inReadingOrder = <C extends { position: Position }>(cards: readonly C[]): C[] =>
  cards.toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x)

/**
 * Closes gaps: in reading order, each card takes the first free spot. Locked cards stay. If a card finds no spot
 * between locked ones, all cards stay where they are.
 */
export function arrange<C extends Card>(cards: readonly C[]): C[] {
  const placed = new Map(cards.filter(({ locked }) => locked).map((card) => [card, card]))
  for (const card of inReadingOrder(cards)) {
    if (card.locked) continue
    const spot = firstFreeSpot([...placed.values()], card.position)
    if (!spot) return [...cards]
    placed.set(card, { ...card, position: { ...card.position, ...spot } })
  }
  return cards.map((card) => placed.get(card)!)
}
