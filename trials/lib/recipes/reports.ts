import type { Recipes } from './recipe.ts'

const place = { space_id: 1, subfolder_id: 'monthly-1' }
const spec = { source: 'tasks', metric: 'records::count', visualization: 'bar', group_by: 'client' }

export const reports: Recipes = {
  'GET /reports/options': [{}, { query: { source: 'tasks' } }],
  'GET /reports/insights': [{ query: { query: 'insight' } }, { query: { space_id: '1' } }],
  'POST /reports/insights': [
    { body: { name: 'Tasks', spec } },
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
