interface Rows {
  y: number
  h: number
}

/** An empty stretch that is higher than this says nothing. */
const mostEmpty = 2

export interface Band {
  /** Empty rows above it. */
  skip: number
  /** The cards in it by their places in the list, and the row of the band that each begins in, counted from 0. */
  cards: { place: number; row: number }[]
}

/**
 * Cards in bands from one edge to the other that no card reaches out of: a sheet of paper can end between two of them. Long empty
 * stretches are taken out, since a card may stand ten thousand rows down.
 */
export function bandsOf(cards: Rows[]): Band[] {
  const order = [...cards.keys()].sort((a, b) => cards[a]!.y - cards[b]!.y)
  const bands: Band[] = []
  let [start, end] = [0, 0]
  for (const place of order) {
    const { y, h } = cards[place]!
    if (bands.length === 0 || y >= end) {
      bands.push({ skip: Math.min(mostEmpty, y - end), cards: [] })
      start = y
    }
    bands.at(-1)!.cards.push({ place, row: y - start })
    end = Math.max(end, y + h)
  }
  return bands
}
