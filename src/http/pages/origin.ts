import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The public URL of the service, if it differs from that of requests. */
    publicUrl: string | undefined
  }
}

/** A domain name with a port. */
const maxHostLength = 253 + ':65535'.length

/**
 * The origin of the URLs in responses: the configured one, or that of the request. A Host header can contain anything,
 * and the docs display it in shell commands, so only host names are used.
 */
export function originOf({ server, protocol, host = '' }: FastifyRequest): string {
  const isName = host.length <= maxHostLength && /^[\w.:[\]-]+$/.test(host)
  return server.publicUrl ?? `${protocol}://${isName ? host : 'localhost'}`
}
