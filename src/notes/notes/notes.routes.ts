import { read, readWrite } from '../../access/areas.ts'
import { found } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { sendInChunks } from '../../http/responses/chunks.ts'
import { clientInPath, clientsAt, clientsFoundBy } from '../../http/responses/reads.ts'
import { listNotes } from '../search/list.ts'
import { sealNotes } from '../search/seal.ts'
import { templateRoutes } from '../templates/templates.routes.ts'
import { listAllNotes } from './all-notes.ts'
import { createNote } from './create.ts'
import { editNote } from './edit.ts'
import * as schema from './notes.schema.ts'
import { clientsOfNote, find } from './notes.sql.ts'
import { noteRecord, parseRef } from './record.ts'
import { revisionsOf } from './revisions.ts'

export const noteRoutes: Feature = async (app) => {
  const { Attachment, Answer, Note, NoteOfClients, NoteCreate, NotePatch } = schema
  for (const shared of [Attachment, Answer, Note, NoteOfClients, NoteCreate, NotePatch]) app.addSchema(shared)
  const { clock } = app
  app.jobs['seal blocks of notes'] = { everySeconds: 10, work: () => sealNotes(app.pool) }
  const ofClient = { record: 'Client' }
  const readsOfNote = clientsFoundBy(({ caller, params }) => {
    const { kind, id } = parseRef((params as { ref: string }).ref)
    return app.reads.read((db) => clientsOfNote(db, caller.orgId, kind, id))
  })
  const ofNote = { record: 'Note', reads: readsOfNote }
  const [reading, writing] = [{ needs: read('clients') }, { needs: readWrite('clients') }]

  app.get(
    '/clients/:client_id/notes',
    {
      config: { ...reading, ...ofClient, reads: clientInPath('client_id', 'client.id') },
      schema: schema.listNotes,
    },
    ({ db, caller, params, query }) => listNotes(db, caller, params.client_id, query),
  )

  app.post(
    '/clients/:client_id/notes',
    { config: { ...writing, ...ofClient, reads: clientInPath('client_id') }, schema: schema.createNote },
    async ({ db, caller, params, body }) => createNote(db, caller, clock.now(), params.client_id, body),
  )

  app.get(
    '/notes',
    { config: { ...reading, reads: clientsAt('data[].clients[].id') }, schema: schema.listAllNotes },
    ({ db, caller, query }) => listAllNotes(db, caller, query),
  )

  app.get(
    '/notes/:ref',
    { config: { ...reading, ...ofNote }, schema: schema.getNote },
    async ({ db, caller, params }) => {
      const { kind, id } = parseRef(params.ref)
      return { data: noteRecord(found(await find[kind].first(db, caller.orgId, id), 'Note')) }
    },
  )

  app.patch(
    '/notes/:ref',
    { config: { ...writing, ...ofNote }, schema: schema.updateNote },
    ({ db, caller, params, body }) => editNote(db, caller, params.ref, body),
  )

  app.get(
    '/notes/:ref/revisions',
    { config: { ...reading, ...ofNote }, schema: schema.listRevisions },
    async ({ db, caller, params }, reply) => sendInChunks(reply, await revisionsOf(db, caller.orgId, params.ref), {}),
  )

  await app.register(templateRoutes)
}
