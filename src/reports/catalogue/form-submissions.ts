import { submissionStatuses } from '../../forms/submissions/moves.ts'
import { submissionSources, submissionTypes } from '../../forms/submissions/submissions.schema.ts'
import { age, clientName, distinct, formName, records, type Source, staffName } from './source.ts'

/** The client of a submission is visible only to tokens that can read clients, and so are counts by it. */
const ofClients = { area: 'clients' } as const

export const formSubmissions: Source = {
  label: 'Form submissions',
  area: 'forms',
  rows: 'form_submission r',
  where: 'r.org_id = $1',
  dated: 'submitted_at',
  metrics: {
    records: records('Submissions'),
    forms: distinct('Forms answered', 'r.form_id'),
    submitters: distinct('Submitters', `lower(coalesce(nullif(r.email, ''), nullif(r.submitter, '')))`),
    clients: distinct('Clients', 'r.client_id', ofClients),
    days_since_submitted: age('Days since submitted', ':today - (r.submitted_at at time zone :zone)::date'),
  },
  fields: {
    form: { label: 'Form', type: 'record', sql: 'r.form_id', name: formName },
    status: { label: 'Status', type: 'choice', sql: 'r.status', values: submissionStatuses },
    type: { label: 'Type', type: 'choice', sql: 'r.type', values: submissionTypes },
    submitter: { label: 'Submitter', type: 'text', sql: 'r.submitter' },
    assignee: { label: 'Assignee', type: 'record', sql: 'r.assignee_id', name: staffName, nullable: true },
    client: { label: 'Client', type: 'record', sql: 'r.client_id', name: clientName, nullable: true, ...ofClients },
    source: {
      ...{ label: 'Sent by', type: 'choice', sql: 'r.source', values: submissionSources },
      names: { page: 'Form page', api: 'API' },
    },
    submitted_at: { label: 'Submitted', type: 'date', sql: 'r.submitted_at', kind: 'instant' },
  },
}
