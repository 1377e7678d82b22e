import { type Static, type TProperties, Type } from 'typebox'
import { closed, id, nullable, oneOf, ref, text, timestamp, visibleText } from '../../http/contract/schema.ts'
import { type ConditionValue, fieldTypes, maxOptions, operators } from '../logic/form.ts'
import { maxPatternLength } from '../logic/pattern.ts'

/** The steps of a form and all that is in them, as they are stored and shown. */
export const maxKeyLength = 60
export const maxSteps = 50
export const maxFields = 200
export const maxConditions = 20
export const maxRules = 20
export const maxOptionLength = 255
/** Of the stored steps as JSON: what edits add up to has an end, though each of them is small. */
export const maxStepsBytes = 256 * 1024

export const key = (description: string) =>
  Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_]{0,59}$',
    patternRule: 'must begin with a letter and have at most 60 letters, digits and _',
    description,
  })
/** A key that something is pointed at by; that nothing has it is an issue to fix, not a mistake of shape. */
export const pointer = (description: string) => visibleText(maxKeyLength, { description })

export const FormWhen = Type.Object(
  {
    combinator: Type.Optional(
      oneOf(['and', 'or'], { default: 'and', description: '`and`: all must hold; `or`: one is enough' }),
    ),
    conditions: Type.Array(
      Type.Object(
        {
          field: pointer('Key of a field that is asked before'),
          operator: oneOf(operators, {
            description: 'Each type of field takes some of them: see the table of POST /forms',
          }),
          value: Type.Optional(
            Type.Unsafe<ConditionValue>({
              type: ['string', 'number', 'boolean', 'array'],
              minLength: 1,
              maxLength: 500,
              items: { type: 'string', minLength: 1, maxLength: maxOptionLength },
              minItems: 1,
              maxItems: maxOptions,
              description:
                'A number for number and rating, a date or time for those, true or false for yes_no, a list for `includes_…`, else text; none for `empty` and `not_empty`. Of a choice it is one of the options, without regard to case',
            }),
          ),
        },
        closed,
      ),
      { minItems: 1, maxItems: maxConditions },
    ),
  },
  {
    ...closed,
    $id: 'FormWhen',
    description:
      'When something holds, by answers given before it. A field that was not asked has no answer: `empty`, `is_not` and `does_not_contain` hold for it, nothing else does. Text is compared without regard to case.',
  },
)

const limit = (description: string) =>
  Type.Optional(Type.Unsafe<number | string>({ type: ['number', 'string'], maxLength: 30, description }))
const length = (minimum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum: 10_000, description }))
export const FormValidation = Type.Object(
  {
    min: limit('The least number, the earliest date or time, or how many choices there must be'),
    max: limit('The largest number, the latest date or time, the most choices, or the stars of a rating (2 to 10)'),
    min_length: length(0, 'Fewest characters of a text'),
    max_length: length(1, 'Most characters of a text'),
    pattern: Type.Optional(
      text(maxPatternLength, {
        minLength: 1,
        description: 'What the whole text must match, such as `[A-Z]{2}\\d{4}`; `^` and `$` around it are accepted',
      }),
    ),
  },
  {
    ...closed,
    $id: 'FormValidation',
    description: 'What answers must be; each type of field takes some of these: see the table of POST /forms',
  },
)

/** What a field has beside its key, its type and its label. */
export const fieldSettings = {
  help: text(1000, { description: 'Shown beside the field' }),
  placeholder: text(1000, { description: 'Shown while the field is empty' }),
  default: Type.Unknown({ description: 'The answer it starts with: a value of its type' }),
  options: Type.Array(visibleText(maxOptionLength), {
    maxItems: maxOptions,
    description: 'What can be chosen; of select, radio, multiselect and checklist only',
  }),
  validation: ref(FormValidation),
  visible_when: Type.Unsafe<Static<typeof FormWhen>>({ ...ref(FormWhen), description: 'It is hidden otherwise' }),
} satisfies TProperties
export const fieldBasics = {
  type: oneOf(fieldTypes, { description: 'heading and paragraph only say something; the others are asked' }),
  label: visibleText(500),
}
export const FormField = Type.Object(
  {
    ...fieldBasics,
    key: key('What conditions and answers call it'),
    required: Type.Boolean(),
    ...Type.Partial(Type.Object(fieldSettings)).properties,
  },
  { ...closed, $id: 'FormField' },
)

export const FormRule = Type.Object(
  { when: ref(FormWhen), go_to: pointer('Key of a later step, or `submit` for the end') },
  { ...closed, $id: 'FormRule' },
)
export const stepTitle = visibleText(255)
export const routing = Type.Array(ref(FormRule), {
  maxItems: maxRules,
  description: 'Where the step leads: the first rule that holds',
})
export const otherwise = pointer(
  'Key of the later step that it leads to where no rule holds, or `submit`; the next one unless set',
)
export const FormStep = Type.Object(
  {
    key: key('What rules call it'),
    title: stepTitle,
    fields: Type.Array(ref(FormField)),
    routing,
    otherwise: Type.Optional(otherwise),
  },
  { ...closed, $id: 'FormStep' },
)

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
const optionalPointer = (description: string) => Type.Optional(pointer(description))
export const incidentFields = {
  severity_field: optionalPointer('Key of the field that says how bad it was: `incident.severity` of submissions'),
  client_field: optionalPointer(
    'Key of the field of type client that says whom it happened to: `client` of submissions',
  ),
  occurred_field: optionalPointer(
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
    { maxProperties: maxFields, description: 'Fields of a prospect by the keys of the form’s fields that fill them' },
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
  client_field: optionalPointer('Key of the field of type client'),
  map: Type.Record(Type.String(), Type.Unsafe<string>(oneOf(clientFields)), {
    maxProperties: maxFields,
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

/** What the builder takes. Shapes are judged here; builder.ts judges what shapes cannot say. */
const optional = <T extends TProperties>(properties: T) => Type.Partial(Type.Object(properties)).properties

export const FormFieldCreate = Type.Object(
  {
    ...fieldBasics,
    key: Type.Optional(key('Made from the label unless sent')),
    required: Type.Optional(Type.Boolean({ default: false })),
    ...optional(fieldSettings),
  },
  { ...closed, $id: 'FormFieldCreate', description: 'A field of a form' },
)
const fields = Type.Array(ref(FormFieldCreate), {
  maxItems: maxFields,
  description: `In order; a form has at most ${maxFields} in all`,
})
export const stepKey = Type.Optional(key('Made from the title unless sent; `submit` means the end and is no key'))
export const FormStepCreate = Type.Object(
  {
    title: stepTitle,
    key: stepKey,
    ...optional({ fields, routing: routing, otherwise: otherwise }),
  },
  { ...closed, $id: 'FormStepCreate', description: 'A step of a form' },
)
export const stepParts = optional({ fields })

const { success_message, redirect_url, assignee_id, closes_at } = settingsExtras
export const FormSettingsChange = Type.Partial(
  Type.Object({
    ...settingsBasics,
    success_message: nullable(success_message),
    redirect_url: nullable(redirect_url),
    assignee_id: nullable(assignee_id),
    closes_at: nullable(closes_at),
  }),
  { ...closed, $id: 'FormSettingsChange', description: 'What is not sent stays; null clears what is optional' },
)

const enabledByDefault = Type.Optional(Type.Boolean({ default: true, description: 'Whether it is on' }))
export const incident = nullable(
  Type.Object(
    { enabled: enabledByDefault, ...incidentFields },
    { ...closed, description: 'Makes submissions incidents; null removes it' },
  ),
)
export const prospect = nullable(
  Type.Object(
    { enabled: enabledByDefault, ...prospectParts, map: Type.Optional(prospectParts.map) },
    { ...closed, description: 'Makes a prospect of each submission; null removes it' },
  ),
)
export const clientPrefill = nullable(
  Type.Object(
    { enabled: enabledByDefault, ...prefillParts, map: Type.Optional(prefillParts.map) },
    { ...closed, description: 'Fills fields from the record of the client that another names; null removes it' },
  ),
)

/** One type keyword, so that one mistake is one message. */
const tag = Type.Unsafe<string | FormTag>({
  type: ['string', 'object'],
  minLength: 1,
  maxLength: 50,
  pattern: '\\S',
  patternRule: 'must not be blank',
  properties: tagParts,
  required: ['name'],
  additionalProperties: false,
  typeRule: 'must be a name, or an object with name and color',
})
export const tags = Type.Array(tag, { maxItems: 20, description: 'Names, or objects of a name and a color' })

export const name = visibleText(255)
export const description = text(10_000)
export const steps = Type.Array(ref(FormStepCreate), {
  maxItems: maxSteps,
  description: 'In order; one empty step unless sent',
})

export const FormCreate = Type.Object(
  {
    name,
    ...optional({
      ...{ description, tags, steps, settings: ref(FormSettingsChange) },
      ...{ incident, prospect, client_prefill: clientPrefill },
    }),
  },
  { ...closed, $id: 'FormCreate' },
)

export type FormFieldCreate = Static<typeof FormFieldCreate>
export type FormStepCreate = Static<typeof FormStepCreate>
export type FormSettingsChange = Static<typeof FormSettingsChange>
export type FormCreate = Static<typeof FormCreate>
export type IncidentBody = Static<typeof incident>
export type ProspectBody = Static<typeof prospect>
export type ClientPrefillBody = Static<typeof clientPrefill>
export type TagsBody = Static<typeof tags>
