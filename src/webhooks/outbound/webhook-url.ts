import { isIP } from 'node:net'
import type { AddressCheck } from './addresses.ts'

export const maxUrlLength = 2000

/** The ports that the fetch standard blocks, because other protocols than HTTP use them. Browsers do not connect to them either. */
const blockedPorts = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190],
  ...[5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
])

/** A URL that a webhook may have, or a sentence that says what is not allowed. Names are not looked up. */
export function webhookUrl(text: string, addresses: AddressCheck): { url: URL } | { error: string } {
  if (text.length > maxUrlLength) return { error: `The url may have at most ${maxUrlLength} characters.` }
  // The parser would remove line breaks, tabs and outer spaces.
  const url = /[\s\p{Cc}]/u.test(text) ? undefined : parsed(text)
  if (!url) return { error: 'The url must be an address such as https://hooks.example.org/wattle.' }
  const host = hostOf(url)
  if (url.protocol.startsWith('http') && isOwnMachine(host, addresses)) return { error: notPublic }
  if (url.protocol !== 'https:' && !(addresses.allowsHttp && url.protocol === 'http:'))
    return { error: `The url must begin with https://${addresses.allowsHttp ? ' or http://' : ''}.` }
  if (url.username || url.password) return { error: 'The url must not have a user name or password.' }
  if (url.port && blockedPorts.has(Number(url.port)))
    return { error: `The url must not use port ${url.port}: it belongs to another protocol.` }
  if (isIP(host)) return addresses.allows(url.protocol, host) ? { url } : { error: notPublic }
  const isFullName = /^[^.]+(?:\.[^.]+)+$/.test(host)
  if (!isFullName && !addresses.allowsHttp)
    return { error: 'The url must have a full host name, such as hooks.example.org, or a public IP address.' }
  return { url }
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

export const notPublic = 'The address is not public.'
/** The same for a person who creates a webhook. */
export const notPublicUrl = `${notPublic} For a receiver on your own machine use wattle listen; an operator can open other networks with WATTLE_WEBHOOK_NETWORKS.`

/** Said before http is: a developer who is told to use https for localhost would not get further. */
const isOwnMachine = (host: string, { allows, allowsHttp }: AddressCheck): boolean =>
  isIP(host) ? !allows('https:', host) : !allowsHttp && /(?:^|\.)localhost\.?$/.test(host)

/** The host name, or the IP address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
