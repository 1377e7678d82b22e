import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { PageNumber } from '../db/page.ts'
import { pageBody, pageMeta } from './paging.ts'

/**
 * Sends a page whose records may be too large to hold all at once. The next part is read when the one before is on its way, so a
 * page takes no more memory than two parts, and others get their turn between parts. A failure after the first part breaks the
 * connection off, so that nobody takes half a page for a whole one.
 */
export async function sendInParts<Part, Row>(
  reply: FastifyReply,
  query: PageNumber,
  total: number,
  parts: Part[],
  read: (part: Part) => Promise<Row[]>,
) {
  if (reply.request.socket.destroyed) return reply.hijack() // nobody is there to read it
  const [head, ...others] = parts
  const first = head === undefined ? [] : await read(head)
  if (others.length === 0) return pageBody(query, { rows: first, total })
  async function* texts() {
    let before = '{"data":['
    for (const [i, part] of parts.entries()) {
      const rows = i === 0 ? first : await read(part)
      if (rows.length === 0) continue // removed since the page was found
      yield before + rows.map((row) => JSON.stringify(row)).join(',')
      before = ','
    }
    yield `${before === ',' ? '' : before}],"meta":${JSON.stringify(pageMeta(query, total))}}`
  }
  return reply.type('application/json; charset=utf-8').send(Readable.from(texts(), { objectMode: false }))
}
