import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { closed, oneOf, open, ref, tagged, visibleText } from '../../http/contract/schema.ts'
import { grains } from '../logic/dates.ts'
import { termPattern } from '../logic/formula.ts'

/**
 * The settings of an insight: validation, types and specification come from here. check.ts checks what depends on the
 * source or the token, and the insights room which records exist. Pages import only types from this file.
 */
export const visualizations = ['metric', 'bar', 'line', 'area', 'pie', 'donut', 'table'] as const
export const datePresets = [
  ...(['today', 'yesterday', 'this_week', 'last_week', 'this_month', 'last_month', 'last_30_days'] as const),
  ...(['last_90_days', 'this_quarter', 'last_quarter', 'this_financial_year', 'last_financial_year'] as const),
  'all_time',
] as const
export const dateUnits = [...grains, ...grains.map((grain) => `${grain}s` as const)] as const
export const valueFormats = ['number', 'currency', 'percent', 'hours'] as const
export const sortKeys = ['group', 'value'] as const
export const sortDirections = ['asc', 'desc'] as const
export const colours = ['green', 'amber', 'red', 'blue', 'grey'] as const

const withNumber = ['is', 'is_not', 'more_than', 'at_least', 'less_than', 'at_most'] as const
const signs = ['=', '!=', '>', '>=', '<', '<='] as const
const withText = ['contains', 'does_not_contain', 'starts_with', 'ends_with'] as const
const withValue = [...withNumber, ...withText, 'on_or_after', 'on_or_before'] as const
const withList = ['in', 'not_in'] as const
const withNothing = ['empty', 'not_empty'] as const
/** The operators of numbers. */
export const comparisons = [...withNumber, 'between'] as const
/** The operators of all field types. */
const operators = [...withValue, ...withList, 'between', ...withNothing] as const
export const formattingOperators = [...comparisons, ...signs] as const

const choice = <const T extends string>(values: readonly T[], description?: string) =>
  oneOf(values, {
    ...open,
    valueRule: `must be one of ${values.join(', ')}`,
    ...(description !== undefined && { description }),
  })
const wholeNumber = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, valueRule: `must be a whole number from ${minimum} to ${maximum}`, description })
const boundedText = (maxLength: number, description: string) =>
  visibleText(maxLength, { valueRule: `must be a text of 1 to ${maxLength} characters that is not blank`, description })
const number = (description: string) => Type.Number({ valueRule: 'must be a number', description })
const day = (description: string, options: object = {}) =>
  Type.String({ format: 'date', valueRule: 'must be a date such as 2026-11-30', description, ...options })
const flag = (description: string) => Type.Boolean({ valueRule: 'must be true or false', description })
const part = <T extends TProperties>(properties: T, description: string, options: object = {}) =>
  Type.Object(properties, {
    ...{ ...closed, description, ...options },
    valueRule: `must be an object with ${Object.keys(properties).join(', ')}`,
  })
const byName = <T extends TSchema>(value: T, options: object) =>
  Type.Unsafe<Record<string, Static<T>>>({ type: 'object', additionalProperties: value, ...options })

export const rangeRule =
  'must be one of the shapes {preset}, {from, to} and {last, unit}, such as {"preset": "last_30_days"}'
const ofAnyRange = { unknownRule: 'is not supported; supported fields are preset, from, to, last, unit' }
const ranges = [
  part({ preset: choice(datePresets) }, 'A named range. Weeks begin on Monday, financial years in July.', ofAnyRange),
  part(
    {
      from: day('First day, included.'),
      to: day('Last day, included. Must be on or after the first.', { onOrAfter: 'from' }),
    },
    'A first and a last day.',
    ofAnyRange,
  ),
  part(
    {
      last: wholeNumber(1, 1000, 'The number of units.'),
      unit: choice(dateUnits, 'The unit, singular or plural: `day`, `days`.'),
    },
    'The last units up to and including today.',
    ofAnyRange,
  ),
] as const
/** Dashboards have the same setting. */
export const dateRange = Type.Unsafe<Static<(typeof ranges)[number]>>({
  oneOf: ranges,
  valueRule: rangeRule,
  description: 'The days to count, by a preset, by first and last day, or by the last units. Defaults to all time.',
})

const scalar = Type.Unsafe<string | number | boolean>({
  type: ['string', 'number', 'boolean'],
  valueRule: 'must be a text, a number, or true or false',
})
const list = Type.Array(scalar, { minItems: 1, maxItems: 100, valueRule: 'must be a list of 1 to 100 values' })
const pair = Type.Unsafe<[Scalar, Scalar]>({
  ...{ type: 'array', items: scalar, minItems: 2, maxItems: 2 },
  valueRule: 'must be a list of two values, the lower one first',
})
const condition = tagged('operator', operators, [
  part({ operator: oneOf(withValue, open), value: scalar }, 'Compares with one value.'),
  part({ operator: oneOf(withList, open), value: list }, 'Compares with each value of a list.'),
  part({ operator: oneOf(['between']), value: pair }, 'From the lower to the higher value, both included.'),
  part({ operator: oneOf(withNothing, open) }, 'Whether the field has a value.'),
])
export const InsightFilter = Type.Union([scalar, list, condition], {
  $id: 'InsightFilter',
  valueRule: 'must be a value, a list of values, or an object with operator, value',
  description:
    'A single value means `is`, a list means `in`. GET /reports/options lists the operators of a field. Texts and choices are compared without regard to case. Records are named by id, also as a text of digits, or by full name. Negative operators also match records without a value.',
})
const filters = byName(ref(InsightFilter), {
  maxProperties: 20,
  typeRule: 'must be an object of values by field, such as {"status": "Active"}',
  description: 'Filters by field of the source; a record must match all of them. {} means none.',
})

const metric = Type.String({ description: '`metricId::aggregation` of the source. Defaults to records::count.' })
const term = part(
  { metric, filters: Type.Optional(filters) },
  'A metric of the source, computed over the records that match the filters.',
)
const formula = part(
  {
    expression: boundedText(
      500,
      'Numbers, names of terms, + - * / ( ) and round(x, decimals). A division by zero has no value.',
    ),
    terms: byName(term, {
      ...{ minProperties: 1, maxProperties: 20 },
      propertyNames: {
        pattern: termPattern.source,
        patternRule:
          'must be named by small letters, digits and _, beginning with a letter, at most 30 of them, and not round',
      },
      valueRule: 'must be an object of 1 to 20 terms, such as {"a": {"metric": "records::count"}}',
      description: 'Terms by name. The expression must use each of them.',
    }),
  },
  'Replaces the metric. Only for the visualization metric.',
)

const color = Type.String({
  pattern: `^(${colours.join('|')}|#[0-9a-fA-F]{6})$`,
  valueRule: `must be one of ${colours.join(', ')}, or #rrggbb such as #1f6feb`,
})
const limits = Type.Unsafe<[number, number]>({
  ...{ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2, ascending: true },
  valueRule: 'must be a list of two numbers, the lower one first',
})
const formatting = tagged(
  'operator',
  formattingOperators,
  [
    part(
      { operator: oneOf([...withNumber, ...signs], open), value: number('The value to compare with.'), color },
      'Compares with one value.',
    ),
    part({ operator: oneOf(['between']), value: limits, color }, 'Compares with a range, both ends included.'),
  ],
  {
    valueRule: 'must be an object with operator, value, color',
    description: 'A rule that colours the number if it matches.',
  },
)

const options = part(
  {
    stacked: Type.Optional(flag('Whether series are stacked.')),
    show_legend: Type.Optional(flag('Whether the names of the series are shown.')),
    show_values: Type.Optional(flag('Whether values are written in the chart.')),
    sort: Type.Optional(
      part(
        { by: choice(sortKeys), direction: choice(sortDirections, 'Defaults to asc by group and desc by value.') },
        'The order of groups. By default dates ascend and other groups begin with the largest value.',
      ),
    ),
    limit: Type.Optional(wholeNumber(1, 1000, 'Maximum number of groups, after sorting.')),
  },
  'Display options of the chart.',
)

const properties = {
  source: Type.String({ description: 'The source of the records, as listed by GET /reports/options.' }),
  metric,
  visualization: choice(
    visualizations,
    'Defaults to metric without group_by, to line if group_by is a date, and to bar otherwise.',
  ),
  group_by: Type.Optional(
    Type.String({
      description:
        'A group of the source, such as `status` or `start:month`. The visualization metric stores it but does not use it.',
    }),
  ),
  breakdown_by: Type.Optional(Type.String({ description: 'A second group of the source. Requires group_by.' })),
  filters: Type.Optional(filters),
  date_range: Type.Optional(dateRange),
  value_format: Type.Optional(
    part(
      {
        style: choice(valueFormats, 'The style. percent does not multiply the number by 100.'),
        decimals: Type.Optional(wholeNumber(0, 6, 'Digits after the decimal point.')),
      },
      'The format of values.',
    ),
  ),
  options: Type.Optional(options),
  target: Type.Optional(
    part(
      { value: number('The value of the target.'), label: Type.Optional(boundedText(100, 'The name of the target.')) },
      'A target line to compare with. Only for bar, area and line.',
    ),
  ),
  formula: Type.Optional(formula),
  conditional_formatting: Type.Optional(
    Type.Array(formatting, {
      maxItems: 20,
      valueRule: 'must be a list of at most 20 rules, each with operator, value, color',
      description: 'The first rule that matches colours the number. Only for the visualization metric.',
    }),
  ),
}
/** The order of the keys in responses. */
export const specKeys = Object.keys(properties) as (keyof Spec)[]

/** A spec as stored and returned: complete, without unset keys. */
export const InsightSpec = Type.Object(properties, {
  ...{ ...closed, $id: 'InsightSpec' },
  unknownRule: `is not supported; supported keys are ${Object.keys(properties).join(', ')}`,
  description: 'The settings of an insight. Keys that are not set are absent.',
})
export type Spec = Static<typeof InsightSpec>
export type Visualization = Spec['visualization']
export type DateRange = Static<typeof dateRange>
export type DatePreset = (typeof datePresets)[number]
export type Scalar = Static<typeof scalar>
export type FilterValue = Static<typeof InsightFilter>
export type Filters = Static<typeof filters>
export type Operator = (typeof operators)[number]
export type ValueFormat = NonNullable<Spec['value_format']>
export type Options = Static<typeof options>
export type Target = NonNullable<Spec['target']>
export type Formatting = Static<typeof formatting>
export type Formula = Static<typeof formula>

type Shape = Record<string, unknown> & { properties?: Record<string, Shape>; required?: string[] }
/** This required field has a default, like the three keys that every spec has. */
const defaultedField = 'direction'

/** The input form of a schema: optional values may be null, which removes them. */
function asInput({ properties, required = [], additionalProperties: values, ...rest }: Shape): Shape {
  const fields = Object.entries(properties ?? {}).map(([name, inner]) => {
    const isFixed = required.includes(name) && name !== defaultedField
    return [name, isFixed ? asInput(inner) : orNull(asInput(inner))] as const
  })
  return {
    ...rest,
    ...(values !== undefined && {
      additionalProperties: typeof values === 'object' ? asInput(values as Shape) : values,
    }),
    ...(properties && {
      properties: Object.fromEntries(fields),
      required: required.filter((name) => name !== defaultedField),
    }),
  }
}
/** The same schema, or null. */
export function orNull(schema: object): Shape {
  const { oneOf: choices, type, enum: values, ...rest } = schema as Shape
  const description = `${rest.description} null removes it.`
  if (choices) return { ...rest, description, oneOf: [...(choices as Shape[]), { type: 'null' }] }
  return {
    ...rest,
    description,
    type: [type, 'null'].flat(),
    ...(values ? { enum: [...(values as string[]), null] } : {}),
  }
}

const { required: _, ...inputSpec } = asInput(InsightSpec as unknown as Shape)
export type SpecInput = { [Key in keyof Spec]?: Spec[Key] | null }
export const InsightSpecSent = Type.Unsafe<SpecInput>({
  ...inputSpec,
  $id: 'InsightSpecSent',
  description:
    'The settings to set. `source` is required on create. Another source than the stored one resets metric, group_by, breakdown_by, filters and formula. GET /reports/options lists the allowed values.',
})
