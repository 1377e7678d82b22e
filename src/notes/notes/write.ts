import type { Caller } from '../../access/tokens.ts'
import type { OfPart } from '../../db/part.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found, invalid, refusedField } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { noRoomFor } from '../../http/contract/record-limits.ts'
import { todayIn } from '../../time/local-time.ts'
import type { NoteCreate, NotePatch } from './notes.schema.ts'
import * as notes from './notes.sql.ts'
import { type NoteRow, noteRecord, parseRef } from './record.ts'
import { answersOf, answersUnder, templateOf } from './templates.ts'

/** Writes a general note. Its author is the connection that calls: no staff member is known to have written it. */
export function createNote(db: Queryable, caller: Caller, now: number, clientId: number, body: NoteCreate) {
  const { title = null, note_type = 'General', template_id = null, answers } = body
  const date = body.date ?? todayIn(now, caller.timezone)
  return pipeline(db, function* () {
    const errors: FieldErrors = {}
    const [known] = template_id === null ? [[]] : yield* send(notes.templates.call(caller.orgId))
    const template = templateOf(template_id, known, errors)
    const kept = answersOf(body, template, errors)
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const content = [title, note_type, body.notes, date, template_id, JSON.stringify(kept)] as const
    const fields = Object.keys(body).filter((field) => field !== 'answers' || answers!.length > 0)
    const [[made]] = yield* sendLast(
      notes.create.call(caller.orgId, caller.connectionId, clientId, ...content, caller.connection, fields),
    )
    return { data: noteRecord(found(made, 'Client')) }
  })
}

const onTheShift = () => refusedField('ref', 'Appointment notes are edited on the shift.')

/** Lays a patch over a general note or one of a task, and keeps what it was. A note of a shift is left to the shift. */
export async function changeNote(db: Queryable, caller: Caller, text: string, patch: NotePatch) {
  const { orgId, connectionId, connection } = caller
  const { kind, id } = parseRef(text)
  const find = async () => found(await notes.find.first(db, orgId, kind, id), 'Note')
  if (kind === 3) {
    await find()
    throw onTheShift()
  }
  const answers = await answersFor(db, orgId, patch, find)
  const { title, note_type = null, notes: words = null, date = null, template_id } = patch
  const change = kind === 1 ? notes.changeGeneral : notes.changeTask
  const values: notes.Change = [
    ...([title !== undefined, title ?? null, note_type, words, date] as const),
    ...([template_id !== undefined, template_id ?? null, answers] as const),
  ]
  if (Object.keys(patch).length === 0) return { data: noteRecord(await find()) }
  const changed = await pipeline(db, function* () {
    if (kind === 2 && patch.notes !== undefined) yield* refuseLonger(orgId, id, patch.notes)
    const [[row]] = yield* sendLast(change.call(orgId, connectionId, id, ...values, connection))
    return row
  })
  return { data: noteRecord(changed ?? (await find())) }
}

/** The notes of a task have a limit together. A text that gets shorter is taken all the same. */
function* refuseLonger(orgId: number, id: number, text: string) {
  const [, [bytes]] = yield* send(notes.lockTaskOf.call(orgId, id), notes.bytesInTask.call(orgId, id))
  const { own, others } = bytes!
  const no = own !== null && Buffer.byteLength(text) > own && noRoomFor(text, others, 'task')
  if (no) throw invalid({ notes: [no] })
}

/** The answers as they are kept, or null where none are sent. Templates and answers are judged by the note as it was just now. */
async function answersFor(db: Queryable, orgId: number, patch: NotePatch, find: () => Promise<NoteRow>) {
  if (patch.template_id == null && patch.answers === undefined) return null
  const errors: FieldErrors = {}
  const [old, known] = [await find(), await notes.templates.rows(db, orgId)]
  const { template_id = old.template_id } = patch
  const template = templateOf(template_id, known, errors)
  const kept = patch.answers
    ? answersOf(patch, template, errors)
    : template && template_id !== old.template_id && answersUnder(old.answers, template)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return kept ? JSON.stringify(kept) : null
}

/** What a note was before each of its edits, oldest first. */
export async function revisionsOf(db: Queryable, orgId: number, text: string) {
  const { kind, id } = parseRef(text)
  const ids = await pipeline(db, function* () {
    const [[note], general, ofTask] = yield* sendLast(
      notes.find.call(orgId, kind, id),
      kind === 1 ? notes.revisionsOfGeneral.call(orgId, id) : undefined,
      kind === 2 ? notes.revisionsOfTask.call(orgId, id) : undefined,
    )
    found(note, 'Note')
    return [...general, ...ofTask].map((revision) => revision.id)
  })
  const places = new Map(ids.map((id, place) => [id, place + 1]))
  const read = (some: number[]) => notes.revisionsPart.rows(db, orgId, some)
  const record = ({ id, template_id, template, bytes_before: _, found: __, ...revision }: OfPart<notes.Revision>) => ({
    revision: places.get(id)!,
    ...revision,
    ...(template_id !== null && { template: { id: template_id, name: template! } }),
  })
  return { ids, read, record }
}

export async function findNote(db: Queryable, orgId: number, text: string) {
  const { kind, id } = parseRef(text)
  return { data: noteRecord(found(await notes.find.first(db, orgId, kind, id), 'Note')) }
}
