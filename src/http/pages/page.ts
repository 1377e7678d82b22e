import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorKind, errorStatus, retryAfter } from '../contract/errors.ts'
import { compressBytes, encodingFor, withEncoding } from '../responses/documents.ts'
import { iconAddress, type PageAssets } from './assets.ts'
import { type Brand, brandStyle, masthead } from './brand.ts'
import { Html, html } from './html.ts'
import { withSecurityHeaders } from './security-headers.ts'

/** The head of an HTML page. */
interface Head {
  title: string
  brand?: Brand | undefined
  /** Scripts to preload. */
  preload?: string[]
  /** A page with a message alone, in the middle of the window. */
  isNotice?: boolean
}

export const pageHtml = (
  { style }: PageAssets,
  { title, brand, preload = [], isNotice = false }: Head,
  content: Html,
): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${iconAddress}" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
${brand && brandStyle(brand)}${preload.map((address) => html`<link rel="modulepreload" href="${address}">\n`)}</head>
<body>
${masthead(brand)}
<main${isNotice && html` class="alone"`}>
${content}
</main>
</body>
</html>
`.text

/** JSON for a script element. `<` is escaped, because a text may contain `</script>`. */
export const embeddedJson = (value: object): Html => new Html(JSON.stringify(value).replaceAll('<', '\\u003c'))

export interface Notice {
  title: string
  brand?: Brand | undefined
  texts: string[]
  link?: { to: string; text: string }
}
/** A page for an error. */
export interface ErrorPage extends Notice {
  error: ErrorKind
  /** Seconds until the next attempt. */
  retryAfter?: number
}

/** A page with a message and possibly a link. */
const noticePage = (frame: PageAssets, { title, brand, texts, link }: Notice): string =>
  pageHtml(
    frame,
    { title: brand ? `${title} · ${brand.organisation}` : title, brand, isNotice: true },
    html`<div class="notice">
<h1>${title}</h1>
${texts.map((text) => html`<p>${text}</p>`)}
${link && html`<p><a href="${link.to}">${link.text}</a></p>`}
</div>`,
  )

const headersOf = ({ retryAfter: seconds }: ErrorPage) => (seconds === undefined ? {} : retryAfter(seconds))

export const sendErrorPage = (request: FastifyRequest, reply: FastifyReply, frame: PageAssets, errorPage: ErrorPage) =>
  sendPage(
    request,
    reply.code(errorStatus[errorPage.error]).headers(headersOf(errorPage)),
    noticePage(frame, errorPage),
  )

/** The same error as JSON, for the page's script. */
export const apiErrorOf = (errorPage: ErrorPage, message: string) =>
  new ApiError(errorPage.error, message, {}, headersOf(errorPage))

export const secondsText = (seconds: number): string =>
  seconds >= 60 ? 'a minute' : seconds === 1 ? 'a second' : `${seconds} seconds`

export async function sendPage(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'])
  withEncoding(withSecurityHeaders(reply), encoding).type('text/html; charset=utf-8').header('x-robots-tag', 'noindex')
  return reply.send(encoding === 'identity' ? text : await compressBytes(text, encoding))
}
