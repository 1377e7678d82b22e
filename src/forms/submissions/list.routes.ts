import { read } from '../../access/areas.ts'
import { containing } from '../../db/like.ts'
import { startOf } from '../../http/contract/dates.ts'
import { invalid } from '../../http/contract/errors.ts'
import type { Feature } from '../../http/contract/feature.ts'
import { renderedPage } from '../../http/responses/rendered.ts'
import { addDays } from '../../time/local-time.ts'
import * as operation from './list.schema.ts'
import { listSubmissions } from './list.sql.ts'
import { type SubmissionStatus, submissionStatuses } from './moves.ts'
import type { FormSubmission } from './submissions.schema.ts'

export const submissionListRoutes: Feature = async (app) => {
  const config = { needs: read('forms') }
  app.get('/form-submissions', { config, schema: operation.listSubmissions }, async ({ db, caller, query }) => {
    const { form_id, type, submitter } = query
    const status = query.status && statusNamed(query.status)
    // No name goes on into an email address, which stands on the next line.
    if (submitter?.includes('\n')) return renderedPage<FormSubmission>(query, { json: null, total: 0 })
    const filters = { form_id, type, status, submitter: submitter && containing(submitter) }
    const page = await listSubmissions(db, caller.orgId, query, { ...filters, ...windowOf(query, caller.timezone) })
    return renderedPage(query, page)
  })
}

function statusNamed(text: string): SubmissionStatus {
  const status = submissionStatuses.find((one) => one.toLowerCase() === text.toLowerCase())
  if (!status) throw invalid({ status: [`status must be one of ${submissionStatuses.join(', ')}.`] })
  return status
}

/** Before and after all that PostgreSQL can be asked about in seconds. */
const [firstSecond, lastSecond] = [-62_135_596_800, 253_402_300_800]

/** Days of the organisation, both of them included, as seconds: from the first up to, but not with, the last one. */
function windowOf({ from, to }: { from?: string; to?: string }, timezone: string) {
  const secondOf = (day: string, otherwise: number) => {
    const at = Date.parse(startOf(day, timezone))
    return Number.isNaN(at) ? otherwise : Math.max(firstSecond, Math.min(at / 1000, lastSecond))
  }
  return {
    from: from === undefined ? undefined : secondOf(from, firstSecond),
    before: to === undefined || to === '9999-12-31' ? undefined : secondOf(addDays(to, 1), lastSecond),
  }
}
