import type { Person } from '../http/schema.ts'
import { incidentFacts } from './incident.ts'
import type { KeptAnswer } from './kept.ts'
import type { SubmissionStatus } from './moves.ts'
import type { Incident } from './parts.ts'
import type { FormSubmissionRecord } from './submissions.schema.ts'

/** What the record of a submission is made of. */
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
  answers: KeptAnswer[]
  client: Person | null
  /** What its version says about incidents. */
  incident: Incident | null
  assignee: Person | null
  history: { status: SubmissionStatus; by: string | null; at: string; note: string | null }[] | null
  prospect_id: number | null
  note_ref: string | null
  source: FormSubmissionRecord['source']
  created_at: string
  updated_at: string
}

export const submissionRecord = (row: SubmissionRow): FormSubmissionRecord => ({
  id: row.id,
  form_id: row.form_id,
  form: row.form,
  ...(row.submitter !== null && { submitter: row.submitter }),
  ...(row.email !== null && { email: row.email }),
  status: row.status,
  type: row.type,
  submitted_at: row.submitted_at,
  ...(row.form_version !== null && { form_version: row.form_version }),
  // The database keeps the fields of an object in an order of its own.
  answers: row.answers.map(({ key, label, type, value, step }) => ({ key, label, type, value, step })),
  ...(row.client !== null && { client: row.client }),
  ...incidentFacts(row),
  ...(row.assignee !== null && { assignee: row.assignee }),
  history: (row.history ?? []).map(({ status, by, at, note }) => ({
    status,
    ...(by !== null && { by }),
    at,
    ...(note !== null && { note }),
  })),
  ...(row.prospect_id !== null && { prospect_id: row.prospect_id }),
  ...(row.note_ref !== null && { note_ref: row.note_ref }),
  source: row.source,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
