import { list } from '../../db/list.ts'
import { asJson } from '../../db/shape.ts'
import type { FormSubmission } from './submissions.schema.ts'

const zone = '(select timezone from organisation where id = $1)'
/**
 * A line of the list, over `r` and its form: the stored parts of its text (db/migrations/0022_lists.sql), with the form's name and
 * a time in the organisation's zone put in. As text a time is as the API shows it, and takes half as long as by to_char.
 */
const line = `r.json_start || f.name || r.json_rest || date_trunc('second', r.submitted_at at time zone ${zone})::text || '"}'`
/** Looked up so that the text of a name is made once for all lines that have it. */
const beside = `cross join lateral (
  select to_json(name)::text as name from form where org_id = r.org_id and id = r.form_id offset 0) f`
const found = 'org_id, id, form_id, submitted_at, json_start, json_rest'

/** A kind of the counters is a type and a form: `incident:80`. */
export const listSubmissions = list({
  name: 'form_submissions.list',
  table: 'form_submission',
  order: { newest: 'submitted_at' },
  counters: 'submissions',
  filters: {
    form_id: {
      sql: 'form_id = ?::bigint',
      counts: `kind = any (array['form:' || ?::bigint, 'incident:' || ?::bigint, 'prospect:' || ?::bigint])`,
    },
    status: { sql: 'status = ?', counts: 'status = ?' },
    type: { sql: 'type = ?', counts: `split_part(kind, ':', 1) = ?` },
    // Seconds since 1970; the last one does not belong to the window.
    from: { sql: 'submitted_at >= to_timestamp(?)' },
    before: { sql: 'submitted_at < to_timestamp(?)' },
    // To the letter what the index `form_submission_by_submitter` has.
    submitter: { sql: `lower(coalesce(submitter, '') || E'\\n' || coalesce(email, '')) like lower(?)` },
  },
  shape: asJson<FormSubmission>({ json: line, found, beside }),
})
