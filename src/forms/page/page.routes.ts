import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { jsonObjectBodies } from '../../http/body.ts'
import { ApiError } from '../../http/errors.ts'
import { guarded } from '../../http/guarded.ts'
import { RateLimit } from '../../http/rate-limit.ts'
import { findByAddress, type PublishedForm } from '../published.sql.ts'
import { submitForm } from '../submit.ts'
import { encoded, encodingFor, readAssets, serveAssets } from './assets.ts'
import { clientOf, knownOf } from './link.ts'
import { deadLink, inOneLine, inWords, type Refusal, refusalOf, tooManyViews, unknownForm } from './notices.ts'
import { formShell, noticeShell } from './shell.ts'
import type { Sent } from './shown.ts'

export interface FormPageOptions {
  /** Submissions a minute from each address; of views ten times as many. 0 turns both limits off. */
  formLimit: number
}

/** People look at a form far more often than they send it, and many may share one address. */
const viewsForEachSubmission = 10

const Submission = Type.Object(
  {
    answers: Type.Record(Type.String(), Type.Any()),
    sending: Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$', description: 'The page’s own name for what it sends' }),
    version: Type.Optional(Type.Integer({ description: 'The version that the page shows' })),
    link: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { additionalProperties: false },
)

/** The page of a published form for whoever has its address: nobody signs in, so nothing is told but what the form says. */
export const formPage: FastifyPluginAsyncTypebox<FormPageOptions> = async (app, { formLimit }) => {
  const assets = readAssets()
  const config = { needs: 'nothing' } as const
  const route = { config, exposeHeadRoute: true }
  const views = new RateLimit<string>(formLimit * viewsForEachSubmission, app.clock)
  const submissions = new RateLimit<string>(formLimit, app.clock)
  /** The seconds to wait for, if this address has had its share. */
  const waitFor = (limit: RateLimit<string>, { ip }: FastifyRequest): number | undefined => {
    if (formLimit === 0) return undefined
    const { allowed, resetSeconds } = limit.take(ip)
    return allowed ? undefined : resetSeconds
  }

  jsonObjectBodies(app)
  serveAssets(app, assets)

  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) =>
    sendPage(request, reply.code(refusal.status), noticeShell(assets, refusal))

  app.get<{ Params: Address; Querystring: { for?: unknown } }>('/f/:slug/:key', route, async (request, reply) => {
    const seconds = waitFor(views, request)
    if (seconds !== undefined) return refuse(request, reply.header('retry-after', seconds), tooManyViews(seconds))
    const form = await formAt(request)
    if ('status' in form) return refuse(request, reply, form)
    const { for: link } = request.query
    if (link === undefined) return sendPage(request, reply, formShell(assets, form))
    const known = await knownOf(app.pool, form, link, app.clock.now())
    if (!known) return refuse(request, reply, deadLink(form.organisation, pathOf(request.params)))
    return sendPage(request, reply, formShell(assets, form, known))
  })
  app.get<{ Params: Address }>('/f/:slug/:key/', route, ({ params }, reply) =>
    guarded(reply).redirect(pathOf(params), 308),
  )
  app.get('/f/*', route, (request, reply) => refuse(request, reply, unknownForm))

  const schema = { body: Submission }
  app.post<{ Params: Address }>('/f/:slug/:key/submissions', { config, schema }, async (request, reply) => {
    const seconds = waitFor(submissions, request)
    if (seconds !== undefined) {
      const text = `Too many answers came from your network. Wait ${inWords(seconds)}, then send yours again.`
      throw new ApiError(429, text, {}, { 'retry-after': String(seconds) })
    }
    const form = await formAt(request)
    if ('status' in form) throw new ApiError(form.status, inOneLine(form))
    const { answers, sending, version = form.version, link } = request.body as Type.Static<typeof Submission>
    // Nobody is taken to have said yes to words they have not seen.
    if (version !== form.version) throw new ApiError(409, 'This form was changed while you were filling it in.')
    const clientId = link === undefined ? undefined : clientOf(form, link, app.clock.now())
    if (link !== undefined && clientId === undefined) {
      throw new ApiError(410, `This link no longer works: ask ${form.organisation} for a new one.`)
    }
    const by = { connectionId: null, name: null, source: 'page' } as const
    await submitForm(app.pool, app.clock.now(), form, by, { answers, sending, clientId })
    const { success_message, redirect_url } = form.settings
    return reply.code(201).send({ success_message, redirect_url } as Sent)
  })

  /** The form that stands at an address and is open, or why there is none. */
  async function formAt(request: FastifyRequest): Promise<PublishedForm | Refusal> {
    const { slug, key } = request.params as Address
    // What cannot be an address is not asked for: PostgreSQL refuses some characters altogether.
    if (!/^[\w-]{1,63}$/.test(slug) || !/^[\w-]{1,63}$/.test(key)) return unknownForm
    const form = await findByAddress.first(app.pool, slug, key)
    if (!form || form.version === null) return unknownForm
    return refusalOf(form as typeof form & PublishedForm, app.clock.now()) ?? (form as PublishedForm)
  }
}

interface Address {
  slug: string
  key: string
}
const pathOf = ({ slug, key }: Address): string => `/f/${encodeURIComponent(slug)}/${encodeURIComponent(key)}`

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const quick = { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'])
  encoded(guarded(reply), encoding).type('text/html; charset=utf-8').header('x-robots-tag', 'noindex')
  if (encoding === 'identity') return reply.send(page)
  return reply.send(encoding === 'br' ? await pack.br(page, quick) : await pack.gzip(page))
}
