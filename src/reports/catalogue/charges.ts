import { claimTypes } from '../../clients/funding.ts'
import { amount, clientName, records, type Source, staffName } from './source.ts'

/** The charges of tasks, dated by their task. */
export const charges: Source = {
  label: 'Charges',
  area: 'tasks',
  rows: 'task_charge r join task t on t.org_id = $1 and t.id = r.task_id',
  where: 'r.org_id = $1',
  joins: {
    // A price code has one row for each of its price periods; reports show the code only.
    price_code: 'join price_code p on p.org_id = $1 and p.id = r.price_code',
    // A charge has at most one billable that is not void.
    billable: `left join billable b on b.org_id = $1 and b.charge_id = r.id and b.status <> 'void'`,
  },
  dated: 'date',
  metrics: {
    records: records('Charges'),
    minutes: amount('Minutes', 'r.minutes'),
    total_cost: amount('Total cost', 'r.total_cost', { style: 'currency' }),
  },
  fields: {
    name: { label: 'Name', type: 'text', sql: 'r.name' },
    claim_type: { label: 'Claim type', type: 'choice', sql: 'r.claim_type', values: claimTypes },
    price_code: { label: 'Price code', type: 'text', sql: 'p.code', joins: ['price_code'] },
    primary: { label: 'Primary', type: 'boolean', sql: 'r.is_primary' },
    billed: {
      ...{ label: 'Billed', type: 'choice', sql: 'b.status', values: ['pending', 'invoiced'] },
      ...{ nullable: true, joins: ['billable'], none: 'Not billed' },
    },
    client: { label: 'Client', type: 'record', sql: 't.client_id', name: clientName, nullable: true },
    assignee: { label: 'Assignee', type: 'record', sql: 't.assignee_id', name: staffName, nullable: true },
    completed: { label: 'Completed', type: 'boolean', sql: 't.completed' },
    billable: { label: 'Billable', type: 'boolean', sql: 't.billable' },
    minutes: { label: 'Minutes', type: 'number', sql: 'r.minutes', ungrouped: true },
    total_cost: { label: 'Total cost', type: 'number', sql: 'r.total_cost', ungrouped: true },
    date: { label: 'Date', type: 'date', sql: 't.date', kind: 'date' },
  },
}
