import { lookup, Resolver } from 'node:dns/promises'

/** The IP addresses of a host name. Rejects with a code of node:dns, such as ENOTFOUND. */
export type Lookup = (name: string) => Promise<string[]>

/**
 * Asks the name servers directly: `getaddrinfo` has two threads of a process, and two names whose servers do not answer
 * would delay all other look-ups, those of the database included. IPv4 addresses come first, because they work without
 * IPv6.
 */
export async function lookupByServers(name: string, servers?: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers) resolver.setServers(servers)
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  // One of the two that has no address does not hide that the other failed.
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  throw reasons.find(({ code }) => !['ENOTFOUND', 'ENODATA'].includes(code)) ?? reasons[0]
}

/** As the machine looks up names, with its hosts file, for names of an operator's own networks. */
export const lookupBySystem: Lookup = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)
