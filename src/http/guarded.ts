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

/** The headers of every page for people: one holds a token while it is open, another what somebody types about themselves. */
export const guarded = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
