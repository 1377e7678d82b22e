import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import type { EventType } from '../../events/catalogue.ts'
import { recordEvent } from '../../events/outbox.ts'
import { found, invalid } from '../../http/contract/errors.ts'
import { historyLimitError } from '../../http/contract/record-limits.ts'
import { mayReadOf } from '../answers/people.ts'
import { moveError } from './moves.ts'
import { submissionRecord } from './record.ts'
import type { FormSubmissionPatch, FormSubmissionRecord } from './submissions.schema.ts'
import { find, lock, move } from './submissions.sql.ts'

/** Changes the status of a submission, or adds a note to its history. A patch with neither writes nothing. */
export async function editSubmission(
  db: Queryable,
  { orgId, connectionId, connection, timezone, access }: Caller,
  id: number,
  patch: FormSubmissionPatch,
): Promise<{ updated: number; data: FormSubmissionRecord }> {
  const note = patch.note ?? null
  const row = await pipeline(db, function* () {
    // Read after the lock: of two concurrent moves, the second is checked against the result of the first.
    const [, [current]] = yield* send(lock.call(orgId, id), find.call(orgId, id, timezone))
    const before = found(current, 'Form submission')
    const to = patch.status ?? before.status
    const statusError = moveError(before.status, to)
    const isMoved = to !== before.status
    const noteError = note === null ? undefined : historyLimitError([...(before.history ?? []), { note }])
    if (statusError || noteError)
      throw invalid({ ...(statusError && { status: [statusError] }), ...(noteError && { note: [noteError] }) })
    if (!isMoved && note === null) return before

    const type: EventType = isMoved ? 'form_submission.status_changed' : 'form_submission.updated'
    const fields = [...(isMoved ? ['status'] : []), ...(note === null ? [] : ['note'])]
    const detail = isMoved ? { from: before.status, to, ...(note !== null && { note }) } : null
    const [, , [after]] = yield* sendLast(
      move.call(orgId, id, to, connection, note),
      recordEvent.call(orgId, connectionId, type, id, fields, detail),
      find.call(orgId, id, timezone),
    )
    return after!
  })
  return { updated: id, data: submissionRecord(row, mayReadOf(access)) }
}
