import { people } from '../roster/shifts.ts'

/** Bundles with prospects. */
export const options = {
  stages: [
    { name: 'New', category: 'open' },
    { name: 'Qualified', category: 'open' },
    { name: 'Won', category: 'won' },
    { name: 'Lost', category: 'lost' },
  ],
  sources: ['Website', 'GP'],
  consultants: ['Ana Li', 'Bo Day'],
  attributes: [
    { key: 'hobbies', label: 'Hobbies', type: 'multiselect', options: ['Chess', 'Golf'] },
    { key: 'mobility', label: 'Mobility', type: 'select', options: ['Walks', 'Wheelchair'] },
    { key: 'papers', label: 'Papers', type: 'checklist', options: ['Plan', 'Consent'] },
    { key: 'referrer', label: 'Referred by', type: 'text', options: [] as string[] },
    { key: 'budget', label: 'Budget', type: 'number', options: [] as string[] },
    { key: 'plan_ends', label: 'Plan ends', type: 'date', options: [] as string[] },
    { key: 'pets', label: 'Has pets', type: 'boolean', options: [] as string[] },
  ],
}

/** A prospect with only the required fields. */
export const prospect = (fields: object = {}): Record<string, unknown> => ({
  ...{ id: 60, first_name: 'Max', last_name: 'Roe' },
  ...fields,
})

export const prospectDefaults = {
  ...{ email: null, phone: null, suburb: null, date_of_lead: null, stage: 'New', tags: [], source: null },
  ...{ consultant: null, funding_type: null, followup_date: null, initial_comments: null, attributes: {} },
  client_id: null,
}

const by = 'Website form'
/** Prospects with every field, as exported. */
export const completeBundle = {
  ...people,
  prospect_options: options,
  prospects: [
    {
      ...prospect({ email: 'max@example.com', phone: '0491 570 006', suburb: 'Ryde', date_of_lead: '2026-10-01' }),
      ...{ stage: 'Won', tags: ['respite', 'urgent'], source: 'A friend', consultant: 'Ana Li', funding_type: 'HCP' },
      ...{ followup_date: '2026-11-20', initial_comments: 'Rang twice.' },
      attributes: {
        ...{ hobbies: ['Golf', 'Chess'], mobility: 'Walks', papers: [], referrer: 'Dr Shah' },
        ...{ budget: 12.5, plan_ends: '2027-01-31', pets: false },
      },
      ...{ client_id: 7, conversion: 'created' },
      stage_history: [
        { id: 1, stage: 'New', by, at: '2026-10-01T00:00:00.000001Z' },
        { id: 2, stage: 'A stage of before', at: '2026-10-04T02:30:00.000000Z' },
        { id: 3, stage: 'Won', by, at: '2026-10-09T03:00:00.000000Z' },
      ],
      notes: [
        { id: 5, note_type: 'General', notes: 'Interested', by, created_at: '2026-10-02T00:00:00.000000Z' },
        { id: 6, note_type: 'Phone call', notes: 'Called', created_at: '2026-10-03T00:00:00.123456Z' },
      ],
    },
    { ...prospect({ id: 61, first_name: 'Una' }), ...prospectDefaults },
    { ...prospect({ id: 62, first_name: 'Lin' }), ...prospectDefaults, client_id: 8, conversion: 'linked' },
  ],
}
