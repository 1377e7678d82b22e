import { formExample } from '../../../src/forms/forms/examples.ts'
import type { FixtureContext } from './naming.ts'

/** Prospects, notes, forms and their submissions. */
export function enquiriesFixture({ marker, id, day }: FixtureContext) {
  const prospect = (n: number, more: object = {}) => ({
    ...{
      id: id(n),
      first_name: `Max${n}`,
      last_name: marker,
      email: `max${n}@${marker}.example`,
      suburb: marker,
      stage: 'New',
      tags: [marker],
      ...more,
    },
  })
  const fields = [
    { type: 'client', label: `Client ${marker}`, key: 'client' },
    { type: 'staff', label: 'By whom', key: 'staff' },
    { type: 'text', label: `Street ${marker}`, key: 'street' },
  ]
  const form = (n: number, published: 'on' | 'off', more: object) => ({
    ...{
      id: id(n),
      key: `form-${id(n)}`,
      name: `Report ${marker}`,
      description: marker,
      published,
      tags: [marker],
      ...more,
    },
  })
  const report = { steps: formExample.steps, incident: formExample.incident }
  const prefilled = {
    steps: [{ key: 'only', title: marker, fields, routing: [] }],
    client_prefill: { enabled: true, client_field: 'client', map: { street: 'address' } },
  }
  const one = (type: string, more: object = {}) => ({ type, label: `${type} ${marker}`, key: type, ...more })
  const options = ['Low', marker]
  const everyType = [
    ...[one('textarea', { validation: { max_length: 500 } }), one('number', { validation: { min: 0, max: 10 } })],
    ...[one('email'), one('phone'), one('date'), one('time'), one('datetime'), one('yes_no'), one('rating')],
    ...[
      one('select', { options }),
      one('radio', { options }),
      one('multiselect', { options }),
      one('checklist', { options }),
    ],
    ...[one('signature'), one('address'), one('heading'), one('paragraph')],
    one('text', { validation: { pattern: '[a-z]+\\d{1,4}' } }),
    one('staff', { visible_when: { conditions: [{ field: 'yes_no', operator: 'is', value: true }] } }),
  ]
  const note = (n: number, more: object) => ({
    ...{
      id: id(n),
      title: `Call ${marker}`,
      note_type: `Type ${marker}`,
      notes: `Well, says ${marker}.`,
      author_id: id(101),
      source: 'web',
    },
    ...{ date: day(n), answers: [{ key: 'mood', label: `Mood ${marker}`, value: marker }], ...more },
  })
  return {
    prospect_options: {
      stages: [
        ...[
          { name: 'New', category: 'open' },
          { name: 'Qualified', category: 'open' },
          { name: `Stage ${marker}`, category: 'open' },
          { name: 'Won', category: 'won' },
        ],
      ],
      ...{ sources: [`Source ${marker}`], consultants: ['Ana Li', `Ana ${marker}`] },
      attributes: [
        { key: 'hobbies', label: `Hobbies ${marker}`, type: 'multiselect', options: ['Chess', 'Golf', marker] },
        ...Object.entries({ pet: 'text', hours: 'number', assessed: 'date', lives_alone: 'boolean' }).map(
          ([key, type]) => ({
            ...{ key, label: `${key} ${marker}`, type },
          }),
        ),
        ...Object.entries({ time_of_day: 'select', aids: 'checklist' }).map(([key, type]) => ({
          ...{ key, label: `${key} ${marker}`, type, options: ['Mornings', 'Walker', marker] },
        })),
      ],
    },
    prospects: [
      prospect(60, {
        ...{
          source: `Source ${marker}`,
          consultant: `Ana ${marker}`,
          initial_comments: marker,
          attributes: { hobbies: [marker] },
        },
        notes: [
          {
            id: id(340),
            note_type: marker,
            notes: `Soon, says ${marker}`,
            by: marker,
            created_at: '2026-10-02T09:30:00Z',
          },
        ],
      }),
      prospect(61, { client_id: id(2003) }),
      ...[62, 63, 64].map((n) => prospect(n)),
    ],
    note_templates: [{ id: id(1), name: `Daily ${marker}`, questions: [{ key: 'mood', label: `Mood ${marker}` }] }],
    notes: [
      ...[70, 72, 73].map((n) => note(n, { client_id: id(2001) })),
      note(70, {
        ...{ kind: 'Appointment', shift_id: id(101), template: { id: id(1), name: `Daily ${marker}` }, date: null },
        shift_cautions: [{ code: marker.toLowerCase(), text: `Falls ${marker}` }],
      }),
      note(70, { kind: 'Task', task_id: id(50), client_id: id(2001) }),
    ],
    forms: [
      ...[form(1, 'on', report), form(2, 'on', prefilled), form(3, 'off', prefilled), form(4, 'on', report)],
      form(5, 'on', { steps: [{ key: 'only', title: marker, fields: everyType, routing: [] }] }),
    ],
    form_submissions: [85, 86].map((n) => ({
      ...{
        id: id(n),
        form_id: id(1),
        submitter: `Ana ${marker}`,
        email: `ana@${marker}.example`,
        status: 'Submitted',
        type: 'form',
      },
      ...{
        submitted_at: '2026-11-03 08:00:00',
        client_id: id(2001),
        assignee_id: id(101),
        note_ref: `general:${id(70)}`,
      },
      answers: [{ key: 'kind', label: `Kind ${marker}`, type: 'select', value: `Fall ${marker}` }],
      history: [{ status: 'Submitted', by: marker, at: '2026-11-02T21:00:00.000000Z', note: marker }],
    })),
  }
}
