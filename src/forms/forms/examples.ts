/** One form for all examples, from creation to publication: each example continues the one before. */
const whenOther = {
  combinator: 'and',
  conditions: [{ field: 'kind', operator: 'is', value: 'Other' }],
} as const
const settings = { allow_step_navigation: false, show_step_numbers: true, submit_button_text: 'Submit' }
const severities = ['Low', 'Moderate', 'High']

export const createExample = {
  name: 'Visit report',
  description: 'For anything that went wrong on a visit.',
  tags: ['Safety', { name: 'Field staff', color: '#1f6feb' }],
  steps: [
    {
      title: 'What happened',
      key: 'what',
      fields: [
        { type: 'client', label: 'Who was affected?', key: 'client', required: true },
        {
          ...{ type: 'select', label: 'Kind of incident', key: 'kind', required: true },
          options: ['Fall', 'Medication', 'Other'],
        },
        { type: 'text', label: 'What kind?', visible_when: whenOther },
        { type: 'radio', label: 'How bad was it?', key: 'severity', options: severities },
      ],
      routing: [
        { when: { conditions: [{ field: 'kind', operator: 'is', value: 'Medication' }] }, go_to: 'medication' },
      ],
      otherwise: 'submit',
    },
    { title: 'Medication', fields: [{ type: 'datetime', label: 'When was it noticed?' }] },
  ],
  incident: { enabled: true, client_field: 'client', severity_field: 'severity' },
}

export const createdExample = {
  created: 7,
  id: 7,
  name: createExample.name,
  description: createExample.description,
  published: 'off',
  url: null,
  settings,
}

export const editExample = {
  operations: [
    {
      ...{ op: 'add_field', step: 'what', position: 1 },
      field: { type: 'datetime', label: 'When was it?', key: 'occurred', required: true },
    },
    { op: 'add_field', step: 'medication', field: { type: 'text', label: 'What kind?' } },
    { op: 'update_field', field: 'kind', changes: { options: ['Fall', 'Medication', 'Near miss', 'Other'] } },
    {
      op: 'set_incident',
      incident: { client_field: 'client', severity_field: 'severity', occurred_field: 'occurred' },
    },
  ],
}

const form = {
  ...{ id: 5, name: createExample.name, description: createExample.description },
  tags: [{ name: 'Safety' }, { name: 'Field staff', color: '#1f6feb' }],
  published: 'off',
  url: null,
  address: null,
  version: null,
  published_at: null,
  settings,
  steps: [
    {
      ...{ key: 'what', title: 'What happened' },
      fields: [
        { type: 'client', label: 'Who was affected?', key: 'client', required: true },
        { type: 'datetime', label: 'When was it?', key: 'occurred', required: true },
        {
          ...{ type: 'select', label: 'Kind of incident', key: 'kind', required: true },
          options: ['Fall', 'Medication', 'Near miss', 'Other'],
        },
        { type: 'text', label: 'What kind?', key: 'what_kind', required: false, visible_when: whenOther },
        { type: 'radio', label: 'How bad was it?', key: 'severity', required: false, options: severities },
      ],
      routing: [
        {
          when: { combinator: 'and', conditions: [{ field: 'kind', operator: 'is', value: 'Medication' }] },
          go_to: 'medication',
        },
      ],
      otherwise: 'submit',
    },
    {
      ...{ key: 'medication', title: 'Medication' },
      fields: [
        { type: 'datetime', label: 'When was it noticed?', key: 'when_was_it_noticed', required: false },
        { type: 'text', label: 'What kind?', key: 'what_kind_2', required: false },
      ],
      routing: [],
    },
  ],
  incident: { enabled: true, severity_field: 'severity', client_field: 'client', occurred_field: 'occurred' },
  prospect: null,
  client_prefill: null,
  issues: [],
  submission_count: 0,
  created_at: '2026-11-02T03:01:40.118203Z',
  updated_at: '2026-11-02T03:12:09.450021Z',
}

export const editedExample = {
  updated: 5,
  ...form,
  notes: [
    {
      code: 'key_renamed',
      path: 'operations.1.field.key',
      message: 'The key what_kind is taken, so this one is what_kind_2.',
    },
  ],
}

export const publishedExample = {
  published: 'on',
  url: 'https://care.example.org/f/demo/visit-report',
  version: 1,
}

/** The form after it was published and got its first submission. */
export const formExample = {
  ...form,
  ...publishedExample,
  published_at: '2026-11-02T03:20:11.000412Z',
  submission_count: 1,
  updated_at: '2026-11-02T03:20:11.000412Z',
}
