import { createHmac, timingSafeEqual } from 'node:crypto'
import { invalid } from '../http/errors.ts'
import type { Question } from './search.sql.ts'
import type { Place } from './stream.sql.ts'

/** What a cursor belongs to: it is worth nothing for another client or another question. */
export interface Stream {
  key: Buffer
  orgId: number
  clientId: number
  question: Question
}

const macBytes = 12

/** The place after a note, signed, so that nobody can make one up or take one to another list. */
export function cursorAfter(stream: Stream, place: Place): string {
  const text = Buffer.from(JSON.stringify(place))
  return Buffer.concat([macOf(stream, text), text]).toString('base64url')
}

export function placeOf(stream: Stream, cursor: string): Place {
  const bytes = Buffer.from(cursor, 'base64url')
  const [mac, text] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)]
  const isOurs =
    bytes.toString('base64url') === cursor && mac.length === macBytes && timingSafeEqual(mac, macOf(stream, text))
  if (!isOurs) {
    const rule = 'must be the next_cursor of the page before, sent with the same client, search, filters, from and to'
    throw invalid({ cursor: [`cursor ${rule}.`] })
  }
  return JSON.parse(text.toString()) as Place
}

function macOf({ key, orgId, clientId, question }: Stream, text: Buffer): Buffer {
  const { search, from, to, filters = [] } = question
  // A filter means the same in both spellings, and so does its cursor.
  const asked = filters.map(({ field, operator, value, combinator = 'and' }) => [
    field,
    operator,
    String(value),
    combinator,
  ])
  const mac = createHmac('sha256', key).update(JSON.stringify(['notes', orgId, clientId, search, from, to, asked]))
  return mac.update(text).digest().subarray(0, macBytes)
}
