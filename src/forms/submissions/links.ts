import { readSigned, writeSigned } from '../../http/pages/signed.ts'
import type { PublishedForm } from '../forms/published.sql.ts'

/**
 * A link to a form that is prefilled for one client. Its bearer sees the client's name and prefilled values. So it expires,
 * and its signature covers the form and the organisation: it cannot be forged or used for another form.
 */
export interface Link {
  clientId: number
  /** In seconds since 1970. */
  expires: number
}
type Signed = Pick<PublishedForm, 'signingKey' | 'orgId' | 'formId'>

const daySeconds = 86_400

export const linkFor = (clientId: number, now: number, days: number): Link => ({
  clientId,
  expires: Math.floor(now / 1000) + days * daySeconds,
})

const purposeOf = ({ orgId, formId }: Signed) => ['form link', orgId, formId]

export const writeLink = (form: Signed, { clientId, expires }: Link): string =>
  writeSigned(form.signingKey, purposeOf(form), [clientId, expires])

/** The client of a link; 'expired' after its expiry, undefined for an invalid signature. */
export function readLink(form: Signed, token: string, now: number): number | 'expired' | undefined {
  const content = readSigned<[clientId: number, expires: number]>(form.signingKey, purposeOf(form), token)
  if (!content) return undefined
  const [clientId, expires] = content
  return expires * 1000 > now ? clientId : 'expired'
}

/** The expiry as an API timestamp. */
export const expiryOf = ({ expires }: Link): string => new Date(expires * 1000).toISOString().replace('Z', '000Z')
