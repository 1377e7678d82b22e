import type { Caller } from '../../access/tokens.ts'
import { violatedConstraint } from '../../db/constraint.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { invalid, notFound } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { todayIn } from '../../time/local-time.ts'
import { labelledAnswers, templateOf } from '../templates/answers.ts'
import { choices } from '../templates/templates.sql.ts'
import type { NoteCreate } from './notes.schema.ts'
import * as notes from './notes.sql.ts'
import { noteRecord } from './record.ts'

/** Creates a general note. Its author is the calling connection, because no staff member is known to have written it. */
export function createNote(db: Queryable, caller: Caller, now: number, clientId: number, body: NoteCreate) {
  const { orgId, connectionId, connection, timezone } = caller
  const { title = null, note_type = 'General', template_id = null, answers } = body
  const date = body.date ?? todayIn(now, timezone)
  return pipeline(db, function* () {
    const errors: FieldErrors = {}
    const [templates] = template_id === null ? [[]] : yield* send(choices.call(orgId, null, template_id))
    const template = templateOf(template_id, templates, errors)
    const labelled = labelledAnswers(body, template, errors)
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const content = [title, note_type, body.notes, date, template_id, JSON.stringify(labelled)] as const
    const fields = Object.keys(body).filter((field) => field !== 'answers' || answers!.length > 0)
    const [[note]] = yield* sendLast(
      notes.insert.call(orgId, clientId, ...content, connection),
      notes.recordCreated.call(orgId, connectionId, fields, JSON.stringify({ client_id: clientId })),
    )
    return { data: noteRecord({ ...note!, template: template?.name ?? null }) }
  }).catch((error) => {
    // The foreign key rejects an unknown client, so that the note needs no read before it.
    throw violatedConstraint(error) === 'note_client_fk' ? notFound('Client') : error
  })
}
