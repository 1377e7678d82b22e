import type { FastifyInstance } from 'fastify'
import type { DocsFiles } from '../http/pages/assets.ts'
import { escapeHtml } from '../http/pages/html.ts'
import { originOf } from '../http/pages/origin.ts'
import { withSecurityHeaders } from '../http/pages/security-headers.ts'
import { etagOf, StoredDocument, sendDocument } from '../http/responses/documents.ts'
import type { Clock } from '../process/clock.ts'
import { originPlaceholder } from './examples.ts'

/** The API reference: one page that the build renders from the specification, and its files. */
export function docs(app: FastifyInstance, { page, files }: DocsFiles, clock: Clock) {
  const route = { config: { needs: 'nothing' }, exposeHeadRoute: true } as const
  const pages = new PagesByOrigin(page, clock)
  app.get('/docs', route, (request, reply) =>
    sendDocument(request, withSecurityHeaders(reply), pages.for(originOf(request))),
  )
  // The bare address redirects to the reference.
  app.get('/', route, (_, reply) => withSecurityHeaders(reply).redirect('/docs', 302))
  app.get('/docs/', route, (_, reply) => withSecurityHeaders(reply).redirect('/docs', 308))
  for (const { address, document } of files) {
    app.get(address, route, (request, reply) => sendDocument(request, withSecurityHeaders(reply), document))
  }
}

const maxOrigins = 8
const unusedAfterMs = 60_000

/**
 * The page contains the origin under which it was requested, and a caller can send any Host. So pages are cached for a few origins. A
 * new origin replaces one that was unused for a minute. If there is none, it gets a page for localhost: never one with another
 * caller's host, because readers send their tokens to the address on the page. With WATTLE_PUBLIC_URL there is only one origin.
 */
class PagesByOrigin {
  readonly #parts: Buffer[]
  readonly #tag: string
  readonly #clock: Clock
  #fallback: StoredDocument | undefined
  /** In the order of their last use. */
  readonly #pages = new Map<string, { document: StoredDocument; usedAt: number }>()

  constructor(page: Buffer, clock: Clock) {
    this.#parts = page
      .toString()
      .split(originPlaceholder)
      .map((part) => Buffer.from(part))
    this.#tag = etagOf(page)
    this.#clock = clock
  }

  for(origin: string): StoredDocument {
    const now = this.#clock.now()
    const document = this.#pages.get(origin)?.document ?? this.#addUnlessFull(origin, now)
    if (!document) {
      this.#fallback ??= this.#pageOf('http://localhost')
      return this.#fallback
    }
    this.#pages.delete(origin)
    this.#pages.set(origin, { document, usedAt: now })
    return document
  }

  #addUnlessFull(origin: string, now: number): StoredDocument | undefined {
    const [oldest] = this.#pages
    if (oldest && this.#pages.size >= maxOrigins) {
      if (now - oldest[1].usedAt < unusedAfterMs) return undefined
      this.#pages.delete(oldest[0])
    }
    return this.#pageOf(origin)
  }

  #pageOf(origin: string): StoredDocument {
    const address = Buffer.from(escapeHtml(origin))
    const identity = Buffer.concat(this.#parts.flatMap((part, i) => (i === 0 ? [part] : [address, part])))
    return new StoredDocument('text/html; charset=utf-8', { identity }, etagOf(this.#tag + origin))
  }
}
