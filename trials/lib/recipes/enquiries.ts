import type { Recipes } from './recipe.ts'

const everyAnswer = {
  ...{ textarea: 'x', number: 5, email: 'a@x.example', phone: '0491 570 156', date: '2026-11-15', time: '09:15' },
  ...{ datetime: '2026-11-15 09:15:00', yes_no: true, rating: 3, select: 'Low', radio: 'Low', multiselect: ['Low'] },
  ...{ checklist: ['Low'], address: 'High St', text: 'ab12', staff: 31 },
}
const everyAttribute = {
  ...{
    hobbies: ['Chess'],
    text: 'x',
    number: 1.5,
    date: '2026-11-15',
    boolean: true,
    select: 'Chess',
    checklist: ['Chess'],
  },
}

/** Prospects, forms and what is sent to forms. */
export const enquiries: Recipes = {
  'GET /prospects/options': [{}],
  'GET /prospects': [{ query: { query: 'max', stage: 'New', per_page: '2' } }],
  'POST /prospects': [
    { body: { first_name: 'Max', last_name: 'Roe', stage: 'New', tags: ['t'], attributes: { hobbies: ['Chess'] } } },
  ],
  'GET /prospects/{id}': [{ path: { id: 60 } }],
  'PATCH /prospects/{id}': [
    { path: { id: 63 }, body: { suburb: 'Ryde', followup_date: null } },
    { path: { id: 63 }, body: { attributes: everyAttribute } },
  ],
  'POST /prospects/{id}/convert': [
    { path: { id: 62 }, body: { client_type: 'HCP', business_id: 1, allow_duplicate: true } },
    { path: { id: 63 }, body: { client_type: 'NDIS', business_id: 1, link_client_id: 8 } },
    { path: { id: 64 }, body: { client_type: 'HCP', business_id: 1, allow_duplicate: true } },
  ],
  'GET /prospects/{id}/notes': [{ path: { id: 60 } }],
  'POST /prospects/{id}/notes': [
    { path: { id: 60 }, body: { notes: 'Will send the referral.', note_type: 'Phone call' } },
  ],
  'GET /prospects/{id}/stage-history': [{ path: { id: 60 } }],
  'GET /forms': [{ query: { query: 'form', published: 'on' } }],
  'POST /forms': [
    {
      body: {
        name: 'Report',
        steps: [{ title: 'One', fields: [{ type: 'text', label: 'What' }] }],
        settings: { assignee_id: 31 },
      },
    },
  ],
  'GET /forms/{id}': [{ path: { id: 80 } }],
  'PATCH /forms/{id}': [
    {
      path: { id: 83 },
      body: { operations: [{ op: 'add_field', step: 'only', field: { type: 'text', label: 'More' } }] },
    },
    { path: { id: 83 }, body: { operations: [{ op: 'update_settings', settings: { assignee_id: 31 } }] } },
  ],
  'POST /forms/{id}/publish': [{ path: { id: 81 }, body: {} }],
  'POST /forms/{id}/unpublish': [{ path: { id: 82 }, body: {} }],
  'POST /forms/{id}/submissions': [
    {
      path: { id: 80 },
      body: { answers: { client: 7, staff: 31, street: 'High St' }, submitter: 'Ana', email: 'a@x.example' },
    },
    { path: { id: 80 }, body: { answers: { client: 7 }, note_ref: 'general:70' } },
    { path: { id: 84 }, body: { answers: everyAnswer } },
  ],
  'POST /forms/{id}/links': [{ path: { id: 80 }, body: { client_id: 7, expires_in_days: 14 } }],
  'GET /form-submissions': [{ query: { status: 'submitted', submitter: 'bo' } }, { query: { form_id: '80' } }],
  'GET /form-submissions/{id}': [{ path: { id: 85 } }],
  'PATCH /form-submissions/{id}': [{ path: { id: 86 }, body: { status: 'In review', note: 'Called.' } }],
}
