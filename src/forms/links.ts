import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PublishedForm } from './published.sql.ts'

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

const macBytes = 16
const daySeconds = 86_400

export const linkFor = (clientId: number, now: number, days: number): Link => ({
  clientId,
  expires: Math.floor(now / 1000) + days * daySeconds,
})

export function writeLink(form: Signed, { clientId, expires }: Link): string {
  const text = Buffer.from(JSON.stringify([clientId, expires]))
  return Buffer.concat([macOf(form, text), text]).toString('base64url')
}

/** The client of a link; 'expired' for one that was ours, undefined for one that never was. */
export function readLink(form: Signed, token: string, now: number): number | 'expired' | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const [mac, text] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)]
  const isOurs =
    bytes.toString('base64url') === token && mac.length === macBytes && timingSafeEqual(mac, macOf(form, text))
  if (!isOurs) return undefined
  const [clientId, expires] = JSON.parse(text.toString()) as [number, number]
  return expires * 1000 > now ? clientId : 'expired'
}

const macOf = ({ signingKey, orgId, formId }: Signed, text: Buffer): Buffer =>
  createHmac('sha256', signingKey)
    .update(JSON.stringify(['form link', orgId, formId]))
    .update(text)
    .digest()
    .subarray(0, macBytes)

/** As the API writes instants. */
export const expiryOf = ({ expires }: Link): string => new Date(expires * 1000).toISOString().replace('Z', '000Z')
