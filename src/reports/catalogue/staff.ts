import { staffStatuses } from '../../staff/moves.ts'
import { age, records, type Source } from './source.ts'

/** Suppliers are not staff. */
export const staff: Source = {
  label: 'Staff',
  area: 'staff',
  rows: 'staff r',
  where: 'r.org_id = $1 and not r.supplier',
  dated: 'created_at',
  metrics: {
    records: records('Staff'),
    days_since_created: age('Days since created', ':today - (r.created_at at time zone :zone)::date'),
  },
  fields: {
    status: { label: 'Status', type: 'choice', sql: 'r.status', values: staffStatuses },
    created_at: { label: 'Created', type: 'date', sql: 'r.created_at', kind: 'instant' },
  },
}
