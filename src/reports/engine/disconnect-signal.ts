import type { FastifyRequest } from 'fastify'

/**
 * Aborts when the client disconnects, so that no work starts for it. Fastify's own signal misses a client that
 * disconnected before the signal was first read.
 */
export const disconnectSignal = ({ raw, signal }: FastifyRequest): AbortSignal =>
  raw.destroyed ? AbortSignal.abort() : signal
