import type { Recipes } from './recipe.ts'

const client = { first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS', business_id: 1 }
const answers = [{ key: 'mood', value: 'Bright' }]

export const people: Recipes = {
  'GET /me': [{}],
  'GET /clients': [
    {},
    { query: { page: '1', per_page: '2', status: 'Active', updated_since: '2020-01-01', query: 'joan' } },
  ],
  'POST /clients': [{ body: client }],
  'GET /clients/{id}': [{ path: { id: 7 } }],
  'PATCH /clients/{id}': [
    { path: { id: 8 }, body: { language: 'Greek', address: null } },
    { path: { id: 8 }, body: { business_id: 2 } },
  ],
  'DELETE /clients/{id}': [{ path: { id: 13 } }],
  'GET /clients/options': [{}],
  'POST /clients/bulk': [{ body: { clients: [{ ...client, first_name: 'Bulk' }], on_error: 'skip' } }],
  'GET /imports/{batch}': [{ path: { batch: 'imp_00000000000000001000' } }],
  'GET /clients/{client_id}/notes': [
    { path: { client_id: 7 } },
    { path: { client_id: 7 }, query: { search: 'well', from: '2020-01-01', to: '2030-01-01', limit: '2' } },
    { path: { client_id: 7 }, query: { filters: '[{"field":"author","operator":"contains","value":"ana"}]' } },
  ],
  'POST /clients/{client_id}/notes': [
    { path: { client_id: 7 }, body: { notes: 'Well.', title: 'Call', note_type: 'Phone call' } },
    { path: { client_id: 7 }, body: { notes: 'Well.', template_id: 4, answers } },
  ],
  'GET /notes/{ref}': [
    { path: { ref: 'general:70' } },
    { path: { ref: 'task:70' } },
    { path: { ref: 'appointment:70' } },
  ],
  'PATCH /notes/{ref}': [
    { path: { ref: 'general:72' }, body: { notes: 'Better.' } },
    { path: { ref: 'general:72' }, body: { template_id: 4, answers } },
    { path: { ref: 'task:70' }, body: { notes: 'Better.' } },
  ],
  'GET /notes/{ref}/revisions': [{ path: { ref: 'general:70' } }],
  'GET /note-templates': [{}],
  'GET /staff': [{}, { query: { page: '1', per_page: '2', status: 'Active', updated_since: '2020-01-01' } }],
  'POST /staff': [{ body: { first_name: 'Bo', last_name: 'Ng', email: 'bo@x.example' } }],
  'GET /staff/{id}': [{ path: { id: 31 } }],
  'PATCH /staff/{id}': [{ path: { id: 33 }, body: { phone: '0491 570 111' } }],
  'POST /staff/{id}/status': [{ path: { id: 34 }, body: { status: 'Inactive', reason: 'Leave' } }],
  'GET /sites': [{}, { query: { query: 'house', status: 'Active', include_staff: 'true' } }],
  'POST /sites': [
    { body: { name: 'Gum', participant_ids: [7], support_staff_ids: [31], admin_staff_ids: [32], tags: ['t'] } },
  ],
  'GET /sites/{id}': [{ path: { id: 3 }, query: { include_staff: 'true' } }],
  'PATCH /sites/{id}': [
    { path: { id: 4 }, body: { manager: 'Bo Ng' } },
    { path: { id: 4 }, body: { participant_ids: [8], support_staff_ids: [32], admin_staff_ids: [31] } },
  ],
}
