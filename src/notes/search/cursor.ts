import { invalid } from '../../http/contract/errors.ts'
import { readSigned, writeSigned } from '../../http/pages/signed.ts'
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
export const cursorAfter = (stream: Stream, place: Place): string =>
  writeSigned(stream.key, purposeOf(stream), place, macBytes)

export function placeOf(stream: Stream, cursor: string): Place {
  const place = readSigned<Place>(stream.key, purposeOf(stream), cursor, macBytes)
  if (place) return place
  const rule = 'must be the next_cursor of the page before, sent with the same client, search, filters, from and to'
  throw invalid({ cursor: [`cursor ${rule}.`] })
}

function purposeOf({ orgId, clientId, question }: Stream): unknown[] {
  const { search, from, to, filters = [] } = question
  // A filter means the same in both spellings, and so does its cursor.
  const asked = filters.map(({ field, operator, value, combinator = 'and' }) => [
    field,
    operator,
    String(value),
    combinator,
  ])
  return ['notes', orgId, clientId, search, from, to, asked]
}
