import { amount, clientName, records, type Source, staffName } from './source.ts'

export const tasks: Source = {
  label: 'Tasks',
  area: 'tasks',
  rows: 'task r',
  where: 'r.org_id = $1',
  dated: 'date',
  metrics: { records: records('Tasks'), minutes: amount('Minutes', 'r.minutes') },
  fields: {
    title: { label: 'Title', type: 'text', sql: 'r.title' },
    client: { label: 'Client', type: 'record', sql: 'r.client_id', name: clientName, nullable: true },
    assignee: { label: 'Assignee', type: 'record', sql: 'r.assignee_id', name: staffName, nullable: true },
    completed: { label: 'Completed', type: 'boolean', sql: 'r.completed' },
    billable: { label: 'Billable', type: 'boolean', sql: 'r.billable' },
    minutes: { label: 'Minutes', type: 'number', sql: 'r.minutes', ungrouped: true },
    date: { label: 'Date', type: 'date', sql: 'r.date', kind: 'date' },
  },
}
