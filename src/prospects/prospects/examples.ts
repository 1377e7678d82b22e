/** One prospect for all examples. */
export const prospectExample = {
  id: 60,
  name: 'Max Roe',
  first_name: 'Max',
  last_name: 'Roe',
  email: 'max.roe@example.com',
  phone: '0491 570 158',
  suburb: 'Ryde',
  date_of_lead: '2026-10-01',
  stage: 'New',
  tags: ['respite'],
  source: 'Website',
  consultant: 'Ana Li',
  funding_type: 'HCP',
  followup_date: '2026-10-08',
  initial_comments: 'Asked for help on weekends.',
  attributes: { hobbies: ['Chess'] },
  converted: false,
  client_id: null,
  created_at: '2026-10-01T01:15:04.281934Z',
  updated_at: '2026-10-01T01:15:04.281934Z',
}
export const noteExample = {
  id: 5,
  note_type: 'Phone call',
  notes: 'His daughter will send the referral.',
  by: 'Lead form',
  created_at: '2026-10-02T03:20:11.000412Z',
}
export const optionsExample = {
  stages: [
    { name: 'New', order: 1, category: 'open' },
    { name: 'Qualified', order: 2, category: 'open' },
    { name: 'Won', order: 3, category: 'won' },
    { name: 'Lost', order: 4, category: 'lost' },
  ],
  sources: ['Website', 'Referral'],
  consultants: ['Ana Li'],
  funding_types: ['HCP', 'NDIS', 'CHSP', 'Private'],
  tags: ['respite'],
  attributes: [{ key: 'hobbies', label: 'Hobbies', type: 'multiselect', options: ['Chess', 'Golf'] }],
}
