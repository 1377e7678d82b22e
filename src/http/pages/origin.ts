import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where people reach this service, where that is not where requests say they went. */
    publicUrl: string | undefined
  }
}

/** A name of the domain name system, with a port. */
const maxHostLength = 253 + ':65535'.length

/**
 * The beginning of addresses that are handed out: the configured one, or that of the request. A Host header can hold
 * anything; what is no host name is not shown to be pasted into a shell.
 */
export function originOf({ server, protocol, host = '' }: FastifyRequest): string {
  const isName = host.length <= maxHostLength && /^[\w.:[\]-]+$/.test(host)
  return server.publicUrl ?? `${protocol}://${isName ? host : 'localhost'}`
}
