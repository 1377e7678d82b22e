import type { CardData } from '../../src/reports/page/page-data.ts'
import { byId, make } from './dom.ts'

/** What grows with what is in it on paper, where nothing can be scrolled. */
const grows = ({ insight }: CardData): boolean => !insight || insight.view.visualization === 'table'

/** Puts cards in their places. */
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
      // A chart is not drawn out to the length of the table beside it.
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

/** An empty stretch that is higher than this says nothing. */
const maxEmptyRows = 2

export interface Band {
  /** Empty rows above it. */
  skip: number
  /** The cards in it by their places in the list, and the row of the band that each begins in, counted from 0. */
  cards: { index: number; row: number }[]
}

/**
 * Cards in bands from one edge to the other that no card reaches out of: a sheet of paper can end between two of them. Long empty
 * stretches are taken out, since a card may stand ten thousand rows down.
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
