import type pg from 'pg'
import { type Access, accessOf, permits, read } from '../../access/areas.ts'
import type { Refusal } from '../../http/pages/page.ts'
import { longestSigned } from '../../http/pages/signed.ts'
import { type Kind, readLink } from './links.ts'
import { expiredLink, switchedOff, unknownReport, withdrawnLink } from './notices.ts'
import { findOrganisation, findUsableToken, type PageOrganisation } from './page.sql.ts'

/** Whoever looks at a page by a link: they see what its token may read now. */
export interface Viewer {
  organisation: PageOrganisation
  access: Access
  /** What the link said, for links to the parts of its page. */
  link: { tokenId: number; expires: number }
  /** The link itself, as it was made. */
  code: string
}

/** What a sentence, quotes or brackets around an address leave at its ends when it is copied. A link has none of these in it. */
const surroundings = /^[\s<("'‘“]+|[\s.,;:!?)>\]}"'’”…]+$/gu
/** The pattern takes the square of a text's length, so a longer text is refused before it runs. */
const maxLinkLength = longestSigned + 50

/** Who a link lets in; the page that stands there instead where it lets in nobody. */
export async function viewerOf(
  db: pg.Pool,
  { slug, kind, id, link }: { slug: string; kind: Kind; id: number; link: unknown },
  now: number,
): Promise<Viewer | Refusal> {
  // What cannot be an address is not asked for: PostgreSQL refuses some characters altogether.
  const isAddress = /^[\w-]{1,63}$/.test(slug) && Number.isSafeInteger(id) && id > 0
  if (!isAddress || typeof link !== 'string' || link.length > maxLinkLength) return unknownReport
  const organisation = await findOrganisation.first(db, slug)
  if (!organisation) return unknownReport
  const code = link.replace(surroundings, '')
  const payload = readLink(organisation, kind, id, code, now)
  if (payload === undefined) return unknownReport
  if (payload === 'expired') return expiredLink(organisation.organisation)
  const token = await findUsableToken.first(db, organisation.orgId, payload.tokenId, new Date(now).toISOString())
  const access = token && accessOf(token.access)
  if (!access || !permits(access, read('reports'))) return withdrawnLink(organisation.organisation)
  if (!organisation.integrationsEnabled) return switchedOff(organisation.organisation)
  return { organisation, access, link: payload, code }
}

export const isRefusal = (result: object): result is Refusal => 'error' in result
