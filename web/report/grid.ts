import type { ShownCard } from '../../src/reports/page/shown.ts'
import { byId, make } from './dom.ts'
import { bandsOf } from './place.ts'

/** What grows with what is in it on paper, where nothing can be scrolled. */
const grows = ({ insight }: ShownCard): boolean => !insight || insight.view.visualization === 'table'

/** Puts cards in their places. */
export function placeCards(cards: ShownCard[]) {
  const grid = document.querySelector('.grid')!
  for (const { skip, cards: placed } of bandsOf(cards.map(({ position }) => position))) {
    const band = make('div', { class: 'band' })
    band.style.setProperty('--skip', String(skip))
    const ends = (place: number, row: number) => row + cards[place]!.position.h
    const last = new Set(placed.filter(({ place }) => grows(cards[place]!)).map(({ place, row }) => ends(place, row)))
    const all = new Set(placed.map(({ place, row }) => ends(place, row)))
    const rows = Array.from({ length: Math.max(...all) }, (_, row) =>
      last.has(row + 1) ? 'min-content' : all.has(row + 1) ? 'minmax(var(--row), auto)' : 'var(--row)',
    )
    band.style.setProperty('--paper-rows', rows.join(' '))
    band.toggleAttribute('data-grows', last.size > 0)
    for (const { place, row } of placed) {
      const { id, position } = cards[place]!
      const card = byId(`card-${id}`)
      const { x, w, h } = position
      for (const [name, value] of Object.entries({ x: x + 1, y: row + 1, w, h }))
        card.style.setProperty(`--${name}`, String(value))
      // A chart is not drawn out to the length of the table beside it.
      card.toggleAttribute('data-own-height', last.has(ends(place, row)))
      band.append(card)
    }
    grid.append(band)
  }
  grid.toggleAttribute('data-placed', true)
}
