import type { Caller } from '../../access/tokens.ts'
import type { Queryable } from '../../db/statement.ts'
import { startInstant } from '../../http/contract/dates.ts'
import { invalid } from '../../http/contract/errors.ts'
import { readSigned, writeSigned } from '../../http/pages/signed.ts'
import { addSubmissions } from '../search/submissions.sql.ts'
import { type ChangePosition, changedNotes } from './all-notes.sql.ts'
import type { AllNotesQuery } from './notes.schema.ts'
import { noteRecord } from './record.ts'

/** A page of the notes of all clients, in the order of their changes. */
export async function listAllNotes(db: Queryable, caller: Caller, { updated_since, limit, cursor }: AllNotesQuery) {
  const { orgId, timezone, signingKey } = caller
  const purpose = ['all notes', orgId, updated_since]
  const first: ChangePosition = [updated_since ? startInstant(updated_since, timezone) : '-infinity', 0, 0]
  const position = cursor === undefined ? first : readSigned<ChangePosition>(signingKey, purpose, cursor)
  if (!position) {
    throw invalid({ cursor: ['cursor must be the next_cursor of the page before, sent with the same updated_since.'] })
  }
  // One row more than the limit shows that there is a next page. A page of large notes can also end before the limit.
  const rows = await changedNotes.rows(db, orgId, limit! + 1, ...position)
  const page = rows.slice(0, limit)
  const { found = 0, is_cut = false } = rows[0] ?? {}
  const last = found > page.length || is_cut ? page.at(-1)! : undefined
  const ofClients = page.filter((row) => row.clients !== null)
  await addSubmissions(db, orgId, timezone, ofClients)
  return {
    data: ofClients.map((row) => ({ ...noteRecord(row), clients: row.clients! })),
    meta: { next_cursor: last ? writeSigned(signingKey, purpose, [last.updated_at, last.id, last.kind]) : null },
  }
}
