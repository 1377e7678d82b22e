import { offsetOf, type PageNumber } from '../db/page.ts'
import { asJson, type JsonPage } from '../db/shape.ts'
import { type Queryable, type Statement, statement, unlistedStatement } from '../db/statement.ts'
import { timeline, type Window } from '../db/timeline.ts'
import type { FormSubmission } from './submissions.schema.ts'

export interface SubmissionFilters {
  form_id?: number | undefined
  status?: string | undefined
  type?: string | undefined
}

const zone = '(select timezone from organisation where id = $1)'
/**
 * A line of the list, over `r` and its form: what is kept of its text (db/migrations/0022_lists.sql), with the form's name and
 * a time in the organisation's zone put in. As text a time is as the API shows it, and takes half as long as by to_char.
 */
const line = `r.json_start || f.name || r.json_rest || date_trunc('second', r.submitted_at at time zone ${zone})::text || '"}'`
/** Looked up so that the text of a name is made once for all lines that have it. */
const beside = `cross join lateral (
  select to_json(name)::text as name from form where org_id = r.org_id and id = r.form_id offset 0) f`
const found = 'org_id, id, form_id, submitted_at, json_start, json_rest'
const shape = asJson<FormSubmission>({ json: line, found, beside })

/** A kind of the counts is a type and a form: `incident:80`. */
const byTime = timeline<JsonPage<FormSubmission>, keyof SubmissionFilters>({
  name: 'form_submissions.list',
  table: 'form_submission',
  at: 'submitted_at',
  shape,
  list: 'submissions',
  whole: true,
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
  const page = `select r.* from (select * from found order by submitted_at desc, id desc limit $2 offset $3) page
    join form_submission r on r.org_id = $1 and r.id = page.id`
  const parts = { page, total: 'select count(*) from found', order: 'r.submitted_at desc, r.id desc' }
  return `with found as materialized (
      select id, submitted_at from form_submission where org_id = $1 and ${bySubmitter}${others})
    ${shape.giving(parts)}`
}
// For the test of plans: none of the other filters, and all of them.
for (const used of [[], Object.keys(conditions) as Condition[]]) {
  statement(`form_submissions.by_submitter${used.length > 0 ? '_and_all' : ''}`, sqlOf(used), { plan: 'each call' })
}

/** `submitter` is a pattern for LIKE. */
export async function listSubmissions(
  db: Queryable,
  orgId: number,
  query: PageNumber,
  { submitter, ...filters }: SubmissionFilters & { submitter?: string | undefined },
  window: Window | undefined,
): Promise<JsonPage<FormSubmission>> {
  if (submitter === undefined) return byTime(db, orgId, query, filters, window)
  const values: Partial<Record<Condition, unknown>> = { ...filters, ...window }
  const used = (Object.keys(conditions) as Condition[]).filter((name) => values[name] !== undefined)
  const found: Statement<unknown[], JsonPage<FormSubmission>> = unlistedStatement(
    `form_submissions.by_submitter:${used.join('+')}`,
    sqlOf(used),
    { plan: 'each call' },
  )
  const sent = [orgId, query.per_page, offsetOf(query), submitter, ...used.map((name) => values[name])]
  return found.one(db, ...sent)
}
