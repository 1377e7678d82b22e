import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { recordReads } from './reads.ts'

/** The most records of a page. */
const maxRecords = 100

interface Source<Row, Item> {
  /** The ids of all rows, in order. */
  ids: number[]
  /** Returns the first rows with these ids, in order, up to the size of a chunk. */
  read(ids: number[]): Promise<Row[]>
  record(row: Row): Item
}

/** Rows with these ids, in parts. The first has as many as fit, or none if there are no ids. */
export async function* chunksOf<Row extends { id: number }>(ids: number[], read: (ids: number[]) => Promise<Row[]>) {
  let [remaining, size] = [ids, maxRecords]
  do {
    const next = remaining.slice(0, size)
    const rows = next.length > 0 ? await read(next) : []
    remaining = remaining.slice(countRead(next, rows))
    // Not all the rest: PostgreSQL builds every requested record (a page of large forms took 600 ms, and takes 260).
    size = Math.min(2 * rows.length + 1, maxRecords)
    yield { rows, isLast: remaining.length === 0 }
  } while (remaining.length > 0)
}

/**
 * Sends `{data, …more}` with records that may be too large for memory together. The next chunk is read while the last
 * one is sent, so a response takes the memory of two chunks, and other requests run in between. A failure after the
 * first chunk closes the connection, so that no client takes half a response for a whole one. Most responses are one
 * chunk.
 */
export async function sendInChunks<Row extends { id: number }, Item, More extends object>(
  reply: FastifyReply,
  { ids, read, record }: Source<Row, Item>,
  more: More,
) {
  const parts = chunksOf(ids, read)
  const { rows: first, isLast } = (await parts.next()).value!
  const data = first.map(record)
  if (isLast) return { data, ...more }
  const recordPart = (data: Item[]) => recordReads(reply.request, { data })
  await recordPart(data)
  async function* chunks() {
    let [records, before] = [data, '{"data":[']
    while (true) {
      if (records.length > 0) {
        yield before + records.map((one) => JSON.stringify(one)).join(',')
        before = ','
      }
      const next = await parts.next()
      if (next.done) break
      records = next.value.rows.map(record)
      await recordPart(records)
    }
    const named = Object.entries(more).map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
    yield `${before === ',' ? '' : before}]${named.join('')}}`
  }
  return reply.type('application/json; charset=utf-8').send(Readable.from(chunks(), { objectMode: false }))
}

/** The number of ids that are done. Without a row, all of these records were deleted meanwhile. */
function countRead(ids: number[], rows: { id: number }[]): number {
  const last = rows.at(-1)
  return last ? ids.indexOf(last.id) + 1 : ids.length
}
