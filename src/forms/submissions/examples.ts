import { formExample } from '../forms/examples.ts'

/** One submission for all examples: it answers the form of the other examples. */
const at = '2026-11-14T22:05:31.402118Z'
export const answersExample = {
  answers: { client: 2001, occurred: '2026-11-15 08:40:00', kind: 'Fall', severity: 'Moderate' },
  submitter: 'Ana Li',
  email: 'ana.li@example.com',
}
export const submissionExample = {
  id: 85,
  form_id: formExample.id,
  form: formExample.name,
  submitter: 'Ana Li',
  email: 'ana.li@example.com',
  status: 'Submitted',
  type: 'incident',
  submitted_at: '2026-11-15 09:05:31',
}
const client = { id: 2001, name: 'Joan Hart' }
export const submissionRecordExample = {
  ...submissionExample,
  form_version: 1,
  answers: [
    { key: 'client', label: 'Who was affected?', type: 'client', value: client, step: 'what' },
    { key: 'occurred', label: 'When was it?', type: 'datetime', value: '2026-11-15 08:40:00', step: 'what' },
    { key: 'kind', label: 'Kind of incident', type: 'select', value: 'Fall', step: 'what' },
    { key: 'severity', label: 'How bad was it?', type: 'radio', value: 'Moderate', step: 'what' },
  ],
  client,
  incident: { severity: 'Moderate', occurred_at: '2026-11-15 08:40:00', client },
  assignee: { id: 101, name: 'Bo Ng' },
  history: [{ status: 'Submitted', by: 'Care app', at }],
  source: 'api',
  created_at: at,
  updated_at: at,
}
export const reviewExample = { status: 'In review', note: 'The family was called.' }
export const reviewedExample = {
  ...submissionRecordExample,
  status: 'In review',
  history: [
    ...submissionRecordExample.history,
    { ...reviewExample, by: 'Care app', at: '2026-11-15T01:00:12.000412Z' },
  ],
  updated_at: '2026-11-15T01:00:12.000412Z',
}
