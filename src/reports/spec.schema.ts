import { Type } from 'typebox'
import { closed, oneOf } from '../http/schema.ts'
import { datePresets, type Spec, sortDirections, sortKeys, valueFormats, visualizations } from './logic/spec.ts'
import { units } from './spec-check/date-range.ts'
import { formattingOperators } from './spec-check/look.ts'

/** The settings of an insight as they are shown; what is sent is in spec.sent.ts. */
const scalar = { type: ['string', 'number', 'boolean'] }
const list = { type: 'array', items: scalar }
const filters = Type.Unsafe<Spec['filters']>({
  type: 'object',
  additionalProperties: {
    anyOf: [
      scalar,
      list,
      {
        ...{ type: 'object', ...closed, required: ['operator'] },
        properties: { operator: { type: 'string' }, value: { anyOf: [scalar, list] } },
      },
    ],
  },
  description: 'By field: a value, a list of values of which it is one, or an operator with its value',
})
/** Dashboards have the same. */
export const dateRange = Type.Unsafe<Spec['date_range']>({
  type: 'object',
  ...closed,
  properties: {
    preset: oneOf(datePresets),
    from: Type.String({ format: 'date', description: 'First day' }),
    to: Type.String({ format: 'date', description: 'Last day' }),
    last: Type.Integer({ description: 'So many units up to and including today' }),
    unit: oneOf(units),
  },
  description: 'A preset, or from and to, or last and unit. All time when there is none',
})
const metric = Type.String({ description: 'Metric and aggregation, joined by two colons' })

export const InsightSpec = Type.Object(
  {
    source: Type.String({ description: 'What is counted' }),
    metric,
    visualization: oneOf(visualizations),
    group_by: Type.Optional(Type.String({ description: 'A field, or a date and its grain: `start:month`' })),
    breakdown_by: Type.Optional(Type.String({ description: 'A second grouping' })),
    filters: Type.Optional(filters),
    date_range: Type.Optional(dateRange),
    value_format: Type.Optional(
      Type.Object({ style: oneOf(valueFormats), decimals: Type.Optional(Type.Integer()) }, closed),
    ),
    options: Type.Optional(
      Type.Object(
        {
          stacked: Type.Optional(Type.Boolean()),
          show_legend: Type.Optional(Type.Boolean()),
          show_values: Type.Optional(Type.Boolean()),
          sort: Type.Optional(Type.Object({ by: oneOf(sortKeys), direction: oneOf(sortDirections) }, closed)),
          limit: Type.Optional(Type.Integer({ description: 'The most groups, after sorting' })),
        },
        closed,
      ),
    ),
    target: Type.Optional(Type.Object({ value: Type.Number(), label: Type.Optional(Type.String()) }, closed)),
    formula: Type.Optional(
      Type.Object(
        {
          expression: Type.String(),
          terms: Type.Record(Type.String(), Type.Object({ metric, filters: Type.Optional(filters) }, closed)),
        },
        closed,
      ),
    ),
    conditional_formatting: Type.Optional(
      Type.Array(
        Type.Object(
          {
            operator: oneOf(formattingOperators),
            value: Type.Unsafe<number | [number, number]>({
              anyOf: [{ type: 'number' }, { type: 'array', items: { type: 'number' } }],
            }),
            color: Type.String(),
          },
          closed,
        ),
      ),
    ),
  },
  { ...closed, $id: 'InsightSpec', description: 'The settings of an insight. What is not set is absent' },
)
