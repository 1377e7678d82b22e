import { content, field, is, required, step, when } from './parts.ts'

export const severities = ['Low', 'Moderate', 'High', 'Critical'] as const
export type Severity = (typeof severities)[number]
export const places = ['At home', 'In a shared house', 'Out and about', 'In a car or bus', 'Elsewhere']
export const natures = [
  'Fall or slip',
  'Injury',
  'Medication',
  'Swallowing',
  'Behaviour',
  'Missing person',
  'Property',
  'Other',
]
export const toldTo = ['Nurse on call', 'Team leader', 'Coordinator', 'Family', 'GP', 'Police or ambulance']
const grave = when({ field: 'severity', operator: 'includes_any', value: ['High', 'Critical'] })

/** What carers fill in after a shift in which something went wrong. */
export const incidentReport = content(
  {
    name: 'Incident report',
    description:
      'For everything that hurt somebody, might have, or was not as it should be. Send it before you go home; it can be added to later.',
    steps: [
      step('event', 'What happened', [
        required('client', 'client', 'Client'),
        required('datetime', 'occurred', 'When was it?'),
        required('select', 'place', 'Where was it?', { options: places }),
        required('text', 'place_other', 'Where exactly?', { visible_when: is('place', places[4]!) }),
        required('multiselect', 'nature', 'What was it about?', { options: natures, validation: { min: 1, max: 4 } }),
        required('textarea', 'what', 'Tell us what you saw, in the order it happened', {
          help: 'Facts first: who, where, what was said. No guesses about reasons.',
          validation: { min_length: 20 },
        }),
        required('radio', 'severity', 'How serious was it?', {
          options: [...severities],
          help: 'Low: no harm. Moderate: first aid. High: a doctor, or nearly. Critical: emergency services.',
        }),
      ]),
      step(
        'people',
        'Was anybody hurt',
        [
          required('yes_no', 'hurt', 'Did anyone have pain, a wound or a fright?'),
          required('textarea', 'injury', 'Which part of the body, and how does it look?', {
            visible_when: is('hurt', true),
          }),
          field('yes_no', 'first_aid', 'Was first aid given?', { visible_when: is('hurt', true) }),
          field('yes_no', 'ambulance', 'Was an ambulance called?', {
            visible_when: { combinator: 'and', conditions: [...is('hurt', true).conditions, ...grave.conditions] },
          }),
        ],
        [{ when: grave, go_to: 'urgent' }],
        'action',
      ),
      step('urgent', 'Serious incidents', [
        field('heading', 'ring_first', 'Ring the on-call manager before you go on'),
        required('time', 'rang_at', 'At what time did you ring?'),
        field('text', 'reference', 'Reference of police or ambulance', { placeholder: 'If there is one' }),
      ]),
      step('action', 'What was done', [
        required('textarea', 'action', 'What did you do about it?'),
        required('checklist', 'told', 'Who knows about it?', { options: toldTo, validation: { min: 1 } }),
        field('textarea', 'prevent', 'What might keep it from happening again?'),
      ]),
      step('sign', 'Your signature', [
        required('staff', 'reporter', 'Your name'),
        required('signature', 'signature', 'Signed', { help: 'Type your name, or draw with a finger.' }),
      ]),
    ],
    incident: { enabled: true, severity_field: 'severity', client_field: 'client', occurred_field: 'occurred' },
  },
  {
    submit_button_text: 'Send the report',
    submitter_field: 'reporter',
    success_message: 'Your report has reached us. The coordinator reads it on the next working day.',
  },
)
