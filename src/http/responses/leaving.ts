import type { FastifyRequest } from 'fastify'

/**
 * Tells when whoever asked has gone away, so that nothing is begun for them. Fastify's own signal does not know of those who left
 * before it was first looked at.
 */
export const leaving = ({ raw, signal }: FastifyRequest): AbortSignal => (raw.destroyed ? AbortSignal.abort() : signal)
