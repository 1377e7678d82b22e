import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { originOf } from '../http/origin.ts'

export type Kind = 'insight' | 'dashboard'

/**
 * Links that open an insight or a dashboard in a browser without a token. One is signed for its page and its organisation,
 * ends after a week, and shows what the token that made it may read at the time somebody looks: a token that is
 * disabled, revoked or over takes its links with it.
 */
interface Link {
  tokenId: number
  /** In seconds since 1970. */
  expires: number
}
interface Signer {
  orgId: number
  signingKey: Buffer
}

const macBytes = 16
export const linkDays = 7

/** `link` of a record: the same for a whole hour, so that whoever compares records finds nothing changed. */
export function linkTo(request: FastifyRequest, kind: Kind, id: number): string {
  const { caller, server } = request
  const hour = Math.floor(server.clock.now() / 3_600_000)
  return addressOf(request, caller, kind, id, { tokenId: caller.tokenId, expires: (hour + linkDays * 24) * 3600 })
}

/** The address that a link is; the page of a dashboard makes those of its insights with what its own link says. */
export const addressOf = (
  request: FastifyRequest,
  organisation: Signer & { slug: string },
  kind: Kind,
  id: number,
  link: Link,
): string =>
  `${originOf(request)}/r/${organisation.slug}/${kind}s/${id}?link=${writeLink(organisation, kind, id, link)}`

function writeLink(signer: Signer, kind: Kind, id: number, { tokenId, expires }: Link): string {
  const text = Buffer.from(JSON.stringify([tokenId, expires]))
  return Buffer.concat([macOf(signer, kind, id, text), text]).toString('base64url')
}

/** What a link says; 'expired' for one that was ours, undefined for one that never was. */
export function readLink(
  signer: Signer,
  kind: Kind,
  id: number,
  token: string,
  now: number,
): Link | 'expired' | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const [mac, text] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)]
  const isOurs =
    bytes.toString('base64url') === token &&
    mac.length === macBytes &&
    timingSafeEqual(mac, macOf(signer, kind, id, text))
  if (!isOurs) return undefined
  const [tokenId, expires] = JSON.parse(text.toString()) as [number, number]
  return expires * 1000 > now ? { tokenId, expires } : 'expired'
}

const macOf = ({ signingKey, orgId }: Signer, kind: Kind, id: number, text: Buffer): Buffer =>
  createHmac('sha256', signingKey)
    .update(JSON.stringify(['report link', orgId, kind, id]))
    .update(text)
    .digest()
    .subarray(0, macBytes)
