import type { FastifyInstance } from 'fastify'
import type { DocsFiles } from '../http/pages/assets.ts'
import { escaped } from '../http/pages/html.ts'
import { originOf } from '../http/pages/origin.ts'
import { guarded } from '../http/pages/security-headers.ts'
import { StoredDocument, sendDocument, tagOf } from '../http/responses/documents.ts'
import type { Clock } from '../process/clock.ts'
import { originMark } from './examples.ts'

/** The reference for people: one page that the build has made from the specification, and the files that it needs. */
export function docs(app: FastifyInstance, { page, files }: DocsFiles, clock: Clock) {
  const route = { config: { needs: 'nothing' }, exposeHeadRoute: true } as const
  const pages = new PagesByOrigin(page, clock)
  app.get('/docs', route, (request, reply) => sendDocument(request, guarded(reply), pages.for(originOf(request))))
  // Who comes with the bare address finds what there is to read.
  app.get('/', route, (_, reply) => guarded(reply).redirect('/docs', 302))
  app.get('/docs/', route, (_, reply) => guarded(reply).redirect('/docs', 308))
  for (const { address, document } of files) {
    app.get(address, route, (request, reply) => sendDocument(request, guarded(reply), document))
  }
}

const mostOrigins = 8
const replacedAfterMilliseconds = 60_000

/**
 * The page names the address under which it was reached, and a caller can send any Host. So pages are kept for a few addresses;
 * beyond those, one that was not asked for in the last minute makes room. Until then a further address gets a page that names
 * localhost and no other caller's host, since people send their tokens where the page says. With WATTLE_PUBLIC_URL there is one
 * address and none of this.
 */
class PagesByOrigin {
  readonly #parts: Buffer[]
  readonly #tag: string
  readonly #clock: Clock
  #neutral: StoredDocument | undefined
  /** In the order of their last use. */
  readonly #pages = new Map<string, { document: StoredDocument; usedAt: number }>()

  constructor(page: Buffer, clock: Clock) {
    this.#parts = page
      .toString()
      .split(originMark)
      .map((part) => Buffer.from(part))
    this.#tag = tagOf(page)
    this.#clock = clock
  }

  for(origin: string): StoredDocument {
    const now = this.#clock.now()
    const document = this.#pages.get(origin)?.document ?? this.#unlessFull(origin, now)
    if (!document) {
      this.#neutral ??= this.#pageOf('http://localhost')
      return this.#neutral
    }
    this.#pages.delete(origin)
    this.#pages.set(origin, { document, usedAt: now })
    return document
  }

  #unlessFull(origin: string, now: number): StoredDocument | undefined {
    const [oldest] = this.#pages
    if (oldest && this.#pages.size >= mostOrigins) {
      if (now - oldest[1].usedAt < replacedAfterMilliseconds) return undefined
      this.#pages.delete(oldest[0])
    }
    return this.#pageOf(origin)
  }

  #pageOf(origin: string): StoredDocument {
    const address = Buffer.from(escaped(origin))
    const identity = Buffer.concat(this.#parts.flatMap((part, i) => (i === 0 ? [part] : [address, part])))
    return new StoredDocument('text/html; charset=utf-8', { identity }, tagOf(this.#tag + origin))
  }
}
