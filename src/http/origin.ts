import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where people reach this service, where that is not where requests say they went. */
    publicUrl: string | undefined
  }
}

/**
 * The beginning of addresses that are handed out: the configured one, or that of the request. A Host header can hold
 * anything; what is no host name is not shown to be pasted into a shell.
 */
export function originOf({ server, protocol, host }: FastifyRequest): string {
  return server.publicUrl ?? `${protocol}://${/^[\w.:[\]-]+$/.test(host ?? '') ? host : 'localhost'}`
}
