import type pg from 'pg'
import { type Access, accessOf, permits, read } from '../../access/areas.ts'
import type { ErrorPage } from '../../http/pages/page.ts'
import { maxSignedLength } from '../../http/pages/signed.ts'
import { type Kind, readLink } from './links.ts'
import { expiredLink, switchedOff, unknownReport, withdrawnLink } from './notices.ts'
import { findOrganisation, findUsableToken, type PageOrganisation } from './page.sql.ts'

/** The viewer of a page, who sees what the token of the link can read now. */
export interface Viewer {
  organisation: PageOrganisation
  access: Access
  /** The payload of the link, for links to other pages. */
  link: { tokenId: number; expires: number }
  /** The link code as signed. */
  code: string
}

/** Punctuation that is often copied along with an address. A link code has none of it. */
const surroundings = /^[\s<("'‘“]+|[\s.,;:!?)>\]}"'’”…]+$/gu
/** The pattern takes quadratic time, so longer input is rejected before it runs. */
const maxLinkLength = maxSignedLength + 50

/** The viewer of a link, or the page to show if the link is not valid. */
export async function viewerOf(
  db: pg.Pool,
  { slug, kind, id, link }: { slug: string; kind: Kind; id: number; link: unknown },
  now: number,
): Promise<Viewer | ErrorPage> {
  // PostgreSQL rejects some characters, so invalid addresses are not queried.
  const isAddress = /^[\w-]{1,63}$/.test(slug) && Number.isSafeInteger(id) && id > 0
  if (!isAddress || typeof link !== 'string' || link.length > maxLinkLength) return unknownReport
  const organisation = await findOrganisation.first(db, slug)
  if (!organisation) return unknownReport
  const code = link.replace(surroundings, '')
  const payload = readLink(organisation, kind, id, code, now)
  if (payload === undefined) return unknownReport
  if (payload === 'expired') return expiredLink(organisation)
  const token = await findUsableToken.first(db, organisation.orgId, payload.tokenId, new Date(now).toISOString())
  const access = token && accessOf(token.access)
  if (!access || !permits(access, read('reports'))) return withdrawnLink(organisation)
  if (!organisation.integrationsEnabled) return switchedOff(organisation)
  return { organisation, access, link: payload, code }
}

export const isErrorPage = (result: object): result is ErrorPage => 'error' in result
