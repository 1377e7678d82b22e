import type { CardData } from '../../src/reports/page/page-data.ts'
import { byId, make } from './dom.ts'

/** Cards that grow with their content in print, where nothing can be scrolled. */
const grows = ({ insight }: CardData): boolean => !insight || insight.view.visualization === 'table'

/** Places the cards on the grid. */
export function placeCards(cards: CardData[]) {
  const grid = document.querySelector('.grid')!
  for (const { skip, cards: placed } of bandsOf(cards.map(({ position }) => position))) {
    const band = make('div', { class: 'band' })
    band.style.setProperty('--skip', String(skip))
    const ends = (index: number, row: number) => row + cards[index]!.position.h
    const last = new Set(placed.filter(({ index }) => grows(cards[index]!)).map(({ index, row }) => ends(index, row)))
    const all = new Set(placed.map(({ index, row }) => ends(index, row)))
    const rows = Array.from({ length: Math.max(...all) }, (_, row) =>
      last.has(row + 1) ? 'min-content' : all.has(row + 1) ? 'minmax(var(--row), auto)' : 'var(--row)',
    )
    band.style.setProperty('--paper-rows', rows.join(' '))
    band.toggleAttribute('data-grows', last.size > 0)
    for (const { index, row } of placed) {
      const { id, position } = cards[index]!
      const card = byId(`card-${id}`)
      const { x, w, h } = position
      for (const [name, value] of Object.entries({ x: x + 1, y: row + 1, w, h }))
        card.style.setProperty(`--${name}`, String(value))
      // A chart does not stretch to the height of a table beside it.
      card.toggleAttribute('data-own-height', last.has(ends(index, row)))
      band.append(card)
    }
    grid.append(band)
  }
  grid.toggleAttribute('data-placed', true)
}

interface Rows {
  y: number
  h: number
}

/** More empty rows than that are removed. */
const maxEmptyRows = 2

export interface Band {
  /** Empty rows above it. */
  skip: number
  /** The indexes of its cards, and the row of the band in which each begins, from 0. */
  cards: { index: number; row: number }[]
}

/**
 * Groups cards into bands that no card crosses, so that a printed page can break between them. Removes most empty
 * rows, since a card may be ten thousand rows down.
 */
export function bandsOf(cards: Rows[]): Band[] {
  const order = [...cards.keys()].sort((a, b) => cards[a]!.y - cards[b]!.y)
  const bands: Band[] = []
  let [start, end] = [0, 0]
  for (const index of order) {
    const { y, h } = cards[index]!
    if (bands.length === 0 || y >= end) {
      bands.push({ skip: Math.min(maxEmptyRows, y - end), cards: [] })
      start = y
    }
    bands.at(-1)!.cards.push({ index, row: y - start })
    end = Math.max(end, y + h)
  }
  return bands
}
