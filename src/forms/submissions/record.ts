import type { Person } from '../../http/contract/schema.ts'
import type { KeptAnswer } from '../definition/kept.ts'
import type { Incident } from '../definition/parts.ts'
import { incidentFacts } from './incident.ts'
import type { SubmissionStatus } from './moves.ts'
import { type MayRead, visibleValue } from './people.ts'
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

/** What a submission has not is undefined, which JSON leaves out: an object put together of pieces takes several times as long. */
export function submissionRecord(row: SubmissionRow, mayRead: MayRead): FormSubmissionRecord {
  // The database keeps the fields of an object in an order of its own.
  const answers = row.answers.map(({ key, label, type, value, step }) => ({
    ...{ key, label, type, value: visibleValue({ type, value }, mayRead), step },
  }))
  const record: { [Field in keyof FormSubmissionRecord]: FormSubmissionRecord[Field] | undefined } = {
    id: row.id,
    form_id: row.form_id,
    form: row.form,
    submitter: row.submitter ?? undefined,
    email: row.email ?? undefined,
    status: row.status,
    type: row.type,
    submitted_at: row.submitted_at,
    form_version: row.form_version ?? undefined,
    answers,
    client: (mayRead.client && row.client) || undefined,
    incident: incidentFacts({ ...row, answers }),
    assignee: row.assignee ?? undefined,
    history: (row.history ?? []).map(changeRecord),
    prospect_id: row.prospect_id ?? undefined,
    note_ref: row.note_ref ?? undefined,
    source: row.source,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
  return record as FormSubmissionRecord
}

const changeRecord = ({ status, by, at, note }: NonNullable<SubmissionRow['history']>[number]) =>
  ({ status, by: by ?? undefined, at, note: note ?? undefined }) as FormSubmissionRecord['history'][number]
