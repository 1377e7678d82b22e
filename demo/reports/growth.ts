import type { DemoInsight } from './insights.ts'

const active = { status: 'Active' }

/** Who our clients are, and who may become one. */
export const growth: DemoInsight[] = [
  {
    ...{ id: 11, name: 'Active clients', description: null },
    spec: { source: 'clients', metric: 'records::count', visualization: 'metric', filters: active },
  },
  {
    ...{ id: 12, name: 'Leads in the last 30 days', description: null },
    spec: {
      ...{ source: 'prospects', metric: 'records::count', visualization: 'metric' },
      date_range: { preset: 'last_30_days' },
    },
  },
  {
    ...{ id: 13, name: 'Conversion rate', description: 'Prospects of the last nine months who have become clients' },
    spec: {
      ...{ source: 'prospects', metric: 'conversion_rate::avg', visualization: 'metric' },
      date_range: { last: 9, unit: 'months' },
      value_format: { style: 'percent', decimals: 1 },
      conditional_formatting: [
        { operator: 'at_least', value: 20, color: 'green' },
        { operator: 'between', value: [10, 20], color: 'amber' },
        { operator: 'less_than', value: 10, color: 'red' },
      ],
    },
  },
  {
    ...{ id: 14, name: 'New clients by month', description: 'Since we keep our records here' },
    spec: {
      ...{ source: 'clients', metric: 'records::count', visualization: 'line', group_by: 'created_at:month' },
      target: { value: 9, label: 'Plan' },
    },
  },
  {
    ...{ id: 15, name: 'Active clients by type', description: null },
    spec: {
      ...{ source: 'clients', metric: 'records::count', visualization: 'donut', group_by: 'client_type' },
      ...{ filters: active, options: { show_legend: true, show_values: true } },
    },
  },
  {
    ...{ id: 16, name: 'Open prospects by stage', description: 'Who is neither won nor lost' },
    spec: {
      ...{ source: 'prospects', metric: 'records::count', visualization: 'bar', group_by: 'stage' },
      ...{ filters: { stage: { operator: 'not_in', value: ['Won', 'Lost'] } }, options: { show_values: true } },
    },
  },
  {
    ...{ id: 17, name: 'Leads by source', description: 'The last nine months' },
    spec: {
      ...{ source: 'prospects', metric: 'records::count', visualization: 'pie', group_by: 'source' },
      ...{ date_range: { last: 9, unit: 'months' }, options: { show_legend: true } },
    },
  },
]
