import type { FastifyInstance } from 'fastify'
import type { DocsFiles } from '../http/pages/assets.ts'
import { withSecurityHeaders } from '../http/pages/security-headers.ts'
import { sendDocument } from '../http/responses/documents.ts'

/** The API reference: pages that the build renders from the specification and the guides, and their files. */
export function docs(app: FastifyInstance, { files }: DocsFiles) {
  const route = { config: { needs: 'nothing' }, exposeHeadRoute: true } as const
  for (const { address, document } of files) {
    app.get(address, route, (request, reply) => sendDocument(request, withSecurityHeaders(reply), document))
  }
  // The bare address redirects to the reference.
  app.get('/', route, (_, reply) => withSecurityHeaders(reply).redirect('/docs', 302))
  app.get('/docs/', route, (_, reply) => withSecurityHeaders(reply).redirect('/docs', 308))
}
