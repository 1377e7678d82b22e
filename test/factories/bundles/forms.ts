import { baseBundle } from './notes.ts'

/** Bundles with forms and submissions. */
const timestamps = { created_at: '2026-11-02T03:20:00.104220Z', updated_at: '2026-11-03T03:20:00.104220Z' }

const steps = [
  {
    key: 'what',
    title: 'What happened',
    fields: [
      { type: 'client', label: 'Client', key: 'client', required: true },
      { type: 'datetime', label: 'When', key: 'occurred', required: false },
      { type: 'select', label: 'How bad', key: 'severity', required: true, options: ['Low', 'High'] },
      {
        ...{ type: 'textarea', label: 'Who was rung?', key: 'rung', required: true, help: 'Names' },
        validation: { max_length: 500 },
        visible_when: { combinator: 'and', conditions: [{ field: 'severity', operator: 'is', value: 'High' }] },
      },
    ],
    routing: [
      {
        when: { combinator: 'or', conditions: [{ field: 'severity', operator: 'is', value: 'Low' }] },
        go_to: 'submit',
      },
    ],
  },
  { key: 'more', title: 'More', fields: [{ type: 'text', label: 'More', key: 'more', required: false }], routing: [] },
]
const defaultSettings = { allow_step_navigation: false, show_step_numbers: true, submit_button_text: 'Submit' }
const incident = { enabled: true, severity_field: 'severity', client_field: 'client', occurred_field: 'occurred' }
const content = {
  ...{ name: 'Incident report', description: 'After each incident' },
  settings: {
    ...defaultSettings,
    success_message: 'Thank you',
    assignee_id: 31,
    submitter_field: 'client',
    closes_at: '2027-01-01 00:00:00',
  },
  ...{
    steps,
    incident,
    prospect: null,
    client_prefill: { enabled: true, client_field: 'client', map: { more: 'address' } },
  },
}

/** One field, the minimum for publishing. */
export const oneStep = [
  {
    key: 'step_1',
    title: 'Step 1',
    fields: [{ type: 'text', label: 'Name', key: 'name', required: false }],
    routing: [],
  },
]

export const form = (fields: object = {}): Record<string, unknown> => ({ id: 80, name: 'Incident report', ...fields })
/** The defaults of a form with only a name. */
export const formDefaults = {
  ...{ description: '', tags: [], published: 'off', settings: defaultSettings, steps: [] },
  ...{ incident: null, prospect: null, client_prefill: null },
}
export const submission = (fields: object = {}): Record<string, unknown> => ({
  ...{ id: 85, form_id: 80, submitted_at: '2026-11-03 08:00:00' },
  ...fields,
})

export const completeBundle = {
  ...baseBundle,
  prospects: [{ id: 60, first_name: 'Max', last_name: 'Roe' }],
  notes: [
    { id: 70, client_id: 7, notes: 'Joan is well.', date: '2026-11-02' },
    { id: 71, kind: 'Task', task_id: 50, client_id: 7, title: 'Call', notes: 'Rang.' },
    { id: 72, kind: 'Appointment', shift_id: 101, title: 'Walk', notes: 'Walked.' },
  ],
  forms: [
    {
      ...{ id: 80, ...content, tags: [{ name: 'safety', color: '#1f6feb' }, { name: 'daily' }], published: 'on' },
      address: 'incident',
      addresses: [
        { address: 'what-went-wrong', created_at: '2026-11-02T03:20:00.104221Z' },
        { address: 'incident', created_at: '2026-11-03T03:20:00.104221Z' },
      ],
      ...{ key: 'incident-report', version: 2, published_at: '2026-11-03T03:20:00.000001Z' },
      versions: [
        {
          ...{
            version: 1,
            ...content,
            name: 'Incident',
            steps: oneStep,
            incident: null,
            client_prefill: null,
            settings: { ...content.settings, submitter_field: 'name' },
          },
          ...{ published_at: '2026-11-02T03:20:00.000000Z', by: 'Office' },
        },
        { version: 2, ...content, published_at: '2026-11-03T03:20:00.000001Z', by: null },
      ],
      ...timestamps,
    },
    {
      ...{ id: 81, name: 'Enquiry', ...formDefaults, key: 'b5d9', ...timestamps },
      steps: oneStep,
      prospect: {
        enabled: true,
        stage: 'Gone',
        source: 'Website',
        map: { name: 'first_name', gone: 'attributes.hobbies' },
      },
    },
  ],
  form_submissions: [
    {
      ...{ id: 85, form_id: 80, submitter: 'Ana Li', email: 'ana@acme.example', status: 'In review', type: 'incident' },
      submitted_at: '2026-11-03 08:00:00',
      answers: [
        { key: 'client', label: 'Client', type: 'client', value: { id: 7, name: 'Joan Hart' }, step: 'what' },
        { key: 'severity', label: 'How bad', type: 'select', value: 'Low', step: 'what' },
        { key: 'old', label: 'Old', type: 'checklist', value: [null, { a: null }] },
      ],
      ...{ form_version: 2, assignee_id: 31, client_id: 7, note_ref: 'general:70', source: 'page' },
      history: [
        { id: 1, status: 'Submitted', at: '2026-11-02T21:00:00.000000Z' },
        { id: 2, status: 'In review', by: 'Ana Li', at: '2026-11-02T22:00:00.000000Z', note: 'Rang Joan.' },
      ],
      ...timestamps,
    },
    {
      ...{ id: 86, form_id: 81, submitter: null, email: null, status: 'Submitted', type: 'prospect' },
      ...{ submitted_at: '2026-11-04 08:00:00', answers: [], form_version: null, assignee_id: null, prospect_id: 60 },
      ...timestamps,
    },
    {
      ...{ id: 87, form_id: 80, submitter: null, email: null, status: 'Closed', type: 'form' },
      ...{
        submitted_at: '2026-11-02 08:00:00',
        answers: [],
        form_version: 1,
        assignee_id: 31,
        note_ref: 'task:71',
        ...timestamps,
      },
    },
    {
      ...{ id: 88, form_id: 80, submitter: null, email: null, status: 'Archived', type: 'form' },
      ...{
        submitted_at: '2026-11-02 08:00:00',
        answers: [],
        form_version: 1,
        assignee_id: 31,
        note_ref: 'appointment:72',
      },
      ...{ source: 'api', ...timestamps },
    },
  ],
}
