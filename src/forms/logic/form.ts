/**
 * The types of a form, shared by the service and the page in the browser. This folder uses no API of Node or of the browser,
 * so that both run the same rules.
 */
export const fieldTypes = [
  ...(['text', 'textarea', 'number', 'email', 'phone', 'date', 'time', 'datetime'] as const),
  ...(['select', 'radio', 'multiselect', 'checklist', 'yes_no', 'rating', 'signature', 'address'] as const),
  ...(['client', 'staff', 'heading', 'paragraph'] as const),
] as const
export type FieldType = (typeof fieldTypes)[number]

/** How the values of a type are compared and checked. */
export const kinds = {
  text: 'text',
  textarea: 'text',
  email: 'text',
  phone: 'text',
  address: 'text',
  signature: 'signature',
  number: 'number',
  rating: 'number',
  date: 'time',
  time: 'time',
  datetime: 'time',
  select: 'choice',
  radio: 'choice',
  multiselect: 'choices',
  checklist: 'choices',
  yes_no: 'flag',
  client: 'person',
  staff: 'person',
  heading: 'none',
  paragraph: 'none',
} as const satisfies Record<FieldType, string>
export type Kind = (typeof kinds)[FieldType]

/** Whether the field takes an answer; headings and paragraphs do not. */
export const isAnswerable = ({ type }: Pick<Field, 'type'>): boolean => kinds[type] !== 'none'
/** The types whose answer can be the name of a person. A signature may be a drawing. */
export const nameTypes: readonly FieldType[] = ['text', 'select', 'radio', 'client', 'staff']
export const hasOptions = (type: FieldType): boolean => kinds[type] === 'choice' || kinds[type] === 'choices'

/** Maximum number of options of a field. */
export const maxOptions = 200

export interface Validation {
  /** The smallest number, the earliest date or time, or the minimum number of choices. */
  min?: number | string
  max?: number | string
  min_length?: number
  max_length?: number
  pattern?: string
}

export interface Condition {
  field: string
  operator: Operator
  value?: ConditionValue
}
export type ConditionValue = string | number | boolean | string[]

export interface When {
  combinator: 'and' | 'or'
  conditions: Condition[]
}

export interface Field {
  type: FieldType
  label: string
  key: string
  required: boolean
  help?: string
  placeholder?: string
  default?: unknown
  options?: string[]
  /** The words at the first and the last star of a rating. */
  low_label?: string
  high_label?: string
  validation?: Validation
  visible_when?: When
}

/** The key of a later step, or the end. */
export type Target = string
export const submit = 'submit'

export interface Rule {
  when: When
  go_to: Target
}

export interface Step {
  key: string
  title: string
  fields: Field[]
  routing: Rule[]
  otherwise?: Target
}

/** Answers by the keys of fields, as submitted. */
export type Answers = Readonly<Record<string, unknown>>

export const operators = [
  ...(['contains', 'does_not_contain', 'starts_with', 'ends_with', 'is', 'is_not'] as const),
  ...(['on_or_after', 'on_or_before', 'empty', 'not_empty'] as const),
  ...(['greater_than', 'less_than', 'includes_any', 'includes_all'] as const),
] as const
export type Operator = (typeof operators)[number]

/** The operators that conditions can use for each kind. */
export const operatorsOf: Readonly<Record<Kind, readonly Operator[]>> = {
  text: ['contains', 'does_not_contain', 'starts_with', 'ends_with', 'is', 'is_not', 'empty', 'not_empty'],
  choice: [
    ...(['contains', 'does_not_contain', 'starts_with', 'ends_with'] as const),
    ...(['is', 'is_not', 'includes_any', 'empty', 'not_empty'] as const),
  ],
  choices: ['contains', 'does_not_contain', 'includes_any', 'includes_all', 'empty', 'not_empty'],
  number: ['is', 'is_not', 'greater_than', 'less_than', 'empty', 'not_empty'],
  time: ['is', 'is_not', 'on_or_after', 'on_or_before', 'greater_than', 'less_than', 'empty', 'not_empty'],
  flag: ['is', 'is_not', 'empty', 'not_empty'],
  signature: ['empty', 'not_empty'],
  person: ['empty', 'not_empty'],
  none: [],
}

export const takesNoValue = (operator: Operator): boolean => operator === 'empty' || operator === 'not_empty'
export const takesList = (operator: Operator): boolean => operator === 'includes_any' || operator === 'includes_all'
