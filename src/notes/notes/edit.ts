import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found, invalid, rejectedField } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { noteLimitError } from '../../http/contract/record-limits.ts'
import { answersUnder, labelledAnswers, templateOf } from '../templates/answers.ts'
import { choices } from '../templates/templates.sql.ts'
import type { NotePatch } from './notes.schema.ts'
import * as notes from './notes.sql.ts'
import { type NoteRow, noteRecord, parseRef } from './record.ts'

/** Applies a patch to a general note or a task's note, and stores its earlier state as a revision. */
export async function editNote(db: Queryable, caller: Caller, ref: string, patch: NotePatch) {
  const { orgId, connectionId, connection } = caller
  const { kind, id } = parseRef(ref)
  const find = async () => found(await notes.find[kind].first(db, orgId, id), 'Note')
  if (kind === 3) {
    await find()
    throw rejectedField('ref', 'Appointment notes are edited on the shift.')
  }
  if (Object.keys(patch).length === 0) return { data: noteRecord(await find()) }
  const answers = await answersAfter(db, orgId, patch, find)
  const { title, note_type = null, notes: text = null, date = null, template_id } = patch
  const values: notes.PatchValues = [
    ...([title !== undefined, title ?? null, note_type, text, date] as const),
    ...([template_id !== undefined, template_id ?? null, answers] as const),
  ]
  const { record, store } = notes.patchOf[kind]
  const row = await pipeline(db, function* () {
    if (kind === 2 && patch.notes !== undefined) yield* checkSize(orgId, id, patch.notes)
    const [, , , [after]] = yield* sendLast(
      kind === 2 ? notes.lockTaskOf.call(orgId, id) : undefined,
      record.call(orgId, id, ...values, connectionId),
      store.call(orgId, id, ...values, connection),
      notes.find[kind].call(orgId, id),
    )
    return after
  })
  return { data: noteRecord(found(row, 'Note')) }
}

/** The notes of one task have a size limit together. A shorter text is accepted even above the limit. */
function* checkSize(orgId: number, id: number, text: string) {
  const [, [bytes]] = yield* send(notes.lockTaskOf.call(orgId, id), notes.bytesInTask.call(orgId, id))
  const { own, others } = bytes!
  const error = own !== null && Buffer.byteLength(text) > own && noteLimitError(text, others, 'task')
  if (error) throw invalid({ notes: [error] })
}

/**
 * The answers to store, as JSON; null when the patch leaves them as they are. They are validated against the note as it was
 * read, without a lock.
 */
async function answersAfter(db: Queryable, orgId: number, patch: NotePatch, find: () => Promise<NoteRow>) {
  if (patch.template_id == null && patch.answers === undefined) return null
  const errors: FieldErrors = {}
  const note = await find()
  const { template_id = note.template_id } = patch
  const templates = await choices.rows(db, orgId, note.template_id, template_id)
  const template = templateOf(template_id, templates, errors)
  const answers = patch.answers
    ? labelledAnswers(patch, template, errors)
    : template && template_id !== note.template_id && answersUnder(note.answers, template)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return answers ? JSON.stringify(answers) : null
}
