import { read } from '../access/areas.ts'
import type { Feature } from '../app.ts'
import { containing } from '../db/like.ts'
import type { Window } from '../db/timeline.ts'
import { startOf } from '../http/dates.ts'
import { pageBody } from '../http/paging.ts'
import { addDays, localOf } from '../time/local-time.ts'
import { submissionStatuses } from './moves.ts'
import * as operation from './submissions.list.operations.ts'
import { type ListedSubmission, listSubmissions } from './submissions.list.sql.ts'

export const submissionListRoutes: Feature = async (app) => {
  const config = { needs: read('forms') }
  app.get('/form-submissions', { config, schema: operation.listSubmissions }, async ({ db, caller, query }) => {
    const { form_id, type, submitter } = query
    const status = query.status && statusNamed(query.status)
    // A status that there is not is nobody's, and no name goes on into an email address, which stands on the next line.
    const isNobody = (query.status !== undefined && status === undefined) || submitter?.includes('\n')
    if (isNobody) return pageBody(query, { rows: [], total: 0 })
    const filters = { form_id, type, status, submitter: submitter && containing(submitter) }
    const { rows, total } = await listSubmissions(db, caller.orgId, query, filters, windowOf(query, caller.timezone))
    return pageBody(query, { rows: rows.map((row) => itemOf(row, caller.timezone)), total })
  })
}

const statusNamed = (text: string) => submissionStatuses.find((one) => one.toLowerCase() === text.toLowerCase())

/** Before and after all that PostgreSQL can be asked about in seconds. */
const [firstSecond, lastSecond] = [-62_135_596_800, 253_402_300_800]

/** Days of the organisation, both of them included, as seconds. */
function windowOf({ from, to }: { from?: string; to?: string }, timezone: string): Window | undefined {
  if (from === undefined && to === undefined) return undefined
  const secondOf = (day: string, otherwise: number) => {
    const at = Date.parse(startOf(day, timezone))
    return Number.isNaN(at) ? otherwise : Math.max(firstSecond, Math.min(at / 1000, lastSecond))
  }
  return {
    from: from === undefined ? firstSecond : secondOf(from, firstSecond),
    before: to === undefined || to === '9999-12-31' ? lastSecond : secondOf(addDays(to, 1), lastSecond),
  }
}

const itemOf = ({ submitter, email, ...row }: ListedSubmission, timezone: string) => ({
  id: row.id,
  form_id: row.form_id,
  form: row.form,
  ...(submitter !== null && { submitter }),
  ...(email !== null && { email }),
  status: row.status,
  type: row.type,
  submitted_at: localOf(row.submitted_at, timezone),
})
