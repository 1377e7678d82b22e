/** One submission for all examples. */
const at = '2026-11-14T22:05:31.402118Z'
export const submissionExample = {
  id: 310,
  form_id: 12,
  form: 'Incident report',
  submitter: 'Ana Li',
  email: 'ana.li@example.com',
  status: 'Submitted',
  type: 'incident',
  submitted_at: '2026-11-15 09:05:31',
}
export const submissionRecordExample = {
  ...submissionExample,
  form_version: 2,
  answers: [
    { key: 'client', label: 'Who was involved?', type: 'client', value: { id: 7, name: 'Joan Hart' }, step: 'what' },
    { key: 'occurred', label: 'When?', type: 'datetime', value: '2026-11-15 08:40:00', step: 'what' },
    { key: 'harm', label: 'What happened?', type: 'multiselect', value: ['Fall', 'Bruise'], step: 'details' },
  ],
  client: { id: 7, name: 'Joan Hart' },
  assignee: { id: 31, name: 'Bo Ng' },
  history: [{ status: 'Submitted', by: 'Lead form', at }],
  source: 'api',
  created_at: at,
  updated_at: at,
}
export const reviewedExample = {
  ...submissionRecordExample,
  status: 'In review',
  history: [
    ...submissionRecordExample.history,
    { status: 'In review', by: 'Lead form', at: '2026-11-15T01:00:12.000412Z', note: 'The family was called.' },
  ],
  updated_at: '2026-11-15T01:00:12.000412Z',
}
