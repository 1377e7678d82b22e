import type { Recipes } from './recipe.ts'

const place = { space_id: 1, subfolder_id: 'monthly-1' }
const spec = { source: 'tasks', metric: 'records::count', visualization: 'bar', group_by: 'client' }

export const reports: Recipes = {
  'GET /reports/options': [{}, { query: { source: 'tasks' } }],
  'GET /reports/insights': [{ query: { query: 'insight' } }, { query: { space_id: '1' } }],
  'POST /reports/insights': [
    { body: { name: 'Tasks', spec } },
    {
      body: {
        name: 'Hours',
        spec: {
          ...{
            source: 'appointments',
            metric: 'hours::sum',
            visualization: 'bar',
            group_by: 'start:month',
            breakdown_by: 'type',
          },
          ...{ filters: { status: ['scheduled'] }, date_range: { from: '2026-07-01', to: '2026-12-31' } },
          ...{ value_format: { style: 'hours', decimals: 1 }, target: { value: 160, label: 'Plan' } },
          options: { stacked: true, show_values: true, sort: { by: 'value', direction: 'desc' }, limit: 10 },
        },
      },
    },
    {
      body: {
        name: 'Share',
        spec: {
          ...{ source: 'tasks', visualization: 'metric', date_range: { last: 30, unit: 'days' } },
          formula: {
            expression: 'a / b * 100',
            terms: { a: { metric: 'records::count', filters: { completed: true } }, b: { metric: 'records::count' } },
          },
          conditional_formatting: [{ operator: '>=', value: 50, color: 'green' }],
        },
      },
    },
    { body: { name: 'Tasks', spec: { ...spec, filters: { client: [7], assignee: [31] } }, ...place } },
  ],
  'GET /reports/insights/{id}': [{ path: { id: 95 } }, { path: { id: 96 } }],
  'PATCH /reports/insights/{id}': [
    { path: { id: 96 }, body: { name: 'Tasks', spec: { group_by: 'assignee' } } },
    { path: { id: 96 }, body: place },
    { path: { id: 96 }, body: { spec: { filters: { client: [7] } } } },
  ],
  'DELETE /reports/insights/{id}': [{ path: { id: 98 } }],
  'GET /reports/insights/{id}/results': [{ path: { id: 95 } }, { path: { id: 95 }, query: { format: 'csv' } }],
  'GET /reports/dashboards': [{ query: { query: 'board' } }, { query: { space_id: '1' } }],
  'POST /reports/dashboards': [
    { body: { name: 'Board', ...place, operations: [{ op: 'add_insight', insight_id: 95 }] } },
    { body: { name: 'Board', operations: [{ op: 'add_text', text: 'T' }] } },
  ],
  'GET /reports/dashboards/{id}': [{ path: { id: 97 } }],
  'PATCH /reports/dashboards/{id}': [
    { path: { id: 97 }, body: { name: 'Board', ...place, operations: [{ op: 'add_insight', insight_id: 96 }] } },
    { path: { id: 97 }, body: { operations: [{ op: 'update_card', card_id: 197, show_title: false }] } },
    { path: { id: 97 }, body: { operations: [{ op: 'remove_card', card_id: 207 }] } },
  ],
  'DELETE /reports/dashboards/{id}': [{ path: { id: 99 } }],
}
