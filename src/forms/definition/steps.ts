import { type Static, type TProperties, Type } from 'typebox'
import { closed, oneOf, ref, text, visibleText } from '../../http/contract/schema.ts'
import { type ConditionValue, fieldTypes, mostOptions, operators } from '../logic/form.ts'
import { longestPattern } from '../logic/pattern.ts'

/** The steps of a form and all that is in them, as they are stored and shown. */
export const longestKey = 60
export const mostSteps = 50
export const mostFields = 200
export const mostConditions = 20
export const mostRules = 20
export const longestOption = 255
/** Of the stored steps as JSON: what edits add up to has an end, though each of them is small. */
export const largestSteps = 256 * 1024

export const key = (description: string) =>
  Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_]{0,59}$',
    patternRule: 'must begin with a letter and have at most 60 letters, digits and _',
    description,
  })
/** A key that something is pointed at by; that nothing has it is an issue to fix, not a mistake of shape. */
export const pointer = (description: string) => visibleText(longestKey, { description })

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
              items: { type: 'string', minLength: 1, maxLength: longestOption },
              minItems: 1,
              maxItems: mostOptions,
              description:
                'A number for number and rating, a date or time for those, true or false for yes_no, a list for `includes_…`, else text; none for `empty` and `not_empty`. Of a choice it is one of the options, without regard to case',
            }),
          ),
        },
        closed,
      ),
      { minItems: 1, maxItems: mostConditions },
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
      text(longestPattern, {
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
  options: Type.Array(visibleText(longestOption), {
    maxItems: mostOptions,
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
  maxItems: mostRules,
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
