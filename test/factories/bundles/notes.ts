import { shift } from '../roster/shifts.ts'
import { base, task } from './tasks.ts'

/** Bundles with notes of every kind. */
const timestamps = { created_at: '2026-11-02T03:20:00.104220Z', updated_at: '2026-11-02T03:20:00.104220Z' }
/** A general note with only the required fields. */
export const note = (fields: object = {}): Record<string, unknown> => ({
  ...{ id: 70, client_id: 7, notes: 'Joan is well.' },
  ...fields,
})
/** The other fields of such a note in an export. */
export const noteDefaults = {
  ...{ title: null, note_type: 'General', notes: 'Joan is well.', date: null, author_id: null, source: 'import' },
  ...{ attachments: [], answers: [], shift_cautions: [] },
}

export const baseBundle = {
  ...base,
  tasks: [task({ id: 50, client_id: 7 }), task({ id: 51 })],
  shifts: [
    shift({
      id: 101,
      segments: [
        {
          id: 201,
          start: '2026-11-16 09:00:00',
          end: '2026-11-16 10:00:00',
          service: 'Personal care',
          staff_ids: [31],
        },
      ],
    }),
    shift({ id: 102, type: 'group', client_ids: [7, 8], start: '2026-11-17 09:00:00', end: '2026-11-17 11:00:00' }),
  ],
}

const fullNote = {
  ...{
    title: 'Call',
    note_type: 'Phone call',
    notes: 'Joan is well.',
    date: '2026-11-02',
    author_id: 31,
    source: 'web',
  },
  attachments: [
    { id: 1, name: 'photo.jpg', content_type: 'image/jpeg', size: 52_000 },
    { id: 2, name: 'plan.pdf' },
  ],
  answers: [
    { key: 'mood', label: 'How was their mood?', value: 'Bright' },
    { key: 'meals', label: 'Meals', value: { lunch: null, dinner: ['soup', 2] } },
  ],
  shift_cautions: [{ code: 'falls', text: 'Falls risk: stay within reach on stairs' }],
}
const template = { id: 4, name: 'Daily note' }
const revisions = [
  {
    ...{ title: null, note_type: 'General', notes: 'Joan is wel.', date: '2026-11-02' },
    answers: [{ key: 'mood', label: 'Mood', value: { of: null } }],
    ...{ template_id: 4, replaced_by: 'Care app', replaced_at: '2026-11-02T03:21:00.000001Z' },
  },
  {
    ...{ title: 'Call', note_type: 'General', notes: 'Joan is well', date: '2026-11-02', answers: [] },
    ...{ replaced_by: null, replaced_at: '2026-11-02T03:22:00.000000Z' },
  },
]

/** Notes with every field, as exported. Notes of different kinds have the same ids. */
export const completeBundle = {
  ...baseBundle,
  note_templates: [
    { id: 4, ...{ name: 'Daily note', questions: [{ key: 'mood', label: 'How was their mood?' }] } },
    { id: 5, name: 'Free', questions: [] },
  ],
  notes: [
    { id: 70, kind: 'General', client_id: 7, ...fullNote, employee_id: 32, template, revisions, ...timestamps },
    { id: 71, kind: 'General', client_id: 8, ...noteDefaults, date: '2026-11-03', author: 'Care app', ...timestamps },
    {
      id: 70,
      kind: 'Task',
      client_id: 7,
      ...fullNote,
      employee_id: 32,
      template,
      task_id: 50,
      revisions,
      ...timestamps,
    },
    { id: 72, kind: 'Task', client_id: null, ...noteDefaults, author: 'Care app', task_id: 51, ...timestamps },
    {
      ...{ id: 70, kind: 'Appointment', client_id: 7, ...fullNote, employee_id: 32, template },
      ...{ shift_id: 101, segment_id: 201, ...timestamps },
    },
    {
      id: 73,
      kind: 'Appointment',
      client_id: null,
      ...noteDefaults,
      source: 'app',
      author_id: 31,
      shift_id: 102,
      ...timestamps,
    },
  ],
}
