import type { FastifyPluginAsync } from 'fastify'
import { found, notFound, tooManyRequests } from '../http/contract/errors.ts'
import { cacheForever } from '../http/pages/assets.ts'
import { coloursPath, logosPath, stylesheetNamed } from '../http/pages/brand.ts'
import { withSecurityHeaders } from '../http/pages/security-headers.ts'
import { findLogo } from './branding.sql.ts'

/** An SVG may have styles and images of its own. Opened alone it runs no script and loads nothing. */
const imagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'none'; sandbox"

export interface BrandingOptions {
  /** Logos a minute for each address; 0 turns the limit off. */
  logoLimit: number
}

/** The logos of organisations and the stylesheets of their colours, for their pages. */
export const brandingRoutes: FastifyPluginAsync<BrandingOptions> = async (app, { logoLimit }) => {
  const route = { config: { needs: 'nothing' }, exposeHeadRoute: true } as const
  const logos = app.addressLimit('logos', logoLimit)

  app.get<{ Params: { slug: string; tag: string } }>(`${logosPath}:slug/:tag`, route, async (request, reply) => {
    const limit = logoLimit === 0 ? undefined : logos.take(request.ip)
    if (limit && !limit.allowed) throw tooManyRequests(limit.resetSeconds)
    const { slug, tag } = request.params
    const isAddress = /^[a-z0-9-]{1,63}$/.test(slug) && /^[0-9a-f]{32}$/.test(tag)
    const logo = found(isAddress ? await app.reads.read((db) => findLogo.first(db, slug, tag)) : undefined, 'Logo')
    withSecurityHeaders(reply).headers({ 'content-security-policy': imagePolicy, 'cache-control': cacheForever })
    return reply.type(logo.type).send(logo.bytes)
  })

  app.get<{ Params: { file: string } }>(`${coloursPath}:file`, route, async (request, reply) => {
    const stylesheet = stylesheetNamed(request.params.file)
    if (stylesheet === undefined) throw notFound('Stylesheet')
    return withSecurityHeaders(reply)
      .header('cache-control', cacheForever)
      .type('text/css; charset=utf-8')
      .send(stylesheet)
  })
}
