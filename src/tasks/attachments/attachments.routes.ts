import { readWrite } from '../../access/areas.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import { found, invalid, rejectedField } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { maxDocuments, noteLimitError } from '../../http/contract/record-limits.ts'
import { lockOne } from '../tasks/tasks.sql.ts'
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
    return pipeline(db, function* () {
      const { note_bytes } = yield* lockTask(caller.orgId, params.id)
      const error = noteLimitError(body.notes, note_bytes, 'task')
      if (error) throw invalid({ notes: [error] })
      const values = [caller.orgId, caller.connectionId, params.id, now(), body.type!, body.notes] as const
      const [[note]] = yield* sendLast(attachments.addNote.call(...values))
      return { data: note! }
    })
  })

  app.post('/tasks/:id/documents', { config: writing, schema: schema.addDocument }, async (request) => {
    const { db, caller, params, body } = request
    return pipeline(db, function* () {
      const { documents } = yield* lockTask(caller.orgId, params.id)
      if (documents >= maxDocuments) throw rejectedField('documents', `A task has at most ${maxDocuments} documents.`)
      const values = [caller.orgId, caller.connectionId, params.id, now(), body.name] as const
      const [[document]] = yield* sendLast(attachments.addDocument.call(...values))
      return { data: document! }
    })
  })
}

/** Locks a task and counts its notes and documents. A billed task can get more of them. */
function* lockTask(orgId: number, taskId: number) {
  const [[task], [attached]] = yield* send(lockOne.call(orgId, taskId), attachments.attached.call(orgId, taskId))
  found(task, record)
  return attached!
}
