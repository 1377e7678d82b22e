import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Queryable } from '../../db/statement.ts'
import { jsonObjectBodies } from '../../http/contract/body.ts'
import { type ApiError, conflict, gone, tooManyRequests } from '../../http/contract/errors.ts'
import type { Frame } from '../../http/pages/assets.ts'
import { asError, inWords, type Refusal, sendPage, sendRefusal } from '../../http/pages/page.ts'
import { guarded } from '../../http/pages/security-headers.ts'
import { RateLimit } from '../../http/rate-limit/rate-limit.ts'
import { mostFields } from '../definition/steps.ts'
import { findByAddress, type PublishedForm } from '../forms/published.sql.ts'
import { findSent } from '../submissions/submissions.sql.ts'
import { submitForm } from '../submissions/submit.ts'
import { clientOf, knownOf } from './link.ts'
import { deadLink, inOneLine, refusalOf, tooManyViews, unknownForm } from './notices.ts'
import { formShell } from './shell.ts'
import type { Sent } from './shown.ts'

export interface FormPageOptions {
  frame: Frame
  /** Submissions a minute from each address; of views ten times as many. 0 turns both limits off. */
  formLimit: number
}

/** People look at a form far more often than they send it, and many may share one address. */
const viewsForEachSubmission = 10

const Submission = Type.Object(
  {
    answers: Type.Record(Type.String(), Type.Any(), { maxProperties: mostFields }),
    sending: Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$', description: 'The page’s own name for what it sends' }),
    version: Type.Optional(Type.Integer({ description: 'The version that the page shows' })),
    link: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { additionalProperties: false },
)

/** The page of a published form for whoever has its address: nobody signs in, so nothing is told but what the form says. */
export const formPage: FastifyPluginAsyncTypebox<FormPageOptions> = async (app, { frame, formLimit }) => {
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

  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) =>
    sendRefusal(request, reply, frame, refusal)

  app.get<{ Params: Address; Querystring: { for?: unknown } }>('/f/:slug/:key', route, async (request, reply) => {
    const seconds = waitFor(views, request)
    if (seconds !== undefined) return refuse(request, reply, tooManyViews(seconds))
    const { form, refusal } = await app.reads.read((db) => formAt(db, request))
    if (!form || refusal) return refuse(request, reply, refusal ?? unknownForm)
    const { for: link } = request.query
    if (link === undefined) return sendPage(request, reply, formShell(frame, form))
    const known = await app.reads.read((db) => knownOf(db, form, link, app.clock.now()))
    if (!known) return refuse(request, reply, deadLink(form.organisation, pathOf(request.params)))
    return sendPage(request, reply, formShell(frame, form, known))
  })
  app.get<{ Params: Address }>('/f/:slug/:key/', route, ({ params, url }, reply) => {
    const query = url.indexOf('?')
    return guarded(reply).redirect(pathOf(params) + (query < 0 ? '' : url.slice(query)), 308)
  })
  app.get('/f/*', route, (request, reply) => refuse(request, reply, unknownForm))

  const schema = { body: Submission }
  app.post<{ Params: Address }>('/f/:slug/:key/submissions', { config, schema }, async (request, reply) => {
    const seconds = waitFor(submissions, request)
    if (seconds !== undefined) {
      const text = `Too many answers came from your network. Wait ${inWords(seconds)}, then send yours again.`
      throw tooManyRequests(seconds, text)
    }
    const { form, refusal } = await formAt(app.pool, request)
    if (!form) throw asErrorLine(unknownForm)
    const sent = request.body as Type.Static<typeof Submission>
    const clientId = sent.link === undefined ? undefined : clientOf(form, sent.link, app.clock.now())
    const no = refusal ? asErrorLine(refusal) : notNow(form, sent, clientId)
    const { success_message, redirect_url } = form.settings
    if (no) {
      // What arrived before the form changed or closed, and is sent again because the answer was lost, is there.
      if (!(await findSent.first(app.pool, form.orgId, form.formId, sent.sending))) throw no
    } else {
      const by = { connectionId: null, name: null, source: 'page' } as const
      const { answers, sending } = sent
      await submitForm(app.pool, app.clock.now(), form, by, { answers, sending, clientId })
    }
    return reply.code(201).send({ success_message, redirect_url } as Sent)
  })

  /** The form that stands at an address, and why it cannot be filled in if it cannot. */
  async function formAt(db: Queryable, request: FastifyRequest): Promise<Found> {
    const { slug, key } = request.params as Address
    // What cannot be an address is not asked for: PostgreSQL refuses some characters altogether.
    if (!/^[\w-]{1,63}$/.test(slug) || !/^[\w-]{1,63}$/.test(key)) return {}
    const form = await findByAddress.first(db, slug, key)
    if (!form || form.version === null) return {}
    const published = form as typeof form & PublishedForm
    return { form: published, refusal: refusalOf(published, app.clock.now()) }
  }
}

interface Found {
  form?: PublishedForm
  refusal?: Refusal | undefined
}

const asErrorLine = (refusal: Refusal): ApiError => asError(refusal, inOneLine(refusal))

/** Why answers to a form that is open are not taken all the same. */
function notNow(
  form: PublishedForm,
  { version = form.version, link }: Type.Static<typeof Submission>,
  clientId: number | undefined,
): ApiError | undefined {
  // Nobody is taken to have said yes to words they have not seen.
  if (version !== form.version) return conflict('This form was changed while you were filling it in.')
  if (link === undefined || clientId !== undefined) return undefined
  return gone(`This link no longer works: ask ${form.organisation} for a new one.`)
}

interface Address {
  slug: string
  key: string
}
const pathOf = ({ slug, key }: Address): string => `/f/${encodeURIComponent(slug)}/${encodeURIComponent(key)}`
