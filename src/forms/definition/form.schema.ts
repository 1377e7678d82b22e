import { type Static, type TProperties, Type } from 'typebox'
import {
  closed,
  id,
  nullable,
  oneOf,
  open,
  ref,
  text,
  timestamp,
  visibleText,
  words,
} from '../../http/contract/schema.ts'
import { type ConditionValue, fieldTypes, maxOptions, nameTypes, operators } from '../logic/form.ts'
import { maxPatternLength } from '../logic/pattern.ts'

/* The steps of a form, as stored and returned. */
export const maxKeyLength = 60
export const maxSteps = 50
export const maxFields = 200
export const maxConditions = 20
export const maxRules = 20
export const maxOptionLength = 255
/** Maximum size of the stored steps as JSON. It bounds the total of many small edits. */
export const maxStepsBytes = 256 * 1024

export const key = (description: string) =>
  Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_]{0,59}$',
    patternRule: 'must begin with a letter and have at most 60 letters, digits and _',
    description,
  })
/** A reference to a key. An unknown key is an issue, not a validation error. */
export const pointer = (description: string) => visibleText(maxKeyLength, { description })

export const FormWhen = Type.Object(
  {
    combinator: Type.Optional(
      oneOf(['and', 'or'], { default: 'and', description: '`and`: all conditions must be met; `or`: one is enough' }),
    ),
    conditions: Type.Array(
      Type.Object(
        {
          field: pointer('Key of a field that comes before'),
          operator: oneOf(operators, {
            ...open,
            description: 'Each type of field supports some of them: see the table of POST /forms',
          }),
          value: Type.Optional(
            Type.Unsafe<ConditionValue>({
              type: ['string', 'number', 'boolean', 'array'],
              minLength: 1,
              maxLength: 500,
              items: { type: 'string', minLength: 1, maxLength: maxOptionLength },
              minItems: 1,
              maxItems: maxOptions,
              ...words,
              description:
                'A number for number and rating, a date or time for those types, a boolean for yes_no, a list for `includes_…`, else text; none for `empty` and `not_empty`. For a choice it is one of the options, ignoring case.',
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
      'Conditions on the answers of earlier fields. A field that is hidden or skipped has no answer: only `empty`, `is_not` and `does_not_contain` are met for it. Text is compared ignoring case.',
  },
)

const limit = (description: string) =>
  Type.Optional(Type.Unsafe<number | string>({ type: ['number', 'string'], maxLength: 30, description }))
const length = (minimum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum: 10_000, description }))
export const FormValidation = Type.Object(
  {
    min: limit('The smallest number, the earliest date or time, or the minimum number of choices'),
    max: limit(
      'The largest number, the latest date or time, the maximum number of choices, or the stars of a rating (2 to 10)',
    ),
    min_length: length(0, 'Minimum length of a text in characters'),
    max_length: length(1, 'Maximum length of a text in characters'),
    pattern: Type.Optional(
      text(maxPatternLength, {
        minLength: 1,
        description:
          'Pattern that the whole text must match, such as `[A-Z]{2}\\d{4}`. `^` and `$` around it are accepted.',
      }),
    ),
  },
  {
    ...closed,
    $id: 'FormValidation',
    description: 'Limits of answers. Each type of field supports some of them: see the table of POST /forms.',
  },
)

/** The optional properties of a field. */
export const fieldSettings = {
  help: text(1000, { description: 'Help text, shown beside the field', ...words }),
  placeholder: text(1000, { description: 'Shown while the field is empty', ...words }),
  default: Type.Unknown({ description: 'Initial answer: a value of the field’s type', ...words }),
  options: Type.Array(visibleText(maxOptionLength, words), {
    maxItems: maxOptions,
    description: 'The choices. Only for select, radio, multiselect and checklist.',
  }),
  low_label: text(50, {
    description: 'Word at the first star of a rating, such as Never. Lowest by default.',
    ...words,
  }),
  high_label: text(50, {
    description: 'Word at the last star of a rating, such as Always. Highest by default.',
    ...words,
  }),
  validation: ref(FormValidation),
  visible_when: Type.Unsafe<Static<typeof FormWhen>>({
    ...ref(FormWhen),
    description: 'The field is hidden unless this is met',
  }),
} satisfies TProperties
export const fieldBasics = {
  type: oneOf(fieldTypes, {
    ...open,
    description: 'heading and paragraph only display text; the other types take an answer',
  }),
  label: visibleText(500, words),
}
export const FormField = Type.Object(
  {
    ...fieldBasics,
    key: key('Key of the field in conditions and answers'),
    required: Type.Boolean(),
    ...Type.Partial(Type.Object(fieldSettings)).properties,
  },
  { ...closed, $id: 'FormField' },
)

export const FormRule = Type.Object(
  { when: ref(FormWhen), go_to: pointer('Key of a later step, or `submit` for the end') },
  { ...closed, $id: 'FormRule' },
)
export const stepTitle = visibleText(255, words)
export const routing = Type.Array(ref(FormRule), {
  maxItems: maxRules,
  description: 'Rules for the next step. The first rule that is met applies.',
})
export const otherwise = pointer(
  'Key of the later step that follows if no rule is met, or `submit`. The next step by default.',
)
export const FormStep = Type.Object(
  {
    key: key('Key of the step in rules'),
    title: stepTitle,
    fields: Type.Array(ref(FormField)),
    routing,
    otherwise: Type.Optional(otherwise),
  },
  { ...closed, $id: 'FormStep' },
)

/* A form, as stored and returned. The bodies below have the same parts with fewer required ones. */
/** The required settings, then the optional ones. */
export const settingsBasics = {
  allow_step_navigation: Type.Boolean({
    description: 'Whether people may go to any step of their path whose earlier steps are all valid',
  }),
  show_step_numbers: Type.Boolean(),
  submit_button_text: visibleText(100, words),
}
export const settingsExtras = {
  success_message: text(2000, { description: 'Shown after the form is submitted', ...words }),
  redirect_url: text(2000, {
    format: 'web-address',
    description:
      'Where people are sent after the form is submitted: at once, or by a button if there is a success_message',
  }),
  assignee_id: id('Id of the staff member that submissions are assigned to. The organisation’s owner by default.'),
  submitter_field: pointer(
    `Key of the field whose answer becomes \`submitter\` of submissions: one of type ${nameTypes.join(', ')}`,
  ),
  closes_at: Type.String({ format: 'local-time', description: 'Local time at which the form closes' }),
}
export const FormSettings = Type.Object(
  { ...settingsBasics, ...Type.Partial(Type.Object(settingsExtras)).properties },
  { ...closed, $id: 'FormSettings' },
)

const enabled = Type.Boolean({ description: 'Whether it is on' })
const optionalPointer = (description: string) => Type.Optional(pointer(description))
export const incidentFields = {
  severity_field: optionalPointer('Key of the field for the severity: `incident.severity` of submissions'),
  client_field: optionalPointer('Key of the field of type client for the affected client: `client` of submissions'),
  occurred_field: optionalPointer(
    'Key of the date or datetime field for the time of the incident: `incident.occurred_at` of submissions',
  ),
}
export const FormIncident = Type.Object(
  { enabled, ...incidentFields },
  { ...closed, $id: 'FormIncident', description: 'Makes submissions incidents' },
)

/** The fields of a prospect that an answer can set. */
export const prospectFields = [
  ...['first_name', 'last_name', 'email', 'phone', 'suburb', 'date_of_lead', 'followup_date', 'source'],
  ...['funding_type', 'initial_comments'],
]
export const attributePrefix = 'attributes.'
export const prospectParts = {
  stage: Type.Optional(visibleText(100, { description: 'Stage of the prospects. New by default.' })),
  source: Type.Optional(visibleText(100, { description: 'Source of the prospects' })),
  map: Type.Record(
    Type.String(),
    Type.String({
      pattern: `^(${prospectFields.join('|')}|${attributePrefix.replace('.', '\\.')}.{1,100})$`,
      patternRule: `must be one of ${prospectFields.join(', ')}, or ${attributePrefix}<key>`,
    }),
    { maxProperties: maxFields, description: 'Fields of a prospect, by the keys of the form’s fields that set them' },
  ),
}
export const FormProspect = Type.Object(
  { enabled, ...prospectParts },
  { ...closed, $id: 'FormProspect', description: 'Creates a prospect from each submission' },
)

/** The fields of a client that can prefill a field. */
export const clientFields = [
  ...(['first_name', 'last_name', 'name', 'client_type', 'language', 'address'] as const),
  ...(['primary_contact_email', 'primary_contact_number'] as const),
]
export const prefillParts = {
  client_field: optionalPointer('Key of the field of type client'),
  map: Type.Record(Type.String(), Type.Unsafe<string>(oneOf(clientFields)), {
    maxProperties: maxFields,
    description: 'Fields of a client, by the keys of the form’s fields that they prefill',
  }),
}
export const FormClientPrefill = Type.Object(
  { enabled, ...prefillParts },
  {
    ...closed,
    $id: 'FormClientPrefill',
    description: 'Prefills fields from the record of the client that another field names',
  },
)

export const tagParts = {
  name: visibleText(50, words),
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
    code: oneOf(issueCodes, open),
    path: Type.String({ description: 'Path in the form, such as steps.1.fields.0.options' }),
    message: Type.String(),
    severity: oneOf(['error']),
  },
  { ...closed, $id: 'FormIssue', description: 'A problem to fix before the form can be published' },
)
export const noteCodes = ['key_renamed', 'duplicate_option', 'duplicate_tag', 'required_ignored'] as const
export const FormNote = Type.Object(
  {
    code: oneOf(noteCodes, open),
    path: Type.String({ description: 'Path in the body' }),
    message: Type.String(),
  },
  { ...closed, $id: 'FormNote', description: 'An adjustment made to the body' },
)

export const published = oneOf(['off', 'on'], { description: 'Whether people can open the form' })
export const url = nullable(
  Type.String({
    description: 'URL of the form’s page, also while the form is off. Null until it is first published.',
  }),
)
export const addressPattern = '^[a-z0-9-]{3,60}$'
export const addressRule = 'must be 3 to 60 of the characters a-z, 0-9 and -'
export const address = nullable(
  Type.String({
    pattern: addressPattern,
    patternRule: addressRule,
    description: 'End of the page’s URL, `/f/<organisation>/<address>`. Null: the key that the service made.',
  }),
)
export const formProperties = {
  id: id(),
  name: Type.String(words),
  description: Type.String(words),
  tags: Type.Array(ref(FormTag)),
  published,
  url,
  address,
  version: nullable(Type.Integer({ description: 'Latest published version. Null until the form is first published.' })),
  published_at: nullable(timestamp('Time of the latest version; ISO 8601 with microseconds and a trailing Z')),
  settings: ref(FormSettings),
  steps: Type.Array(ref(FormStep)),
  incident: Type.Union([ref(FormIncident), Type.Null()]),
  prospect: Type.Union([ref(FormProspect), Type.Null()]),
  client_prefill: Type.Union([ref(FormClientPrefill), Type.Null()]),
  issues: Type.Array(ref(FormIssue), { description: 'What must be fixed before the form can be published' }),
  submission_count: Type.Integer({ description: 'Number of submissions of all versions' }),
  created_at: timestamp(),
  updated_at: timestamp(),
}
export const Form = Type.Object(formProperties, { $id: 'Form' })
export type FormIssue = Static<typeof FormIssue>
export type FormNote = Static<typeof FormNote>
export type FormTag = Static<typeof FormTag>

/* The bodies. builder.ts checks what a schema cannot express. */
const optional = <T extends TProperties>(properties: T) => Type.Partial(Type.Object(properties)).properties

export const FormFieldCreate = Type.Object(
  {
    ...fieldBasics,
    key: Type.Optional(key('Made from the label if omitted')),
    required: Type.Optional(Type.Boolean({ default: false })),
    ...optional(fieldSettings),
  },
  { ...closed, $id: 'FormFieldCreate', description: 'A field of a form' },
)
const fields = Type.Array(ref(FormFieldCreate), {
  maxItems: maxFields,
  description: `In order. A form has at most ${maxFields} fields in total.`,
})
export const stepKey = Type.Optional(key('Made from the title if omitted. `submit` is reserved for the end.'))
export const FormStepCreate = Type.Object(
  {
    title: stepTitle,
    key: stepKey,
    ...optional({ fields, routing: routing, otherwise: otherwise }),
  },
  { ...closed, $id: 'FormStepCreate', description: 'A step of a form' },
)
export const stepParts = optional({ fields })

const { success_message, redirect_url, assignee_id, submitter_field, closes_at } = settingsExtras
export const FormSettingsChange = Type.Partial(
  Type.Object({
    ...settingsBasics,
    success_message: nullable(success_message),
    redirect_url: nullable(redirect_url),
    assignee_id: nullable(assignee_id),
    submitter_field: nullable(submitter_field),
    closes_at: nullable(closes_at),
  }),
  { ...closed, $id: 'FormSettingsChange', description: 'Omitted properties stay. Null clears an optional property.' },
)

const enabledByDefault = Type.Optional(Type.Boolean({ default: true, description: 'Whether it is on' }))
export const incident = nullable(
  Type.Object(
    { enabled: enabledByDefault, ...incidentFields },
    { ...closed, description: 'Makes submissions incidents. Null removes it.' },
  ),
)
export const prospect = nullable(
  Type.Object(
    { enabled: enabledByDefault, ...prospectParts, map: Type.Optional(prospectParts.map) },
    { ...closed, description: 'Creates a prospect from each submission. Null removes it.' },
  ),
)
export const clientPrefill = nullable(
  Type.Object(
    { enabled: enabledByDefault, ...prefillParts, map: Type.Optional(prefillParts.map) },
    {
      ...closed,
      description: 'Prefills fields from the record of the client that another field names. Null removes it.',
    },
  ),
)

/** One `type` keyword, so that one error gives one message. */
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
export const tags = Type.Array(tag, { maxItems: 20, description: 'Names, or objects with name and color' })

export const name = visibleText(255)
export const description = text(10_000)
export const steps = Type.Array(ref(FormStepCreate), {
  maxItems: maxSteps,
  description: 'In order. One empty step if omitted.',
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
