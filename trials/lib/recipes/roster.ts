import type { Recipes } from './recipe.ts'

const at = (day: string) => ({ start: `2027-01-${day} 09:00:00`, end: `2027-01-${day} 10:00:00` })
const segment = (day: string) => ({ ...at(day), service: 'Care', staff_ids: [31] })
const split = [
  { client_id: 7, share: 0.5 },
  { client_id: 8, share: 0.5 },
]

export const roster: Recipes = {
  'GET /appointments': [{}, { query: { page: '1', per_page: '2', from: '2026-11-16', to: '2026-12-30' } }],
  'GET /shifts': [
    { query: { from: '2026-11-01', to: '2026-12-30' } },
    { query: { client_id: '7', status: 'scheduled' } },
    { query: { staff_id: '31' } },
    { query: { site_id: '3' } },
  ],
  'POST /shifts': [
    { body: { type: 'single', ...at('04'), client_ids: [7], staff_ids: [31], publish: true } },
    {
      body: {
        ...{ type: 'single', ...at('11'), client_ids: [8], staff_ids: [32], dry_run: true },
        recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_after: 2 },
      },
    },
    {
      body: { type: 'group', ...at('05'), client_ids: [7, 8], staff_ids: [31], site_id: 3, client_charge_split: split },
    },
    {
      body: {
        ...{
          type: 'single',
          ...at('06'),
          client_ids: [7],
          staff_ids: [31],
          services: [{ staff_id: 31, service: 'Care' }],
        },
        segments: [segment('06')],
      },
    },
  ],
  'DELETE /shifts': [{ body: { refs: ['a:808'], scope: 'this' } }],
  'GET /shifts/{ref}': [{ path: { ref: 'a:801' } }, { path: { ref: 'g:110' } }],
  'PATCH /shifts/{ref}': [
    { path: { ref: 'a:809' }, body: { title: 'Visit' } },
    { path: { ref: 'g:110' }, body: { client_ids: [7, 8], staff_ids: [32], site_id: 3, client_charge_split: split } },
    {
      path: { ref: 'a:809' },
      body: { ...at('07'), segments: [segment('07')], services: [{ staff_id: 31, service: 'Care' }] },
    },
    {
      path: { ref: 'a:801' },
      body: { segments: [{ id: 201, start: '2026-11-17 09:00:00', end: '2026-11-17 10:00:00', service: 'Care' }] },
    },
  ],
  'GET /shifts/{ref}/conflicts': [{ path: { ref: 'a:801' } }],
  'POST /shifts/publish': [{ body: { refs: ['a:802'] } }],
  'POST /shifts/unpublish': [{ body: { refs: ['a:803'] } }],
  'POST /shifts/{ref}/clock-in': [{ path: { ref: 'a:804' }, body: { staff_ids: [31] } }],
  'POST /shifts/{ref}/clock-out': [
    { path: { ref: 'a:805' }, body: { staff_ids: [31] } },
    { path: { ref: 'a:812' }, body: { staff_ids: [31] } },
  ],
  'POST /shifts/{ref}/cancel': [{ path: { ref: 'a:806' }, body: { cancelled_by: 'client', reason: 'In hospital' } }],
  'POST /shifts/{ref}/restore': [{ path: { ref: 'a:807' }, body: {} }],
  'POST /shifts/{ref}/notes': [
    { path: { ref: 'a:801' }, body: { notes: 'Walked.', staff_id: 31 } },
    { path: { ref: 'a:801' }, body: { notes: 'Walked.', segment_id: 201 } },
  ],
}
