import type { preHandlerHookHandler } from 'fastify'
import { read, readWrite } from '../../access/areas.ts'
import { containsPattern } from '../../db/like.ts'
import { startInstant } from '../../http/contract/dates.ts'
import { found, invalid } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { fieldErrors } from '../../http/contract/field-errors.ts'
import { recordsById, sendList } from '../../http/lists/lists.ts'
import { originOf } from '../../http/pages/origin.ts'
import { otherFieldErrors } from '../definition/builder.ts'
import * as schema from '../definition/form.schema.ts'
import * as edits from '../edit/edit.schema.ts'
import { createForm } from './create.ts'
import { editForm } from './edit.ts'
import * as operation from './forms.schema.ts'
import { find, findPart, formList } from './forms.sql.ts'
import { publishForm, unpublishForm } from './publish.ts'
import { formRecord } from './record.ts'

const record = 'Form'

/** Runs before the handler, so that a body with an invalid shape is not recorded under its Idempotency-Key. */
const rejectInvalidShape: preHandlerHookHandler = ({ validationError, body }, _, done) => {
  if (!validationError) return done()
  const errors = fieldErrors(validationError.validation)
  done(invalid({ ...errors, ...otherFieldErrors(body, errors) }))
}

export const formRoutes: Feature = async (app) => {
  for (const shared of Object.values({ ...schema, ...edits })) {
    if (typeof shared === 'object' && '$id' in shared) app.addSchema(shared)
  }
  const reading = { needs: read('forms'), record }
  const writing = { needs: readWrite('forms'), record }
  const acting = { ...writing, bodyIsOptional: true }

  app.get('/forms', { config: reading, schema: operation.listForms }, async (request, reply) => {
    const { caller, query } = request
    const origin = originOf(request)
    const records = recordsById(
      (db, ids) => findPart.rows(db, caller.orgId, ids),
      (row) => formRecord(row, origin),
    )
    return sendList(
      request,
      reply,
      { ...formList, ...records },
      {
        published: query.published,
        query: query.query && containsPattern(query.query),
        updated_since: query.updated_since && startInstant(query.updated_since, caller.timezone),
      },
    )
  })

  app.get('/forms/:id', { config: reading, schema: operation.getForm }, async (request) => {
    const { db, caller, params } = request
    return { data: formRecord(found(await find.first(db, caller.orgId, params.id), record), originOf(request)) }
  })

  app.post(
    '/forms',
    { config: writing, schema: operation.createForm, attachValidation: true, preHandler: rejectInvalidShape },
    ({ db, caller, body }) => createForm(db, caller, body),
  )

  app.patch('/forms/:id', { config: writing, schema: operation.editForm }, (request) => {
    const { db, caller, params, body } = request
    return editForm(db, caller, originOf(request), params.id, body)
  })

  app.post('/forms/:id/publish', { config: acting, schema: operation.publishForm }, (request) => {
    const { db, caller, params } = request
    return publishForm(db, caller, originOf(request), params.id)
  })

  app.post('/forms/:id/unpublish', { config: acting, schema: operation.unpublishForm }, (request) => {
    const { db, caller, params } = request
    return unpublishForm(db, caller, originOf(request), params.id)
  })
}
