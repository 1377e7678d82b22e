import type { FastifyReply } from 'fastify'

/** Only the page's own files may run, it may connect to this service only, and no page may embed it. */
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

/** No page uses a device, shares its window with another site, or lets one load its files. */
const headers = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Behind https, browsers must not use http. */
const httpsOnly = { 'strict-transport-security': 'max-age=31536000' }

/** The security headers of every page. Pages contain tokens and personal data that users type. */
export const withSecurityHeaders = (reply: FastifyReply): FastifyReply =>
  reply.headers(reply.server.publicUrl?.startsWith('https:') ? { ...headers, ...httpsOnly } : headers)
