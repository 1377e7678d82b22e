import { readSigned, writeSigned } from '../../http/pages/signed.ts'
import type { PublishedForm } from '../forms/published.sql.ts'

/**
 * Links to a form that is filled in for one client. Whoever has one sees the client's name and what the form fills in from
 * the record, so it is signed for its form and its organisation and ends; nobody can make one up or take it to another form.
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

/** The client of a link; 'expired' for one that was ours, undefined for one that never was. */
export function readLink(form: Signed, token: string, now: number): number | 'expired' | undefined {
  const said = readSigned<[clientId: number, expires: number]>(form.signingKey, purposeOf(form), token)
  if (!said) return undefined
  const [clientId, expires] = said
  return expires * 1000 > now ? clientId : 'expired'
}

/** As the API writes instants. */
export const expiryOf = ({ expires }: Link): string => new Date(expires * 1000).toISOString().replace('Z', '000Z')
