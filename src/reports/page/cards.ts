import { pipeline, Readable } from 'node:stream'
import { createGzip, constants as zlib } from 'node:zlib'
import type { CardLine } from './page-data.ts'

/**
 * The number of cards of one page that are computed at once, so that a large dashboard does not fill the queue of
 * reports.
 */
const maxAtOnce = 4

/**
 * One JSON line for each card, in the order in which they are computed: no card waits for a slower one. No further
 * card starts once the client is gone.
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

/** Compresses lines and flushes after each, so that each arrives at once. */
export function compressedLines(lines: AsyncGenerator<string>, gzips: boolean): Readable {
  const source = Readable.from(lines)
  if (!gzips) return source
  const packed = createGzip({ flush: zlib.Z_SYNC_FLUSH })
  // Also closes the source when the client is gone.
  pipeline(source, packed, () => {})
  return packed
}
