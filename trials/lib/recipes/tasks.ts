import type { Recipes } from './recipe.ts'

export const tasks: Recipes = {
  'GET /tasks': [
    { query: { from: '2026-11-01', to: '2026-12-30', completed: 'false', billable: 'true' } },
    { query: { client_id: '7' } },
    { query: { assignee_id: '31' } },
  ],
  'POST /tasks': [
    {
      body: {
        title: 'Review',
        date: '2026-11-20',
        client: 7,
        assignee: 31,
        minutes: 60,
        price_code: 11,
        billable: true,
      },
    },
    { body: { title: 'Review', date: '2026-11-20', client_id: 7, assignee_id: 31 } },
    {
      body: {
        title: 'Weekly',
        date: '2026-11-30',
        recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_after: 2 },
      },
    },
  ],
  'GET /tasks/{id}': [{ path: { id: 50 } }],
  'PATCH /tasks/{id}': [
    { path: { id: 52 }, body: { title: 'Review', completed: true } },
    { path: { id: 52 }, body: { client: 8, assignee: 32, price_code: 14 } },
    { path: { id: 52 }, body: { client_id: 7, assignee_id: 31 } },
    { path: { id: 51 }, body: { minutes: 10, scope: 'this_and_following' } },
  ],
  'DELETE /tasks/{id}': [{ path: { id: 53 } }],
  'POST /tasks/{id}/charges': [{ path: { id: 50 }, body: { price_code: 14, minutes: 20, claim_type: 'Travel' } }],
  'PATCH /task-charges/{id}': [
    { path: { id: 126 }, body: { minutes: 10 } },
    { path: { id: 126 }, body: { price_code: 14 } },
  ],
  'DELETE /task-charges/{id}': [{ path: { id: 123 } }],
  'POST /task-charges/{id}/primary': [{ path: { id: 125 } }],
  'POST /tasks/{id}/notes': [{ path: { id: 50 }, body: { notes: 'Call first.' } }],
  'POST /tasks/{id}/documents': [{ path: { id: 50 }, body: { name: 'plan.pdf' } }],
  'GET /price-codes': [{ query: { query: 'care', date: '2026-11-16' } }, { query: { client_id: '7' } }],
  'POST /tasks/sync-billables': [
    { body: { task_ids: [57] } },
    { body: { from: '2026-11-01', to: '2026-11-30', client_id: 7, dry_run: true } },
  ],
  'GET /billables': [{ query: { status: 'pending' } }, { query: { client_id: '7' } }, { query: { task_id: '58' } }],
  'POST /billables/bill': [{ body: { ids: [90], invoice_number: 'INV-2' } }],
  'POST /billables/{id}/void': [{ path: { id: 91 }, body: { reason: 'Wrong price code' } }],
}
