import { readWrite } from '../access/areas.ts'
import type { Feature } from '../app.ts'
import { found } from '../http/errors.ts'
import * as schema from './attachments.schema.ts'
import * as attachments from './attachments.sql.ts'

const record = 'Task'

export const attachmentRoutes: Feature = async (app) => {
  for (const shared of [schema.TaskNoteCreate, schema.TaskDocumentCreate]) app.addSchema(shared)
  const { clock } = app
  const writing = { needs: readWrite('tasks'), record }
  const now = () => new Date(clock.now()).toISOString()

  app.post(
    '/tasks/:id/notes',
    { config: writing, schema: schema.addNote },
    async ({ db, caller: { orgId, connectionId }, params, body }, reply) => {
      const { type, notes } = body
      const note = await attachments.addNote.first(db, orgId, connectionId, params.id, now(), type!, notes)
      reply.code(201)
      return { data: found(note, record) }
    },
  )

  app.post(
    '/tasks/:id/documents',
    { config: writing, schema: schema.addDocument },
    async ({ db, caller: { orgId, connectionId }, params, body }, reply) => {
      const document = await attachments.addDocument.first(db, orgId, connectionId, params.id, now(), body.name)
      reply.code(201)
      return { data: found(document, record) }
    },
  )
}
