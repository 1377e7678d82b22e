import { Type } from 'typebox'

/** The fields that notes can be filtered by, and the kind of their values. */
export const fieldKinds = {
  author: 'text',
  source: 'text',
  keyword: 'text',
  note_type: 'text',
  attachments: 'text',
  shift_cautions: 'text',
  date: 'date',
  employee: 'text',
  has_attachments: 'flag',
  has_template: 'flag',
} as const
export type Field = keyof typeof fieldKinds
export const fields = Object.keys(fieldKinds) as Field[]

export const operators = [
  ...(['contains', 'does_not_contain', 'starts_with', 'ends_with', 'is', 'is_not'] as const),
  ...(['on_or_after', 'on_or_before', 'empty', 'not_empty'] as const),
] as const
export type Operator = (typeof operators)[number]

const withoutValue: readonly Operator[] = ['empty', 'not_empty']

/** The operators of each kind of field. */
const operatorsOf: Record<(typeof fieldKinds)[Field], readonly Operator[]> = {
  text: operators.filter((operator) => !operator.startsWith('on_or_')),
  date: ['is', 'on_or_after', 'on_or_before'],
  flag: ['is'],
}
export const operatorsFor = (field: Field): readonly Operator[] => operatorsOf[fieldKinds[field]]

export interface Filter {
  field: Field
  operator: Operator
  value?: string | boolean
  combinator?: 'and' | 'or'
}

const valueRules = {
  text: { type: 'string', minLength: 1, maxLength: 200 },
  date: { type: 'string', format: 'date' },
  flag: { enum: ['true', 'false', true, false] },
}

const withValue = { enum: operators.filter((operator) => !withoutValue.includes(operator)) }

/** An `if` names some fields of a filter. This tells tools that close every schema that other fields are allowed. */
const andOthers = { unevaluatedProperties: true }

// biome-ignore-start lint/suspicious/noThenProperty: JSON Schema's keyword.
/** The rules of a filter on one kind of field. The value is validated only if the operator needs one. */
const rulesOf = (kind: keyof typeof operatorsOf) => {
  const field = { enum: fields.filter((name) => fieldKinds[name] === kind) }
  return [
    {
      if: { properties: { field }, required: ['field'], ...andOthers },
      then: { properties: { operator: { enum: [...operatorsOf[kind]] } }, ...andOthers },
    },
    {
      if: { properties: { field, operator: withValue }, required: ['field', 'operator'], ...andOthers },
      then: { properties: { value: valueRules[kind] }, ...andOthers },
    },
  ]
}
const valueIsRequired = {
  if: { properties: { operator: withValue }, required: ['operator'], ...andOthers },
  then: { properties: { value: {} }, required: ['value'], ...andOthers },
}
// biome-ignore-end lint/suspicious/noThenProperty: as above.

const Filter = Type.Unsafe<Filter>({
  type: 'object',
  additionalProperties: false,
  required: ['field', 'operator'],
  properties: {
    field: { type: 'string', enum: fields, description: 'The field; `keyword` is title and text' },
    operator: { type: 'string', enum: [...operators], description: 'The operator; not every field has all of them' },
    value: {
      description: 'Text, a date for `date`, true or false for `has_…`; none for `empty` and `not_empty`',
    },
    combinator: {
      type: 'string',
      enum: ['and', 'or'],
      description: 'Combines this filter with the previous one, `and` by default; `and` binds tighter than `or`',
    },
  },
  allOf: [...rulesOf('text'), ...rulesOf('date'), ...rulesOf('flag'), valueIsRequired],
})

export const Filters = Type.Array(Filter, {
  maxItems: 20,
  typeRule:
    'must be a list, spelled filters[0][field]=… with filters[0][operator]=… and filters[0][value]=…, or JSON text of one',
  description:
    'Filters, as `filters[0][field]=note_type&filters[0][operator]=is&filters[0][value]=Phone+call` or as JSON text. Text is compared case-insensitively.',
})

/** Filters as a list of alternatives, each of them a list of conditions: `and` binds tighter than `or`. */
export function alternatives(filters: readonly Filter[]): Filter[][] {
  const groups: Filter[][] = []
  for (const filter of filters) {
    const last = groups.at(-1)
    if (last && filter.combinator !== 'or') last.push(filter)
    else groups.push([filter])
  }
  return groups
}
