import { chosenIds, keysetList } from '../../db/list.ts'
import type { ListJson } from '../../db/list-json.ts'
import { localTimeText, organisationTimezone } from '../../db/local-time.ts'
import { asJson } from '../../db/shape.ts'
import { statement } from '../../db/statement.ts'
import type { Person } from '../../http/contract/schema.ts'
import type { StoredAnswer } from '../answers/stored-answer.ts'
import type { Incident } from '../definition/parts.ts'
import type { SubmissionStatus } from './moves.ts'
import { FormSubmission, type FormSubmissionRecord } from './submissions.schema.ts'

/** The form's name and the organisation's time zone can change without the row, so the list statement adds both. */
export const submissionJson: ListJson<typeof FormSubmission> = {
  table: 'form_submission',
  schema: FormSubmission,
  from: { form: { read: 'json' }, submitted_at: { read: 'quoted' } },
  columns: ['json_start', 'json_rest'],
}

const utc = (instant: string) => `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const person = (table: string, id: string) => `
  (select json_build_object('id', p.id, 'name', p.first_name || ' ' || p.last_name) from ${table} p where p.org_id = $1 and p.id = ${id})`

/** The columns of a new submission. It belongs to at most one note, which is of one of three kinds. */
export interface NewSubmission {
  form_id: number
  form_version: number
  submitter: string | null
  email: string | null
  type: string
  answers: string
  client_id: number | null
  prospect_id: number | null
  note_id: number | null
  task_note_id: number | null
  shift_note_id: number | null
  source: string
  sending: string | null
}
const columns = [
  ...['form_id', 'form_version', 'submitter', 'email', 'type', 'answers', 'client_id', 'prospect_id'],
  ...['note_id', 'task_note_id', 'shift_note_id', 'source', 'sending'],
] as (keyof NewSubmission)[]

const insert = statement<[orgId: number, id: number, assigneeId: number | null, ...values: unknown[]], object>(
  'forms.insert_submission',
  `insert into form_submission (org_id, id, assignee_id, ${columns.join(', ')})
   select $1, $2, assigned.id, ${columns.map((_, i) => `$${4 + i}`).join(', ')}
   from (select max(id) as id from staff where org_id = $1 and id = $3) assigned`,
)
/** The assignee of a form may no longer exist. */
export const insertCall = (orgId: number, id: number, assigneeId: number | null, made: NewSubmission) =>
  insert.call(orgId, id, assigneeId, ...columns.map((column) => made[column]))

/** The first entry of the history of a new submission, with the same time: that of their transaction. */
export const beginHistory = statement<[orgId: number, id: number, by: string | null], object>(
  'forms.begin_submission_history',
  `insert into form_submission_change (org_id, submission_id, status, by_name) values ($1, $2, 'Submitted', $3)`,
)

/** The submission that the page created before with the same `sending` id. */
type Sent = [orgId: number, formId: number, sending: string, timezone: string]
export const findBySending = statement<Sent, { id: number; submitted_at: string }>(
  'forms.find_by_sending',
  `select id, ${localTimeText('submitted_at', '$4::text')} as submitted_at
   from form_submission where org_id = $1 and form_id = $2 and sending = $3`,
)

/** A submission with everything that its record shows. */
export interface SubmissionRow {
  id: number
  form_id: number
  form: string
  submitter: string | null
  email: string | null
  status: SubmissionStatus
  type: FormSubmissionRecord['type']
  submitted_at: string
  form_version: number | null
  answers: StoredAnswer[]
  client: Person | null
  /** `incident` of the answered version. */
  incident: Incident | null
  assignee: Person | null
  history: { status: SubmissionStatus; by: string | null; at: string; note: string | null }[] | null
  prospect_id: number | null
  note_ref: string | null
  source: FormSubmissionRecord['source']
  created_at: string
  updated_at: string
}

export const find = statement<[orgId: number, id: number, timezone: string], SubmissionRow>(
  'forms.find_submission',
  `select s.id, s.form_id, f.name as form, s.submitter, s.email, s.status, s.type, ${localTimeText('s.submitted_at', '$3::text')} as submitted_at, s.form_version, s.answers,
     ${person('client', 's.client_id')} as client, ${person('staff', 's.assignee_id')} as assignee,
     (select v.incident from form_version v where v.org_id = $1 and v.form_id = s.form_id and v.version = s.form_version) as incident,
     (select json_agg(json_build_object('status', c.status, 'by', c.by_name, 'at', ${utc('c.created_at')}, 'note', c.note) order by c.id)
      from form_submission_change c where c.org_id = $1 and c.submission_id = s.id) as history,
     s.prospect_id, coalesce('general:' || s.note_id, 'task:' || s.task_note_id, 'appointment:' || s.shift_note_id) as note_ref,
     s.source, s.created_at, s.updated_at
   from form_submission s join form f on f.org_id = $1 and f.id = s.form_id
   where s.org_id = $1 and s.id = $2`,
)

/** Every change of a submission takes this lock first, and reads the row after it. */
export const lock = statement<[orgId: number, id: number], { id: number }>(
  'forms.lock_submission',
  'select id from form_submission where org_id = $1 and id = $2 for no key update',
)

type Move = [orgId: number, id: number, status: string, by: string, note: string | null]
/** Sets the status, or keeps it if only a note is added, and adds to the history. */
export const move = statement<Move, object>(
  'forms.set_submission_status',
  `with changed as (
     update form_submission set status = $3, updated_at = statement_timestamp() where org_id = $1 and id = $2
     returning id, status, updated_at)
   insert into form_submission_change (org_id, submission_id, status, by_name, note, created_at)
   select $1, id, status, $4, $5, updated_at from changed`,
)

/**
 * The JSON of a list item, from `r` and its form: the stored parts (db/migrations/0022_lists.sql) with the form's name and the local
 * time between them. The cast to text gives the API's time format in half the time of to_char.
 */
const line = `r.json_start || f.name || r.json_rest || date_trunc('second', r.submitted_at at time zone ${organisationTimezone})::text || '"}'`
/** The subquery renders the name of each form once, not once for each item. */
const beside = `cross join lateral (
  select to_json(name)::text as name from form where org_id = $1 and id = r.form_id offset 0) f`
const pageColumns = 'id, form_id, submitted_at, json_start, json_rest'

/** A `kind` of the counters is the type and the form's id: `incident:80`. */
export const submissionList = keysetList({
  name: 'form_submissions.list',
  table: 'form_submission',
  order: { newest: 'submitted_at' },
  counters: 'submissions',
  filters: {
    ids: chosenIds,
    form_id: {
      sql: 'form_id = ?::bigint',
      counts: `kind = any (array['form:' || ?::bigint, 'incident:' || ?::bigint, 'prospect:' || ?::bigint])`,
    },
    status: { sql: 'status = ?', counts: 'status = ?' },
    type: { sql: 'type = ?', counts: `split_part(kind, ':', 1) = ?` },
    updated_since: { sql: 'updated_at >= ?', isIndexed: true },
    // Seconds since 1970; `before` is exclusive.
    from: { sql: 'submitted_at >= to_timestamp(?)' },
    before: { sql: 'submitted_at < to_timestamp(?)' },
    // Must equal the expression of the index `form_submission_by_submitter`. It joins name and email by a line break, so a
    // text with one could match across both.
    submitter: {
      sql: `lower(coalesce(submitter, '') || E'\\n' || coalesce(email, '')) like lower(?) and ?::text not like E'%\\n%'`,
    },
  },
  shape: asJson<FormSubmission>({ json: line, found: pageColumns, beside }),
})

/** The parts of a form's URL, and whether the client exists. */
export const findForLink = statement<
  [orgId: number, formId: number, clientId: number],
  { slug: string; key: string; address: string | null; hasClient: boolean }
>(
  'forms.find_for_link',
  `select o.slug, f.key, f.address, exists (select from client where org_id = $1 and id = $3) as "hasClient"
   from organisation o join form f on f.org_id = o.id where o.id = $1 and f.id = $2`,
)
