import type { Filters, Spec } from '../../src/reports/spec/spec.schema.ts'

export interface DemoInsight {
  id: number
  name: string
  description: string | null
  spec: Spec
}

/** Drafts and cancelled appointments are no work that is done. */
const filters = { status: { operator: 'not_in', value: ['draft', 'cancelled'] } } satisfies Filters
const appointments = { source: 'appointments', metric: 'records::count' } as const
const hours = { source: 'appointments', metric: 'hours::sum', value_format: { style: 'hours', decimals: 0 } } as const
const thisMonth = { preset: 'this_month' } as const

/** What goes on in the roster. An appointment is one client with one staff member, so hours in houses are hours of clients. */
export const operations: DemoInsight[] = [
  {
    ...{ id: 1, name: 'Appointments this month', description: 'Without drafts and cancelled ones' },
    spec: { ...appointments, visualization: 'metric', filters, date_range: thisMonth },
  },
  {
    ...{ id: 2, name: 'Client hours this month', description: 'An hour with three residents is three' },
    spec: { ...hours, visualization: 'metric', filters, date_range: thisMonth },
  },
  {
    ...{ id: 3, name: 'Clients seen', description: 'In the last 30 days, each client once' },
    spec: {
      ...{ source: 'appointments', metric: 'clients::count_distinct', visualization: 'metric' },
      filters: { status: ['started', 'completed'] },
      date_range: { preset: 'last_30_days' },
    },
  },
  {
    ...{ id: 4, name: 'Cancellation rate', description: 'Of the visits planned in the last 90 days' },
    spec: {
      ...{ ...appointments, visualization: 'metric', filters: { type: 'single' } },
      date_range: { preset: 'last_90_days' },
      value_format: { style: 'percent', decimals: 1 },
      formula: {
        expression: 'cancelled / planned * 100',
        terms: {
          cancelled: { metric: 'records::count', filters: { status: 'cancelled' } },
          planned: { metric: 'records::count', filters: { status: { operator: 'is_not', value: 'draft' } } },
        },
      },
      conditional_formatting: [
        { operator: 'less_than', value: 3, color: 'green' },
        { operator: 'between', value: [3, 5], color: 'amber' },
        { operator: 'more_than', value: 5, color: 'red' },
      ],
    },
  },
  {
    ...{ id: 5, name: 'Nobody rostered', description: 'Appointments this month that have no staff member' },
    spec: {
      ...{ ...appointments, visualization: 'metric', date_range: thisMonth },
      filters: { ...filters, employee_id: { operator: 'empty' } },
      conditional_formatting: [
        { operator: '=', value: 0, color: 'green' },
        { operator: '<=', value: 5, color: 'amber' },
        { operator: '>', value: 5, color: 'red' },
      ],
    },
  },
  {
    ...{ id: 6, name: 'Client hours by week', description: 'By type of shift, in the last twelve weeks' },
    spec: {
      ...{ ...hours, visualization: 'bar', group_by: 'start:week', breakdown_by: 'type', filters },
      date_range: { last: 12, unit: 'weeks' },
      options: { stacked: true, show_legend: true },
      target: { value: 1300, label: 'Planned' },
    },
  },
  {
    ...{ id: 7, name: 'Appointments by status', description: 'The last 30 days' },
    spec: {
      ...{ ...appointments, visualization: 'donut', group_by: 'status', date_range: { preset: 'last_30_days' } },
      options: { show_legend: true },
    },
  },
  {
    ...{ id: 8, name: 'Hours of visits by staff member', description: 'Who visited most in the last 30 days' },
    spec: {
      ...{ ...hours, visualization: 'bar', group_by: 'employee_id', date_range: { preset: 'last_30_days' } },
      filters: { ...filters, type: 'single', employee_id: { operator: 'not_empty' } },
      options: { show_values: true, sort: { by: 'value', direction: 'desc' }, limit: 10 },
    },
  },
  {
    ...{ id: 9, name: 'Appointments a day', description: 'The last 30 days' },
    spec: {
      ...{ ...appointments, visualization: 'area', group_by: 'start:day', filters },
      date_range: { preset: 'last_30_days' },
    },
  },
  {
    ...{ id: 10, name: 'Appointments of each staff member', description: 'By status, in the last 30 days' },
    spec: {
      ...{ ...appointments, visualization: 'table', group_by: 'employee_id', breakdown_by: 'status' },
      ...{ date_range: { preset: 'last_30_days' }, options: { sort: { by: 'group', direction: 'asc' } } },
    },
  },
]
