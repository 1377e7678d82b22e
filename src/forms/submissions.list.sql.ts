import { offsetOf, type PageNumber } from '../db/page.ts'
import { type Queryable, type Statement, statement, unlistedStatement } from '../db/statement.ts'
import { timeline, type Window } from '../db/timeline.ts'
import type { SubmissionStatus } from './moves.ts'

/** A line of the list as it is read; `submitted_at` is an instant. */
export interface ListedSubmission {
  id: number
  form_id: number
  form: string
  submitter: string | null
  email: string | null
  status: SubmissionStatus
  type: 'form' | 'incident' | 'prospect'
  submitted_at: string
}

export interface SubmissionFilters {
  form_id?: number | undefined
  status?: string | undefined
  type?: string | undefined
}

const columns = `r.id, r.form_id, (select f.name from form f where f.org_id = r.org_id and f.id = r.form_id) as form,
  r.submitter, r.email, r.status, r.type, r.submitted_at`

/** A kind of the counts is a type and a form: `incident:80`. */
const byTime = timeline<ListedSubmission, keyof SubmissionFilters>({
  name: 'form_submissions.list',
  table: 'form_submission',
  at: 'submitted_at',
  columns,
  list: 'submissions',
  filters: {
    form_id: {
      rows: 'form_id = ?',
      counts: `kind = any (array['form:' || ?, 'incident:' || ?, 'prospect:' || ?])`,
      type: 'bigint',
    },
    status: { rows: 'status = ?', counts: 'status = ?', type: 'text' },
    type: { rows: 'type = ?', counts: `split_part(kind, ':', 1) = ?`, type: 'text' },
  },
})

const conditions = {
  form_id: 'form_id = ?',
  status: 'status = ?',
  type: 'type = ?',
  from: 'submitted_at >= to_timestamp(?)',
  before: 'submitted_at < to_timestamp(?)',
} as const
type Condition = keyof typeof conditions

/** To the letter what the index `form_submission_by_submitter` has. */
const bySubmitter = `lower(coalesce(submitter, '') || E'\\n' || coalesce(email, '')) like lower($4)`

/** Who sent it is found by the index of their names first, whatever the order: all matches, which counts them too. */
const sqlOf = (used: readonly Condition[]): string => {
  const others = used.map((name, i) => ` and ${conditions[name].replace('?', `$${5 + i}`)}`).join('')
  return `with found as materialized (
      select id, submitted_at from form_submission where org_id = $1 and ${bySubmitter}${others})
    select ${columns}, total from (select count(*) as total from found) counted
    left join lateral (select * from found order by submitted_at desc, id desc limit $2 offset $3) page on true
    left join form_submission r on r.org_id = $1 and r.id = page.id
    order by page.submitted_at desc, page.id desc`
}
// For the test of plans: none of the other filters, and all of them.
for (const used of [[], Object.keys(conditions) as Condition[]]) {
  statement(`form_submissions.by_submitter${used.length > 0 ? '_and_all' : ''}`, sqlOf(used), { plan: 'each call' })
}

type Page = { rows: ListedSubmission[]; total: number }

/** `submitter` is a pattern for LIKE. */
export async function listSubmissions(
  db: Queryable,
  orgId: number,
  query: PageNumber,
  { submitter, ...filters }: SubmissionFilters & { submitter?: string | undefined },
  window: Window | undefined,
): Promise<Page> {
  if (submitter === undefined) return byTime(db, orgId, query, filters, window)
  const values: Partial<Record<Condition, unknown>> = { ...filters, ...window }
  const used = (Object.keys(conditions) as Condition[]).filter((name) => values[name] !== undefined)
  const found: Statement<unknown[], ListedSubmission & { total: number }> = unlistedStatement(
    `form_submissions.by_submitter:${used.join('+')}`,
    sqlOf(used),
    { plan: 'each call' },
  )
  const sent = [orgId, query.per_page, offsetOf(query), submitter, ...used.map((name) => values[name])]
  const rows = await found.rows(db, ...sent)
  return { total: rows[0]!.total, rows: rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row) }
}
