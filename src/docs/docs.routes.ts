import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { guarded } from '../http/guarded.ts'
import { originOf } from '../http/origin.ts'
import { packageRoot } from '../version.ts'
import type { Document } from './document.ts'
import { addressed, renderPage } from './page.ts'

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The reference for people: one page made from the specification, and the files in web/docs that it needs. */
export function docs(app: FastifyInstance) {
  const route = { config: { needs: 'nothing' }, exposeHeadRoute: true } as const
  let page: string | undefined
  app.get('/docs', route, (request, reply) => {
    // Rendered at the first request, when all routes are declared.
    page ??= renderPage(app.openapiDocument() as Document)
    return guarded(reply)
      .type('text/html; charset=utf-8')
      .send(addressed(page, originOf(request)))
  })
  // Who comes with the bare address finds what there is to read.
  app.get('/', route, (_, reply) => guarded(reply).redirect('/docs', 302))
  app.get('/docs/', route, (_, reply) => guarded(reply).redirect('/docs', 308))

  // Read at the start: a package without its files is found then, and a request can name no other file.
  const folder = new URL('web/docs/', packageRoot)
  for (const name of readdirSync(folder)) {
    const type = types[name.slice(name.lastIndexOf('.') + 1)]
    if (!type) continue
    const text = readFileSync(new URL(name, folder), 'utf8')
    app.get(`/docs/${name}`, route, (_, reply) => guarded(reply).type(type).send(text))
  }
}
