import type { Incident } from '../../src/forms/definition/parts.ts'
import { formExample } from '../../src/forms/forms/examples.ts'
import type { Step } from '../../src/forms/logic/form.ts'
import { officeTime } from '../dates.ts'
import { type SubmissionDraft, submissionRows, wholeSecond } from '../forms/answers.ts'
import { formRow } from '../forms/forms.ts'
import { content, field, required, step } from '../forms/parts.ts'

const [hour, day] = [3_600_000, 86_400_000]

/** The form of the examples, as it is after the last of them. */
const visitReport = content({
  ...{ name: formExample.name, description: formExample.description },
  steps: formExample.steps as Step[],
  incident: formExample.incident as Incident,
})

/** A form that a link fills in from the record of a client. */
const details = content(
  {
    name: 'Your details',
    description: 'Please check what we have, and correct what has changed.',
    steps: [
      step('details', 'Your details', [
        required('client', 'client', 'Who is it about?'),
        field('address', 'address', 'Address'),
        field('phone', 'phone', 'Number of your contact person'),
        field('textarea', 'changed', 'What else has changed?'),
      ]),
    ],
    client_prefill: {
      ...{ enabled: true, client_field: 'client', map: { address: 'address', phone: 'primary_contact_number' } },
    },
  },
  { submit_button_text: 'Send', success_message: 'Thank you. We will update our records.' },
)

/** The forms that examples of the API name. */
export function exampleForms(now: number, by: string) {
  const [begun, published] = [officeTime(now - 12 * day), officeTime(now - 60 * day)]
  return [
    formRow({
      ...{ id: 5, key: 'visit-report', tags: [{ name: 'safety', color: '#c53030' }], created: begun },
      versions: [{ content: visitReport, at: begun + hour, by }],
    }),
    formRow({
      ...{ id: 6, key: 'your-details', tags: [{ name: 'intake', color: '#2f855a' }], created: published - day },
      versions: [{ content: details, at: published, by }],
    }),
  ]
}

interface Person {
  id: number
  name: string
}

/** Two reports that nobody has read yet. */
export function exampleSubmissions(now: number, { client, owner }: Record<'client' | 'owner', Person>) {
  const report = (ago: number, answers: object): SubmissionDraft => ({
    ...{ form_id: 5, form_version: 1, type: 'incident', source: 'api', at: wholeSecond(officeTime(now - ago * day)) },
    ...{ submitter: owner.name, assignee_id: owner.id, client_id: client.id },
    steps: visitReport.steps,
    values: { client: client.id, occurred: '2026-11-02 09:40:00', ...answers },
    names: new Map([[client.id, client.name]]),
    history: [],
  })
  return submissionRows(
    [report(2, { kind: 'Fall', severity: 'Moderate' }), report(1, { kind: 'Near miss', severity: 'Low' })],
    85,
  )
}
