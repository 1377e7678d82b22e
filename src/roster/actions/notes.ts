import type { Caller } from '../../access/tokens.ts'
import { nextIds } from '../../db/next-ids.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found, invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { noteLimitError } from '../../http/contract/record-limits.ts'
import { findStaff } from '../conflicts/conflicts.sql.ts'
import { noteRecord } from '../shifts/record.ts'
import type { Ref } from '../shifts/refs.ts'
import { recordShiftEvents } from '../shifts/shift-events.ts'
import type { NoteCreate } from '../shifts/shifts.schema.ts'
import { addNote, bytesOfNotes, findNote, findShift, lockShift, touch } from '../shifts/shifts.sql.ts'

/** Adds a note to a shift in any status, or to one of its segments. */
export function addShiftNote(db: Queryable, caller: Caller, now: number, ref: Ref, body: NoteCreate) {
  const { orgId, connectionId, connection, timezone } = caller
  const { notes, staff_id = null, segment_id = null } = body
  return pipeline(db, function* () {
    const [, [row], [stored], [staff], [next]] = yield* send(
      lockShift.call(orgId, ref.id, ref.isAppointment),
      findShift(caller, ref),
      bytesOfNotes.call(orgId, ref.id, ref.isAppointment),
      staff_id === null ? undefined : findStaff.call(orgId, [staff_id]),
      nextIds.call('shift_note_id_seq', 1),
    )
    const shift = found(row, 'Shift')
    const errors: FieldErrors = {}
    if (staff_id !== null && (!staff || staff.supplier))
      errors.staff_id = ['staff_id must be the id of a staff member of this organisation.']
    if (segment_id !== null && !shift.segments?.some(({ id }) => id === segment_id)) {
      errors.segment_id = ['segment_id must be a segment of this shift.']
    }
    const tooLong = noteLimitError(notes, stored!.bytes, 'shift')
    if (tooLong) errors.notes = [tooLong]
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const at = new Date(now).toISOString()
    const { id } = next!
    const author = staff_id === null ? connection : null
    const [, , , [note]] = yield* sendLast(
      touch.call(orgId, shift.id),
      addNote.call(orgId, id, shift.id, staff_id, segment_id, notes, at, author),
      recordShiftEvents.call(orgId, connectionId, 'shift.note_added', [shift.id], ['notes'], { note_id: id }),
      findNote.call(orgId, id, timezone),
    )
    return { data: noteRecord(note!) }
  })
}
