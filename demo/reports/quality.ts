import type { Filters } from '../../src/reports/spec/spec.schema.ts'
import type { DemoInsight } from './insights.ts'

const money = { style: 'currency', decimals: 0 } as const
const costs = { source: 'charges', metric: 'total_cost::sum', value_format: money } as const
const open = { status: { operator: 'not_in', value: ['Closed', 'Archived'] } } satisfies Filters

/** What went wrong, what is left to do, and what is left to bill. */
export const quality: DemoInsight[] = [
  {
    ...{ id: 18, name: 'Open incidents', description: 'Reports that are neither closed nor archived' },
    spec: {
      ...{ source: 'form_submissions', metric: 'records::count', visualization: 'metric' },
      filters: { type: 'incident', ...open },
      conditional_formatting: [
        { operator: 'is', value: 0, color: 'green' },
        { operator: 'at_most', value: 5, color: 'amber' },
        { operator: 'more_than', value: 5, color: 'red' },
      ],
    },
  },
  {
    ...{ id: 19, name: 'Days that open submissions wait', description: 'On average, of all forms' },
    spec: {
      ...{ source: 'form_submissions', metric: 'days_since_submitted::avg', visualization: 'metric' },
      ...{ filters: open, value_format: { style: 'number', decimals: 1 } },
    },
  },
  {
    ...{ id: 20, name: 'To be invoiced', description: 'Charges of completed billable tasks that are on no invoice' },
    spec: {
      ...{ ...costs, visualization: 'metric' },
      filters: { completed: true, billable: true, billed: { operator: 'is_not', value: 'invoiced' } },
    },
  },
  {
    ...{ id: 21, name: 'Invoiced in the last 90 days', description: 'By the dates of the tasks' },
    spec: {
      ...{ ...costs, visualization: 'metric' },
      ...{ filters: { billed: 'invoiced' }, date_range: { preset: 'last_90_days' } },
    },
  },
  {
    ...{ id: 22, name: 'Incidents by month and status', description: 'The last twelve months' },
    spec: {
      ...{ source: 'form_submissions', metric: 'records::count', visualization: 'bar' },
      ...{ group_by: 'submitted_at:month', breakdown_by: 'status', filters: { type: 'incident' } },
      ...{ date_range: { last: 12, unit: 'months' }, options: { stacked: true, show_legend: true } },
    },
  },
  {
    ...{ id: 23, name: 'Notes by week and kind', description: 'The last twelve weeks' },
    spec: {
      ...{ source: 'notes', metric: 'records::count', visualization: 'area', group_by: 'date:week' },
      ...{ breakdown_by: 'kind', date_range: { last: 12, unit: 'weeks' } },
      options: { stacked: true, show_legend: true },
    },
  },
  {
    ...{ id: 24, name: 'Tasks that are due', description: 'Not done, and of the last 90 days or today' },
    spec: {
      ...{ source: 'tasks', metric: 'records::count', visualization: 'bar', group_by: 'assignee' },
      ...{ filters: { completed: false }, date_range: { preset: 'last_90_days' }, options: { show_values: true } },
    },
  },
  {
    ...{ id: 25, name: 'Charges by claim type and month', description: 'The last 90 days' },
    spec: {
      ...{ ...costs, visualization: 'table', group_by: 'claim_type', breakdown_by: 'date:month' },
      ...{ date_range: { preset: 'last_90_days' }, value_format: { style: 'currency', decimals: 2 } },
    },
  },
]
