import { type Static, Type } from 'typebox'
import { closed, id, nullable, oneOf, ref, text, timestamp, visibleText } from '../../http/contract/schema.ts'
import { FormStep, mostFields, pointer } from '../definition/steps.ts'

export * from '../definition/steps.ts'

/** A form as it is stored and shown. What is sent has the same parts with less that must be there: see forms.bodies.ts. */

/** What the settings may be; those that are optional are there once set. */
export const settingsBasics = {
  allow_step_navigation: Type.Boolean({
    description: 'Whether people may go to any step on their way, as long as everything before it is right',
  }),
  show_step_numbers: Type.Boolean(),
  submit_button_text: visibleText(100),
}
export const settingsExtras = {
  success_message: text(2000, { description: 'Shown once the form is sent, under the heading Thank you' }),
  redirect_url: text(2000, {
    format: 'web-address',
    description: 'Where people go once the form is sent: at once, or by a button where there is a success_message',
  }),
  assignee_id: id('The staff member that submissions are assigned to; the organisation’s owner unless set'),
  closes_at: Type.String({ format: 'local-time', description: 'Local time from which on the form is closed' }),
}
export const FormSettings = Type.Object(
  { ...settingsBasics, ...Type.Partial(Type.Object(settingsExtras)).properties },
  { ...closed, $id: 'FormSettings' },
)

const enabled = Type.Boolean({ description: 'Whether it is on' })
const pointed = (description: string) => Type.Optional(pointer(description))
export const incidentFields = {
  severity_field: pointed('Key of the field that says how bad it was: `incident.severity` of submissions'),
  client_field: pointed('Key of the field of type client that says whom it happened to: `client` of submissions'),
  occurred_field: pointed(
    'Key of the date or datetime field that says when it happened: `incident.occurred_at` of submissions',
  ),
}
export const FormIncident = Type.Object(
  { enabled, ...incidentFields },
  { ...closed, $id: 'FormIncident', description: 'Makes submissions incidents' },
)

/** The fields of a prospect that an answer can fill. */
export const prospectFields = [
  ...['first_name', 'last_name', 'email', 'phone', 'suburb', 'date_of_lead', 'followup_date', 'source'],
  ...['funding_type', 'initial_comments'],
]
export const attributePrefix = 'attributes.'
export const prospectParts = {
  stage: Type.Optional(visibleText(100, { description: 'The stage of the prospects; New unless set' })),
  source: Type.Optional(visibleText(100, { description: 'Their source' })),
  map: Type.Record(
    Type.String(),
    Type.String({
      pattern: `^(${prospectFields.join('|')}|${attributePrefix.replace('.', '\\.')}.{1,100})$`,
      patternRule: `must be one of ${prospectFields.join(', ')}, or ${attributePrefix}<key>`,
    }),
    { maxProperties: mostFields, description: 'Fields of a prospect by the keys of the form’s fields that fill them' },
  ),
}
export const FormProspect = Type.Object(
  { enabled, ...prospectParts },
  { ...closed, $id: 'FormProspect', description: 'Makes a prospect of each submission' },
)

/** What a client's record can fill in. */
export const clientFields = [
  ...(['first_name', 'last_name', 'name', 'client_type', 'language', 'address'] as const),
  ...(['primary_contact_email', 'primary_contact_number'] as const),
]
export const prefillParts = {
  client_field: pointed('Key of the field of type client'),
  map: Type.Record(Type.String(), Type.Unsafe<string>(oneOf(clientFields)), {
    maxProperties: mostFields,
    description: 'Fields of a client by the keys of the form’s fields that they fill',
  }),
}
export const FormClientPrefill = Type.Object(
  { enabled, ...prefillParts },
  { ...closed, $id: 'FormClientPrefill', description: 'Fills fields from the record of the client that another names' },
)

export const tagParts = {
  name: visibleText(50),
  color: Type.Optional(
    Type.String({
      pattern: '^(#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|[A-Za-z]{1,30})$',
      patternRule: 'must be a colour such as #1f6feb or green',
    }),
  ),
}
export const FormTag = Type.Object(tagParts, { ...closed, $id: 'FormTag' })

export const issueCodes = [
  ...(['dangling_reference', 'duplicate_key', 'unreachable_step'] as const),
  ...(['missing_options', 'missing_mapping', 'empty_form'] as const),
] as const
export const FormIssue = Type.Object(
  {
    code: oneOf(issueCodes),
    path: Type.String({ description: 'Where in the form, such as steps.1.fields.0.options' }),
    message: Type.String(),
    severity: oneOf(['error']),
  },
  { ...closed, $id: 'FormIssue', description: 'Something to fix before the form can be published' },
)
export const noteCodes = ['key_renamed', 'duplicate_option', 'duplicate_tag', 'required_ignored'] as const
export const FormNote = Type.Object(
  {
    code: oneOf(noteCodes),
    path: Type.String({ description: 'Where in what was sent' }),
    message: Type.String(),
  },
  { ...closed, $id: 'FormNote', description: 'An adjustment made to what was sent' },
)

export const published = oneOf(['off', 'on'], { description: 'Whether people can open it' })
export const url = nullable(
  Type.String({
    description: 'Null until the form is first published; from then on its address, also while it is off',
  }),
)
export const formProperties = {
  id: id(),
  name: Type.String(),
  description: Type.String(),
  tags: Type.Array(ref(FormTag)),
  published,
  url,
  version: nullable(Type.Integer({ description: 'The latest published version; null until there is one' })),
  published_at: nullable(timestamp('When that was; ISO 8601 with microseconds and a trailing Z')),
  settings: ref(FormSettings),
  steps: Type.Array(ref(FormStep)),
  incident: Type.Union([ref(FormIncident), Type.Null()]),
  prospect: Type.Union([ref(FormProspect), Type.Null()]),
  client_prefill: Type.Union([ref(FormClientPrefill), Type.Null()]),
  issues: Type.Array(ref(FormIssue), { description: 'What is to be fixed before it can be published' }),
  submission_count: Type.Integer({ description: 'Submissions of the form, of all versions' }),
  created_at: timestamp(),
  updated_at: timestamp(),
}
export const Form = Type.Object(formProperties, { $id: 'Form' })
export type FormIssue = Static<typeof FormIssue>
export type FormNote = Static<typeof FormNote>
export type FormTag = Static<typeof FormTag>
