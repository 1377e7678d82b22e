import type { FastifyRequest } from 'fastify'
import { originOf } from '../../http/pages/origin.ts'
import { readSigned, writeSigned } from '../../http/pages/signed.ts'

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

const purposeOf = ({ orgId }: Signer, kind: Kind, id: number) => ['report link', orgId, kind, id]

const writeLink = (signer: Signer, kind: Kind, id: number, { tokenId, expires }: Link): string =>
  writeSigned(signer.signingKey, purposeOf(signer, kind, id), [tokenId, expires])

/** What a link says; 'expired' for one that was ours, undefined for one that never was. */
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
