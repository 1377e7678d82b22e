import type { FastifyRequest } from 'fastify'
import { originOf } from '../../http/pages/origin.ts'
import { readSigned, writeSigned } from '../../http/pages/signed.ts'

export type Kind = 'insight' | 'dashboard'

/**
 * Links that open an insight or a dashboard in a browser without a token. A link is signed for one page of one
 * organisation, expires after a week, and shows what the token that made it can read at the time of viewing. If the
 * token is disabled, revoked or expired, its links stop working.
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

export const linkDays = 7

/** The `link` of a record. It stays the same for an hour, so that equal records compare as equal. */
export function linkTo(request: FastifyRequest, kind: Kind, id: number): string {
  const { caller, server } = request
  const hour = Math.floor(server.clock.now() / 3_600_000)
  return addressOf(request, caller, kind, id, { tokenId: caller.tokenId, expires: (hour + linkDays * 24) * 3600 })
}

/** The address of a page. The page of a dashboard makes those of its insights with the payload of its own link. */
export const addressOf = (
  request: FastifyRequest,
  organisation: Signer & { slug: string },
  kind: Kind,
  id: number,
  link: Link,
): string =>
  `${originOf(request)}/r/${organisation.slug}/${kind}s/${id}?link=${writeLink(organisation, kind, id, link)}`

const purposeOf = ({ orgId }: Signer, kind: Kind, id: number) => ['report link', orgId, kind, id]

const writeLink = (signer: Signer, kind: Kind, id: number, { tokenId, expires }: Link): string =>
  writeSigned(signer.signingKey, purposeOf(signer, kind, id), [tokenId, expires])

/** The payload of a link; 'expired' if it has expired, undefined if its signature is invalid. */
export function readLink(
  signer: Signer,
  kind: Kind,
  id: number,
  token: string,
  now: number,
): Link | 'expired' | undefined {
  const payload = readSigned<[tokenId: number, expires: number]>(signer.signingKey, purposeOf(signer, kind, id), token)
  if (!payload) return undefined
  const [tokenId, expires] = payload
  return expires * 1000 > now ? { tokenId, expires } : 'expired'
}
