import { pipeline, Readable } from 'node:stream'
import { createGzip, constants as zlib } from 'node:zlib'
import type { CardLine } from './page-data.ts'

/** Of one page so many are asked for at once, so that a large dashboard leaves room in the queue of reports. */
const maxAtOnce = 4

/**
 * The lines of a dashboard’s cards in the order in which they are done: none waits for a slower one. When the reader goes
 * away no further card is begun.
 */
export async function* linesOf(cards: (() => Promise<CardLine>)[]): AsyncGenerator<string> {
  const waiting = cards.values()
  const running = new Map<number, Promise<{ index: number; line: CardLine }>>()
  let count = 0
  const begin = () => {
    const next = waiting.next()
    if (next.done) return
    const index = count++
    running.set(
      index,
      next.value().then((line) => ({ index, line })),
    )
  }
  for (let n = 0; n < maxAtOnce; n++) begin()
  while (running.size > 0) {
    const { index, line } = await Promise.race(running.values())
    running.delete(index)
    begin()
    yield `${JSON.stringify(line)}\n`
  }
}

/** Lines as they are sent: packed, each line at once and not when a block is full. */
export function compressedLines(lines: AsyncGenerator<string>, gzips: boolean): Readable {
  const source = Readable.from(lines)
  if (!gzips) return source
  const packed = createGzip({ flush: zlib.Z_SYNC_FLUSH })
  // When the reader goes away the source is told as well.
  pipeline(source, packed, () => {})
  return packed
}
