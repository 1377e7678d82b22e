import type { FastifyReply, FastifyRequest } from 'fastify'
import { weightsOf } from '../responses/documents.ts'
import type { PageAssets } from './assets.ts'
import { type ErrorPage, sendErrorPage } from './page.ts'

const unknownPage: ErrorPage = {
  error: 'NotFound',
  title: 'There is no page here',
  texts: [
    'Check the address: a part of it may be missing. If it came with a message, open it from there once more.',
    'For programs, the API reference lists every address.',
  ],
  link: { to: '/docs', text: 'Open the API reference' },
}

/** Whether a person opens an address outside the API. A program that accepts anything, as curl does, gets JSON. */
export function isOpenedInBrowser({ method, url, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || /^\/api(?:[/?]|$)/.test(url)) return false
  const weights = weightsOf(headers.accept)
  const html = weights.get('text/html') ?? 0
  return html > 0 && html >= (weights.get('application/json') ?? 0)
}

export const sendUnknownPage = (request: FastifyRequest, reply: FastifyReply, frame: PageAssets) =>
  sendErrorPage(request, reply, frame, unknownPage)
