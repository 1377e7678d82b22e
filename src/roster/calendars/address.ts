import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { originOf } from '../../http/pages/origin.ts'
import { readSigned, writeSigned } from '../../http/pages/signed.ts'

interface Signer {
  orgId: number
  signingKey: Buffer
}
const purposeOf = ({ orgId }: Signer) => ['calendar', orgId]
const extension = '.ics'

/** The address of a calendar. Everyone who has it can read the calendar; it cannot be guessed, and ends with the calendar. */
export const addressOf = (request: FastifyRequest, signer: Signer & { slug: string }, calendarId: number): string =>
  `${originOf(request)}/c/${signer.slug}/${writeSigned(signer.signingKey, purposeOf(signer), [calendarId])}${extension}`

/** The id of the calendar at an address; undefined if its signature is not valid. */
export function calendarAt(signer: Signer, file: string): number | undefined {
  if (!file.endsWith(extension)) return undefined
  const signed = readSigned<[id: number]>(signer.signingKey, purposeOf(signer), file.slice(0, -extension.length))
  return signed?.[0]
}

/**
 * The end of the UIDs of an organisation's shifts, which makes them unique in the world. It never changes: the name of the
 * feed of events does, after a backup was restored, and phones would then have every shift anew.
 */
export const uidSuffixOf = ({ signingKey }: Signer): string =>
  createHmac('sha256', signingKey).update('calendar uid').digest('hex').slice(0, 12)
