import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A page has no more. */
const maxRecords = 100

interface Source<Row, Shown> {
  /** Of all rows, in order. */
  ids: number[]
  /** Gives the first rows that have these ids, as many as make a part (db/part.ts), in their order. */
  read(ids: number[]): Promise<Row[]>
  record(row: Row): Shown
}

/**
 * Sends `{data, …more}` with records that may be too large to hold all at once. The next part is read when the one before is on
 * its way, so an answer takes no more memory than two parts, and others get their turn between parts. A failure after the first
 * part breaks the connection off, so that nobody takes half an answer for a whole one. Most answers are one part.
 */
export async function sendInParts<Row extends { id: number }, Shown, More extends object>(
  reply: FastifyReply,
  { ids, read, record }: Source<Row, Shown>,
  more: More,
) {
  const few = ids.slice(0, maxRecords)
  const first = few.length > 0 ? await read(few) : []
  const rest = ids.slice(countRead(few, first))
  if (rest.length === 0) return { data: first.map(record), ...more }
  async function* texts() {
    let [rows, left, before] = [first, rest, '{"data":[']
    while (true) {
      if (rows.length > 0) {
        yield before + rows.map((row) => JSON.stringify(record(row))).join(',')
        before = ','
      }
      if (left.length === 0) break
      // Not all that is left: PostgreSQL makes every record that is asked for (a page of large forms took 600 ms, and takes 260).
      const next = left.slice(0, Math.min(2 * rows.length + 1, maxRecords))
      rows = await read(next)
      left = left.slice(countRead(next, rows))
    }
    const named = Object.entries(more).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
    yield `${before === ',' ? '' : before}]${named.join('')}}`
  }
  return reply.type('application/json; charset=utf-8').send(Readable.from(texts(), { objectMode: false }))
}

/** How many of the ids need no further look. Where no row came, all of them are gone since they were found. */
function countRead(ids: number[], rows: { id: number }[]): number {
  const last = rows.at(-1)
  return last ? ids.indexOf(last.id) + 1 : ids.length
}
