import { all, read, readWrite } from '../../access/areas.ts'
import { forbidden, found, invalid, refused } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { originOf } from '../../http/pages/origin.ts'
import { findPublished } from '../forms/published.sql.ts'
import { changeSubmission } from './edit.ts'
import { findForLink } from './links.sql.ts'
import { expiryOf, linkFor, writeLink } from './links.ts'
import { submissionListRoutes } from './list.routes.ts'
import { answerable } from './open.ts'
import * as operation from './operations.schema.ts'
import { mayReadOf } from './people.ts'
import { clientFieldOf } from './prefill.ts'
import { submissionRecord } from './record.ts'
import { sharedSchemas } from './submissions.schema.ts'
import { find } from './submissions.sql.ts'
import { submitForm } from './submit.ts'

const ofForm = { record: 'Form' }
const ofSubmission = { record: 'Form submission' }

export const submissionRoutes: Feature = async (app) => {
  for (const shared of sharedSchemas) app.addSchema(shared)
  const { clock } = app
  const [reading, writing] = [{ needs: read('forms') }, { needs: readWrite('forms') }]

  app.post(
    '/forms/:id/submissions',
    { config: { ...writing, ...ofForm }, schema: operation.createSubmission },
    async ({ db, caller: { orgId, connectionId, connection: name, access }, params, body }) => {
      const mayRead = mayReadOf(access)
      if (body.note_ref !== undefined && !mayRead.client) throw forbidden(all(readWrite('forms'), read('clients')))
      const form = answerable(found(await findPublished.first(db, orgId, params.id), 'Form'), clock.now())
      const by = { connectionId, name, source: 'api', mayRead } as const
      const { id, data, ignored } = await submitForm(db, clock.now(), form, by, body)
      return { created: id, data: data!, ...(ignored.length > 0 && { ignored }) }
    },
  )

  app.post(
    '/forms/:id/links',
    { config: { needs: all(readWrite('forms'), read('clients')), ...ofForm }, schema: operation.createLink },
    async (request) => {
      const { db, caller, params, body } = request
      const now = clock.now()
      const form = answerable(found(await findPublished.first(db, caller.orgId, params.id), 'Form'), now)
      if (clientFieldOf(form) === undefined) throw refused(noPrefill)
      const { slug, key, hasClient } = await findForLink.one(db, caller.orgId, params.id, body.client_id)
      if (!hasClient) throw invalid({ client_id: ['client_id must be the id of a client of this organisation.'] })
      const link = linkFor(body.client_id, now, body.expires_in_days!)
      const url = `${originOf(request)}/f/${slug}/${key}?for=${writeLink(form, link)}`
      return { url, expires_at: expiryOf(link) }
    },
  )

  await app.register(submissionListRoutes)

  app.get(
    '/form-submissions/:id',
    { config: { ...reading, ...ofSubmission }, schema: operation.getSubmission },
    async ({ db, caller, params }) => ({
      data: submissionRecord(
        found(await find.first(db, caller.orgId, params.id, caller.timezone), ofSubmission.record),
        mayReadOf(caller.access),
      ),
    }),
  )

  app.patch(
    '/form-submissions/:id',
    { config: { ...writing, ...ofSubmission }, schema: operation.updateSubmission },
    ({ db, caller, params, body }) => changeSubmission(db, caller, params.id, body),
  )
}
const noPrefill = 'This form fills nothing in from the record of a client: it has no client_prefill.'
