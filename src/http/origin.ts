import type { FastifyRequest } from 'fastify'

/** A Host header can hold anything; what is no host name is not shown to be pasted into a shell. */
export function originOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  return `${protocol}://${/^[\w.:[\]-]+$/.test(host ?? '') ? host : 'localhost'}`
}
