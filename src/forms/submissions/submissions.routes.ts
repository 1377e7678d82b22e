import { all, read, readWrite } from '../../access/areas.ts'
import { containsPattern } from '../../db/like.ts'
import { startInstant } from '../../http/contract/dates.ts'
import { forbidden, found, invalid, rejected } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { jsonRecords, sendList } from '../../http/lists/lists.ts'
import { originOf } from '../../http/pages/origin.ts'
import { clientInBody, clientsAt } from '../../http/responses/reads.ts'
import { addDays } from '../../time/local-time.ts'
import { mayReadOf } from '../answers/people.ts'
import { clientFieldOf } from '../answers/prefill.ts'
import { findPublished } from '../forms/published.sql.ts'
import { editSubmission } from './edit.ts'
import { expiryOf, linkFor, writeLink } from './links.ts'
import { type SubmissionStatus, submissionStatuses } from './moves.ts'
import { requireOpen } from './open.ts'
import { submissionRecord } from './record.ts'
import * as operation from './submissions.schema.ts'
import { sharedSchemas } from './submissions.schema.ts'
import { find, findForLink, submissionList } from './submissions.sql.ts'
import { submitForm } from './submit.ts'

const ofForm = { record: 'Form' }
const ofSubmission = { record: 'Form submission' }

const reads = clientsAt('data.client.id', 'data.incident.client.id', 'data.answers[type=client].value.id')

export const submissionRoutes: Feature = async (app) => {
  for (const shared of sharedSchemas) app.addSchema(shared)
  const { clock } = app
  const [reading, writing] = [{ needs: read('forms') }, { needs: readWrite('forms') }]

  app.post(
    '/forms/:id/submissions',
    { config: { ...writing, ...ofForm, reads }, schema: operation.createSubmission },
    async ({ db, caller: { orgId, connectionId, connection: name, access }, params, body }) => {
      const mayRead = mayReadOf(access)
      if (body.note_ref !== undefined && !mayRead.client) throw forbidden(all(readWrite('forms'), read('clients')))
      const form = requireOpen(found(await findPublished.first(db, orgId, params.id), 'Form'), clock.now())
      const by = { connectionId, name, source: 'api', mayRead } as const
      const { id, data, ignored } = await submitForm(db, clock.now(), form, by, body)
      return { created: id, data: data!, ...(ignored.length > 0 && { ignored }) }
    },
  )

  app.post(
    '/forms/:id/links',
    {
      // Who has the link sees the client.
      config: { needs: all(readWrite('forms'), read('clients')), ...ofForm, reads: clientInBody('client_id') },
      schema: operation.createLink,
    },
    async (request) => {
      const { db, caller, params, body } = request
      const now = clock.now()
      const form = requireOpen(found(await findPublished.first(db, caller.orgId, params.id), 'Form'), now)
      if (clientFieldOf(form) === undefined) throw rejected(noPrefill)
      const { slug, key, address, hasClient } = await findForLink.one(db, caller.orgId, params.id, body.client_id)
      if (!hasClient) throw invalid({ client_id: ['client_id must be the id of a client of this organisation.'] })
      const link = linkFor(body.client_id, now, body.expires_in_days!)
      const url = `${originOf(request)}/f/${slug}/${address ?? key}?for=${writeLink(form, link)}`
      return { url, expires_at: expiryOf(link) }
    },
  )

  app.get('/form-submissions', { config: reading, schema: operation.listSubmissions }, async (request, reply) => {
    const { caller, query } = request
    const { ids, form_id, type, submitter, updated_since, per_page, after_id } = query
    if (after_id === undefined && per_page! > operation.maxOnPage) {
      throw invalid({ per_page: [`per_page must be from 1 to ${operation.maxOnPage} without after_id.`] })
    }
    return sendList(
      request,
      reply,
      { ...submissionList, ...jsonRecords() },
      {
        ids,
        form_id,
        type,
        status: query.status && statusNamed(query.status),
        submitter: submitter && containsPattern(submitter),
        updated_since: updated_since && startInstant(updated_since, caller.timezone),
        ...windowOf(query, caller.timezone),
      },
    )
  })

  app.get(
    '/form-submissions/:id',
    { config: { ...reading, ...ofSubmission, reads }, schema: operation.getSubmission },
    async ({ db, caller, params }) => ({
      data: submissionRecord(
        found(await find.first(db, caller.orgId, params.id, caller.timezone), ofSubmission.record),
        mayReadOf(caller.access),
      ),
    }),
  )

  app.patch(
    '/form-submissions/:id',
    { config: { ...writing, ...ofSubmission, reads }, schema: operation.updateSubmission },
    ({ db, caller, params, body }) => editSubmission(db, caller, params.id, body),
  )
}
const noPrefill = 'This form fills nothing in from the record of a client: it has no client_prefill.'

function statusNamed(text: string): SubmissionStatus {
  const status = submissionStatuses.find((one) => one.toLowerCase() === text.toLowerCase())
  if (!status) throw invalid({ status: [`status must be one of ${submissionStatuses.join(', ')}.`] })
  return status
}

/** Bounds of what to_timestamp accepts, in seconds. */
const [firstSecond, lastSecond] = [-62_135_596_800, 253_402_300_800]

/** The seconds from the start of day `from` to the end of day `to`, both in the organisation's time zone. */
function windowOf({ from, to }: { from?: string; to?: string }, timezone: string) {
  const secondOf = (day: string, otherwise: number) => {
    const at = Date.parse(startInstant(day, timezone))
    return Number.isNaN(at) ? otherwise : Math.max(firstSecond, Math.min(at / 1000, lastSecond))
  }
  return {
    from: from === undefined ? undefined : secondOf(from, firstSecond),
    before: to === undefined || to === '9999-12-31' ? undefined : secondOf(addDays(to, 1), lastSecond),
  }
}
