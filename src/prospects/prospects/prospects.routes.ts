import { all, read, readWrite } from '../../access/areas.ts'
import { containsPattern } from '../../db/like.ts'
import { offsetOf } from '../../db/list.ts'
import { nextIds } from '../../db/next-ids.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import { recordEvent } from '../../events/outbox.ts'
import { startInstant } from '../../http/contract/dates.ts'
import { found, invalid } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { jsonRecords, sendList } from '../../http/lists/lists.ts'
import { sendInChunks } from '../../http/responses/chunks.ts'
import { jsonRecordResponse } from '../../http/responses/json-response.ts'
import { pageBody } from '../../http/responses/paging.ts'
import { clientsAt, clientsFoundBy } from '../../http/responses/reads.ts'
import { optionsRoutes } from '../options/options.routes.ts'
import { ProspectOptions } from '../options/options.schema.ts'
import { findOptions } from '../options/options.sql.ts'
import { optionsOf } from '../options/options.ts'
import { checkAgainstOptions, needsOptions } from './check.ts'
import { convertProspect } from './convert.ts'
import { createProspect } from './create.ts'
import { editProspect } from './edit.ts'
import * as notes from './notes.sql.ts'
import * as schema from './prospects.schema.ts'
import { find, prospectList } from './prospects.sql.ts'

const record = 'Prospect'
/** A prospect may have 64 KB of attributes. */
const exportedAtOnce = 100

export const prospectRoutes: Feature = async (app) => {
  for (const shared of Object.values({ ...schema, ProspectOptions })) {
    if (typeof shared === 'object' && '$id' in shared) app.addSchema(shared)
  }
  const { clock } = app
  const reading = { needs: read('prospects'), record }
  const writing = { needs: readWrite('prospects'), record }
  const one = { reads: clientsAt('data.client_id') }
  const converting = { needs: all(readWrite('prospects'), readWrite('clients')), record, ...one }

  // Notes of a converted prospect are about the client.
  const ofNotes = clientsFoundBy(async ({ caller, params }) => {
    const { id } = params as { id: number }
    const rows = await app.reads.read((db) => notes.findClient.rows(db, caller.orgId, id))
    return rows.map((client) => client.id)
  })

  await app.register(optionsRoutes)

  app.get(
    '/prospects',
    { config: { ...reading, reads: clientsAt('data[].client_id') }, schema: schema.listProspects },
    async (request, reply) => {
      const { db, caller, query } = request
      const values = { stage: query.stage, consultant: query.consultant }
      if (needsOptions(values)) {
        const errors = checkAgainstOptions(values, optionsOf(await findOptions.first(db, caller.orgId)))
        if (Object.keys(errors).length > 0) throw invalid(errors)
      }
      return sendList(
        request,
        reply,
        { ...prospectList, ...jsonRecords(exportedAtOnce) },
        {
          ...query,
          query: query.query && containsPattern(query.query),
          updated_since: query.updated_since && startInstant(query.updated_since, caller.timezone),
        },
      )
    },
  )

  app.get(
    '/prospects/:id',
    { config: { ...reading, ...one }, schema: schema.getProspect },
    async ({ db, caller, params }) => jsonRecordResponse(found(await find.first(db, caller.orgId, params.id), record)),
  )

  app.post(
    '/prospects',
    { config: { ...writing, ...one }, schema: schema.createProspect },
    async ({ db, caller, body }) => createProspect(db, caller, clock.now(), body),
  )

  app.patch(
    '/prospects/:id',
    { config: { ...writing, ...one }, schema: schema.updateProspect },
    ({ db, caller, params, body }) => editProspect(db, caller, params.id, body),
  )

  app.post(
    '/prospects/:id/convert',
    { config: converting, schema: schema.convertProspect },
    ({ db, caller, params, body }) => convertProspect(db, caller, params.id, body),
  )

  app.get(
    '/prospects/:id/notes',
    { config: { ...reading, reads: ofNotes }, schema: schema.listNotes },
    async ({ db, caller, params, query }) => {
      const rows = await notes.listNotes.rows(db, caller.orgId, params.id, query.per_page!, offsetOf(query))
      const { total } = found(rows[0], record)
      const page = rows.flatMap(({ total: _, ...note }) => (note.id === null ? [] : [note]))
      return pageBody(query, { rows: page, total })
    },
  )

  app.post(
    '/prospects/:id/notes',
    { config: { ...writing, reads: ofNotes }, schema: schema.addNote },
    async ({ db, caller: { orgId, connectionId, connection }, params, body }) => {
      return pipeline(db, function* () {
        const [[prospect], [next]] = yield* send(
          notes.touch.call(orgId, params.id),
          nextIds.call('prospect_note_id_seq', 1),
        )
        const [prospectId, { id }] = [found(prospect, record).id, next!]
        const [[note]] = yield* sendLast(
          notes.addNote.call(orgId, id, prospectId, body.note_type!, body.notes, connection),
          recordEvent.call(orgId, connectionId, 'prospect.note_added', prospectId, ['notes'], { note_id: id }),
        )
        return { data: note! }
      })
    },
  )

  app.get(
    '/prospects/:id/stage-history',
    { config: reading, schema: schema.getStageHistory },
    async ({ db, caller, params }, reply) => {
      const rows = await notes.stageHistory.rows(db, caller.orgId, params.id)
      found(rows[0], record)
      const ids = rows.flatMap(({ id }) => id ?? [])
      const read = (pageIds: number[]) => notes.findStageChanges.rows(db, caller.orgId, pageIds)
      return sendInChunks(reply, { ids, read, record: ({ stage, by, at }) => ({ stage, by, at }) }, {})
    },
  )
}
