import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Queryable } from '../../db/statement.ts'
import { jsonObjectBodies } from '../../http/contract/body.ts'
import { type ApiError, conflict, gone, tooManyRequests } from '../../http/contract/errors.ts'
import type { PageAssets } from '../../http/pages/assets.ts'
import type { Brand } from '../../http/pages/brand.ts'
import { html } from '../../http/pages/html.ts'
import {
  apiErrorOf,
  type ErrorPage,
  embeddedJson,
  pageHtml,
  secondsText,
  sendErrorPage,
  sendPage,
} from '../../http/pages/page.ts'
import { withSecurityHeaders } from '../../http/pages/security-headers.ts'
import type { AddressLimit } from '../../http/rate-limit/address-limit.ts'
import { findClientRecord } from '../answers/people.sql.ts'
import { answersFrom, clientFieldOf } from '../answers/prefill.ts'
import { maxFields } from '../definition/form.schema.ts'
import { type FormAtAddress, findByAddress, type PublishedForm } from '../forms/published.sql.ts'
import { readLink } from '../submissions/links.ts'
import { openState } from '../submissions/open.ts'
import { findBySending } from '../submissions/submissions.sql.ts'
import { submitForm } from '../submissions/submit.ts'
import type { FormPageData, PrefillData, SubmitResponse } from './page-data.ts'

export interface FormPageOptions {
  frame: PageAssets
  /** Submissions per minute and address; ten times as many views. 0 disables both limits. */
  formLimit: number
}

/** A form is opened far more often than it is submitted, and many people may share one address. */
const viewsForEachSubmission = 10

const Submission = Type.Object(
  {
    answers: Type.Record(Type.String(), Type.Any(), { maxProperties: maxFields }),
    sending: Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$', description: 'The page’s own name for what it sends' }),
    version: Type.Optional(Type.Integer({ description: 'The version that the page shows' })),
    link: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { additionalProperties: false },
)

/** The public page of a published form. It has no authentication, so it reveals nothing but the form. */
export const formPage: FastifyPluginAsyncTypebox<FormPageOptions> = async (app, { frame, formLimit }) => {
  const config = { needs: 'nothing' } as const
  const route = { config, exposeHeadRoute: true }
  const views = app.addressLimit('pages of forms', formLimit * viewsForEachSubmission)
  const submissions = app.addressLimit('submissions of forms', formLimit)
  /** The seconds to wait if this address is over its limit. */
  const waitFor = (limit: AddressLimit, { ip }: FastifyRequest): number | undefined => {
    if (formLimit === 0) return undefined
    const { allowed, resetSeconds } = limit.take(ip)
    return allowed ? undefined : resetSeconds
  }

  jsonObjectBodies(app)

  const sendError = (request: FastifyRequest, reply: FastifyReply, errorPage: ErrorPage) =>
    sendErrorPage(request, reply, frame, errorPage)

  app.get<{ Params: Address; Querystring: { for?: unknown } }>('/f/:slug/:key', route, async (request, reply) => {
    const seconds = waitFor(views, request)
    if (seconds !== undefined) return sendError(request, reply, tooManyViews(seconds))
    const { form, errorPage } = await app.reads.read((db) => formAt(db, request))
    if (!form || errorPage) return sendError(request, reply, errorPage ?? unknownForm)
    const { for: link } = request.query
    if (link === undefined) return sendPage(request, reply, formShell(frame, form))
    const known = await app.reads.read((db) => loadPrefill(db, form, link, app.clock.now()))
    if (!known) return sendError(request, reply, invalidLink(form, pathOf(request.params)))
    return sendPage(request, reply, formShell(frame, form, known))
  })
  app.get<{ Params: Address }>('/f/:slug/:key/', route, ({ params, url }, reply) => {
    const query = url.indexOf('?')
    return withSecurityHeaders(reply).redirect(pathOf(params) + (query < 0 ? '' : url.slice(query)), 308)
  })
  app.get('/f/*', route, (request, reply) => sendError(request, reply, unknownForm))

  const schema = { body: Submission }
  app.post<{ Params: Address }>('/f/:slug/:key/submissions', { config, schema }, async (request, reply) => {
    const seconds = waitFor(submissions, request)
    if (seconds !== undefined) {
      const text = `Too many answers came from your network. Wait ${secondsText(seconds)}, then send yours again.`
      throw tooManyRequests(seconds, text)
    }
    const { form, errorPage } = await formAt(app.pool, request)
    if (!form) throw asErrorLine(unknownForm)
    const body = request.body as Type.Static<typeof Submission>
    const clientId = body.link === undefined ? undefined : clientOf(form, body.link, app.clock.now())
    const rejection = errorPage ? asErrorLine(errorPage) : submissionRejection(form, body, clientId)
    const { answers, sending } = body
    const by = { connectionId: null, name: null, source: 'page' } as const
    const stored = rejection
      ? // A retry of a submission that was stored before the form changed or closed succeeds.
        await findBySending.first(app.pool, form.orgId, form.formId, sending, form.timezone)
      : await submitForm(app.pool, app.clock.now(), form, by, { answers, sending, clientId })
    if (!stored) throw rejection
    const { success_message, redirect_url } = form.settings
    const reference = String(stored.id)
    const { submitted_at } = stored
    return reply.code(201).send({ reference, submitted_at, success_message, redirect_url } as SubmitResponse)
  })

  /** The form at a URL, and the reason if it cannot be filled in. */
  async function formAt(db: Queryable, request: FastifyRequest): Promise<FormLookup> {
    const { slug, key } = request.params as Address
    // No query for an impossible URL: PostgreSQL rejects some characters.
    if (!/^[\w-]{1,63}$/.test(slug) || !/^[\w-]{1,63}$/.test(key)) return {}
    const form = await findByAddress(db, slug, key)
    if (!form || form.version === null) return {}
    const published = form as typeof form & PublishedForm
    return { form: published, errorPage: errorPageOf(published, app.clock.now()) }
  }
}

interface FormLookup {
  form?: PublishedForm
  errorPage?: ErrorPage | undefined
}

const asErrorLine = (errorPage: ErrorPage): ApiError => apiErrorOf(errorPage, inOneLine(errorPage))

/** Why answers to an open form are rejected; undefined if they are accepted. */
function submissionRejection(
  form: PublishedForm,
  { version = form.version, link }: Type.Static<typeof Submission>,
  clientId: number | undefined,
): ApiError | undefined {
  // A person must not consent to a text that they have not seen.
  if (version !== form.version) return conflict('This form was changed while you were filling it in.')
  if (link === undefined || clientId !== undefined) return undefined
  return gone(`This link no longer works: ask ${form.organisation} for a new one.`)
}

interface Address {
  slug: string
  /** The form's key, or one of its addresses. */
  key: string
}
const pathOf = ({ slug, key }: Address): string => `/f/${encodeURIComponent(slug)}/${encodeURIComponent(key)}`

/** The client of a link; undefined if it is expired or invalid, or the form has no client_prefill any more. */
export function clientOf(form: PublishedForm, link: unknown, now: number): number | undefined {
  if (clientFieldOf(form) === undefined) return undefined
  const client = typeof link === 'string' ? readLink(form, link, now) : undefined
  return client === 'expired' ? undefined : client
}

/** The prefilled answers that the bearer of a link may see; undefined for an invalid link. */
export async function loadPrefill(
  db: Queryable,
  form: PublishedForm,
  link: unknown,
  now: number,
): Promise<PrefillData | undefined> {
  const id = clientOf(form, link, now)
  const client = id === undefined ? undefined : await findClientRecord.first(db, form.orgId, id)
  if (!client) return undefined
  const fixed = clientFieldOf(form)!
  return { fixed, answers: { ...answersFrom(form, client), [fixed]: client.name } }
}

/** The HTML of the page: title and description, the form as JSON, and the script that renders it. */
export function formShell(frame: PageAssets, form: PublishedForm, known?: PrefillData): string {
  const { organisation, name, description } = form
  return pageHtml(
    frame,
    { title: `${name} · ${organisation}`, brand: form },
    html`<h1 dir="auto">${name}</h1>
${description && html`<p class="lead" dir="auto">${description}</p>`}
<noscript><div class="notice">
<h2>This form needs JavaScript</h2>
<p>It is switched off in this browser. Switch it on and load the page again, or open this address in another browser.</p>
<p>If neither is possible, get in touch with ${organisation} as you usually do: somebody there can take down your answers.</p>
</div></noscript>
<div id="form"><p class="loading">The form is loading. If nothing appears, reload the page, or get in touch with ${organisation}.</p></div>
<script type="application/json" id="form-data">${embeddedJson(pageData(form, known))}</script>
<script type="module" src="${frame.script}"></script>`,
  )
}

function pageData(form: PublishedForm, known?: PrefillData): FormPageData {
  const { organisation, key, name, version, settings, steps } = form
  const { allow_step_navigation, show_step_numbers, submit_button_text } = settings
  return {
    ...{ organisation, key, name, version, steps },
    settings: { allow_step_navigation, show_step_numbers, submit_button_text },
    ...(known && { known }),
  }
}

const touch = (organisation: string) => `If you have a question, get in touch with ${organisation} as you usually do.`

export const unknownForm: ErrorPage = {
  error: 'NotFound',
  title: 'There is no form here',
  texts: [
    'Check the address: a letter may be missing at its end. If it came with a message, open it from there once more.',
  ],
}

const closedForm = (form: PublishedForm): ErrorPage => ({
  error: 'Gone',
  title: 'This form is closed',
  brand: form,
  texts: [`“${form.name}” does not take answers any more.`, touch(form.organisation)],
})

const withdrawnForm = (form: PublishedForm): ErrorPage => ({
  error: 'Gone',
  title: 'This form is not open',
  brand: form,
  texts: [`“${form.name}” does not take answers at the moment.`, touch(form.organisation)],
})

/** Why a form that was published once accepts no answers; undefined if it does. */
export function errorPageOf(form: FormAtAddress & PublishedForm, now: number): ErrorPage | undefined {
  if (form.published === 'off') return withdrawnForm(form)
  return openState(form, now) === 'closed' ? closedForm(form) : undefined
}

/** The error page as one line, for a person who is already filling in the form. */
export const inOneLine = ({ title, brand, texts }: ErrorPage): string =>
  `${title}. ${brand ? touch(brand.organisation) : texts[0]}`

export const invalidLink = (brand: Brand, to: string): ErrorPage => ({
  error: 'Gone',
  title: 'This link no longer works',
  brand,
  texts: [
    'It was made for one person and for some days only, or a part of it is missing.',
    `Ask ${brand.organisation} for a new one, or fill in the form without it.`,
  ],
  link: { to, text: 'Open the form without the link' },
})

export const tooManyViews = (seconds: number): ErrorPage => ({
  error: 'TooManyRequests',
  retryAfter: seconds,
  title: 'Please wait a moment',
  texts: [`This form was opened very often from your network. Load the page again in ${secondsText(seconds)}.`],
})
