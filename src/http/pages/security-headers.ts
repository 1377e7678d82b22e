import type { FastifyReply } from 'fastify'

/** Nothing but the page's own files may run, it may talk to this service alone, and no other page may hold it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** No page uses a device of the visitor's, shares its window with another site, or lends its files to one. */
const headers = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Where people come by https, browsers are told never to try without. */
const httpsOnly = { 'strict-transport-security': 'max-age=31536000' }

/** The headers of every page for people: one holds a token while it is open, another what somebody types about themselves. */
export const guarded = (reply: FastifyReply): FastifyReply =>
  reply.headers(reply.server.publicUrl?.startsWith('https:') ? { ...headers, ...httpsOnly } : headers)
