import { clientStatuses } from '../../clients/clients.schema.ts'
import { clientTypes } from '../../clients/funding.ts'
import { businessName, records, type Source } from './source.ts'

export const clients: Source = {
  label: 'Clients',
  area: 'clients',
  rows: 'client r',
  where: 'r.org_id = $1',
  dated: 'created_at',
  metrics: { records: records('Clients') },
  fields: {
    status: { label: 'Status', type: 'choice', sql: 'r.status', values: clientStatuses },
    client_type: { label: 'Client type', type: 'choice', sql: 'r.client_type', values: clientTypes },
    business_id: { label: 'Business location', type: 'record', sql: 'r.business_id', name: businessName },
    language: { label: 'Language', type: 'text', sql: 'r.language' },
    created_at: { label: 'Created', type: 'date', sql: 'r.created_at', kind: 'instant' },
  },
}
