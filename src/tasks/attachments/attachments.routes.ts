import { readWrite } from '../../access/areas.ts'
import { nextIds, type Sequence } from '../../db/next-ids.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import { recordEvent } from '../../events/outbox.ts'
import { found, invalid, rejectedField } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { maxDocuments, noteLimitError } from '../../http/contract/record-limits.ts'
import { lockOne, touch } from '../tasks/tasks.sql.ts'
import * as schema from './attachments.schema.ts'
import * as attachments from './attachments.sql.ts'

const record = 'Task'

export const attachmentRoutes: Feature = async (app) => {
  for (const shared of [schema.TaskNoteCreate, schema.TaskDocumentCreate]) app.addSchema(shared)
  const { clock } = app
  const writing = { needs: readWrite('tasks'), record }
  const now = () => new Date(clock.now()).toISOString()

  app.post('/tasks/:id/notes', { config: writing, schema: schema.addNote }, async (request) => {
    const { db, caller, params, body } = request
    const { orgId, connectionId, connection, timezone } = caller
    return pipeline(db, function* () {
      const { note_bytes, id } = yield* lockTask(orgId, params.id, 'task_note_id_seq')
      const error = noteLimitError(body.notes, note_bytes, 'task')
      if (error) throw invalid({ notes: [error] })
      const [, , , [note]] = yield* sendLast(
        touch.call(orgId, params.id),
        attachments.addNote.call(orgId, id, params.id, now(), body.type!, body.notes, connection),
        recordEvent.call(orgId, connectionId, 'task.note_added', params.id, ['notes'], { note_id: id }),
        attachments.findNote.call(orgId, id, timezone),
      )
      return { data: note! }
    })
  })

  app.post('/tasks/:id/documents', { config: writing, schema: schema.addDocument }, async (request) => {
    const { db, caller, params, body } = request
    const { orgId, connectionId, timezone } = caller
    return pipeline(db, function* () {
      const { documents, id } = yield* lockTask(orgId, params.id, 'task_document_id_seq')
      if (documents >= maxDocuments) throw rejectedField('documents', `A task has at most ${maxDocuments} documents.`)
      const [, , , [document]] = yield* sendLast(
        touch.call(orgId, params.id),
        attachments.addDocument.call(orgId, id, params.id, now(), body.name),
        recordEvent.call(orgId, connectionId, 'task.document_added', params.id, ['documents'], { document_id: id }),
        attachments.findDocument.call(orgId, id, timezone),
      )
      return { data: document! }
    })
  })
}

/** Locks a task, counts its notes and documents, and takes the id of a new one. A billed task can get more of them. */
function* lockTask(orgId: number, taskId: number, sequence: Sequence) {
  const [[task], [attached], [next]] = yield* send(
    lockOne.call(orgId, taskId),
    attachments.attached.call(orgId, taskId),
    nextIds.call(sequence, 1),
  )
  found(task, record)
  return { ...attached!, ...next! }
}
