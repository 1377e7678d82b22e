import { type MayRead, visibleValue } from '../answers/people.ts'
import { type StoredAnswer, textOf } from '../answers/stored-answer.ts'
import type { Incident } from '../definition/parts.ts'
import { isEmpty } from '../logic/values.ts'
import type { FormSubmissionRecord, IncidentFacts } from './submissions.schema.ts'
import type { SubmissionRow } from './submissions.sql.ts'

/** Missing values are undefined, which JSON leaves out. Building the object by spreading parts takes several times as long. */
export function submissionRecord(row: SubmissionRow, mayRead: MayRead): FormSubmissionRecord {
  // jsonb does not preserve the order of an object's fields.
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

interface IncidentInput {
  type: string
  answers: readonly StoredAnswer[]
  incident: Incident | null
}

/** The facts of an incident, from the fields that the answered version of the form names; undefined for other forms. */
export function incidentFacts({ type, answers, incident }: IncidentInput): IncidentFacts | undefined {
  if (type !== 'incident' || !incident?.enabled) return undefined
  const answerTo = (field: string | undefined) =>
    answers.find(({ key, value }) => field !== undefined && key === field && !isEmpty(value))
  const severity = answerTo(incident.severity_field)
  const occurred = answerTo(incident.occurred_field)
  const client = answerTo(incident.client_field)
  const facts: IncidentFacts = {
    ...(severity && { severity: textOf(severity.value) }),
    ...(occurred && { occurred_at: textOf(occurred.value) }),
    // An imported answer with this key may have any type.
    ...(client?.type === 'client' && { client: client.value as IncidentFacts['client'] & object }),
  }
  return Object.keys(facts).length > 0 ? facts : undefined
}
