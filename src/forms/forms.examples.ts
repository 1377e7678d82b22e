/** One form for all examples. */
const whenOther = {
  combinator: 'and',
  conditions: [{ field: 'kind', operator: 'is', value: 'Other' }],
} as const
const settings = { allow_step_navigation: false, show_step_numbers: true, submit_button_text: 'Submit' }

export const createExample = {
  name: 'Incident report',
  description: 'For anything that went wrong on a visit.',
  tags: ['Safety', { name: 'Field staff', color: '#1f6feb' }],
  steps: [
    {
      title: 'What happened',
      key: 'what',
      fields: [
        { type: 'client', label: 'Who was affected?', key: 'client' },
        {
          ...{ type: 'select', label: 'Kind of incident', key: 'kind', required: true },
          options: ['Fall', 'Medication', 'Other'],
        },
        { type: 'text', label: 'What kind?', visible_when: whenOther },
      ],
      routing: [
        { when: { conditions: [{ field: 'kind', operator: 'is', value: 'Medication' }] }, go_to: 'medication' },
      ],
      otherwise: 'submit',
    },
    { title: 'Medication', fields: [{ type: 'datetime', label: 'When was it noticed?' }] },
  ],
  incident: { enabled: true, client_field: 'client' },
}

export const createdExample = {
  created: 80,
  id: 80,
  name: createExample.name,
  description: createExample.description,
  published: 'off',
  url: null,
  settings,
}

const issue = {
  code: 'dangling_reference',
  path: 'incident.client_field',
  message: 'No field of type client has the key client.',
  severity: 'error',
}
export const formExample = {
  ...{ id: 80, name: createExample.name, description: createExample.description },
  tags: [{ name: 'Safety' }, { name: 'Field staff', color: '#1f6feb' }],
  published: 'on',
  url: 'https://care.example.org/f/acme-care/3f0a4c1be2d94b7a',
  version: 1,
  published_at: '2026-11-02T03:20:11.000412Z',
  settings,
  steps: [
    {
      ...{ key: 'what', title: 'What happened' },
      fields: [
        { type: 'client', label: 'Who was affected?', key: 'client', required: false },
        {
          ...{ type: 'select', label: 'Kind of incident', key: 'kind', required: true },
          options: ['Fall', 'Medication', 'Other'],
        },
        { type: 'text', label: 'What kind?', key: 'what_kind', required: false, visible_when: whenOther },
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
      fields: [{ type: 'datetime', label: 'When was it noticed?', key: 'when_was_it_noticed', required: false }],
      routing: [],
    },
  ],
  incident: { enabled: true, client_field: 'client' },
  prospect: null,
  client_prefill: null,
  issues: [],
  submission_count: 12,
  created_at: '2026-11-02T03:01:40.118203Z',
  updated_at: '2026-11-02T03:20:11.000412Z',
}

export const editExample = {
  operations: [
    { op: 'rename', name: 'Incident or near miss' },
    { op: 'remove_field', field: 'client' },
    { op: 'add_field', step: 'medication', field: { type: 'text', label: 'What kind?' } },
    { op: 'update_field', field: 'kind', changes: { options: ['Fall', 'Medication', 'Near miss', 'Other'] } },
  ],
}

const [what, medication] = formExample.steps as [(typeof formExample.steps)[0], (typeof formExample.steps)[1]]
const { issues: _, ...form } = formExample
export const editedExample = {
  updated: 80,
  ...form,
  name: 'Incident or near miss',
  steps: [
    {
      ...what,
      fields: [{ ...what.fields[1]!, options: ['Fall', 'Medication', 'Near miss', 'Other'] }, what.fields[2]!],
    },
    {
      ...medication,
      fields: [...medication.fields, { type: 'text', label: 'What kind?', key: 'what_kind_2', required: false }],
    },
  ],
  updated_at: '2026-11-03T00:12:09.450021Z',
  notes: [
    {
      code: 'key_renamed',
      path: 'operations.2.field.key',
      message: 'The key what_kind is taken, so this one is what_kind_2.',
    },
  ],
  issues: [issue],
}
