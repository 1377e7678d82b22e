interface Rows {
  y: number
  h: number
}

/** An empty stretch that is higher than this says nothing. */
const mostEmpty = 2

/** The row of each card once long empty stretches are taken out: a card may stand ten thousand rows down. */
export function squeezed(cards: Rows[]): number[] {
  const order = [...cards.keys()].sort((a, b) => cards[a]!.y - cards[b]!.y)
  const rows: number[] = []
  let [end, taken] = [0, 0]
  for (const place of order) {
    const { y, h } = cards[place]!
    taken += Math.max(0, y - end - mostEmpty)
    rows[place] = y - taken
    end = Math.max(end, y + h)
  }
  return rows
}
