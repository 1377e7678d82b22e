import { type Static, Type } from 'typebox'
import { closed, id, nullable, oneOf, Person, ref, text, timestamp, visibleText } from '../../http/contract/schema.ts'
import { subfolderId } from '../spaces/subfolder.schema.ts'
import { InsightFilter, InsightSpec, InsightSpecSent, visualizations } from '../spec/spec.schema.ts'

const visualization = oneOf(visualizations)
const source = Type.String({ description: 'What it counts' })
const isProtected = Type.Boolean({ description: 'Whether it can be neither edited nor deleted' })

export const InsightItem = Type.Object(
  {
    id: id(),
    name: Type.String(),
    visualization,
    source,
    spaces: Type.Array(Type.String(), { description: 'Names of the spaces it is in' }),
    protected: isProtected,
  },
  { $id: 'InsightItem', description: 'An insight as the list has it' },
)

const day = (description: string) => nullable(Type.String({ format: 'date', description }))
export const InsightResults = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        key: Type.String({ description: 'The group, the breakdown, or `value`' }),
        label: Type.String(),
        type: oneOf(['text', 'date', 'boolean', 'number']),
      }),
      { description: 'What a row has: the group and the breakdown where there are such, and the value' },
    ),
    rows: Type.Array(
      Type.Unsafe<Record<string, string | number | boolean | null>>({
        type: 'object',
        additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
      }),
      {
        description:
          'By the keys of the columns. Dates are a day, the Monday of a week, a month as 2026-07, a quarter as 2026-Q3 or a year; null is what has no value',
      },
    ),
    row_count: Type.Integer(),
    truncated: Type.Boolean({
      description:
        'Whether there are more groups than the limit, more than 5,000 rows, or names of more than 1 MB together',
    }),
    date_range: Type.Object(
      { from: day('First day; null when there is none'), to: day('Last day; null when there is none') },
      { description: 'The days that were counted' },
    ),
    timezone: Type.String({ description: 'The organisation’s, which days are of' }),
    generated_at: timestamp(),
  },
  { $id: 'InsightResults', description: 'What an insight comes to, counted from the data as it is now' },
)

export const insightProperties = {
  id: id(),
  name: Type.String(),
  description: nullable(Type.String()),
  mode: oneOf(['single']),
  source,
  visualization,
  spec: ref(InsightSpec),
  space: Type.Union([ref(Person), Type.Null()], { description: 'The space it is in' }),
  subfolder_id: nullable(Type.String({ description: 'The subfolder of the space' })),
  protected: isProtected,
  link: Type.String({
    description:
      'Opens it as a chart in a browser, for a week, with what this token may read at the time; it ends with the token',
  }),
  created_at: timestamp(),
  updated_at: timestamp(),
}
export const Insight = Type.Object(
  {
    ...insightProperties,
    results: Type.Optional(Type.Union([ref(InsightResults), Type.Null()])),
    results_message: Type.Optional(Type.String({ description: 'Why results is null' })),
  },
  { $id: 'Insight' },
)

const fields = {
  name: visibleText(255),
  description: nullable(text(2000)),
  spec: ref(InsightSpecSent),
  space_id: nullable(id('The space to put it in; null takes it out')),
  subfolder_id: nullable(subfolderId('A subfolder of the space; another space without one leaves it behind')),
}
export const InsightCreate = Type.Object(
  {
    name: fields.name,
    spec: fields.spec,
    description: Type.Optional(fields.description),
    space_id: Type.Optional(fields.space_id),
    subfolder_id: Type.Optional(fields.subfolder_id),
  },
  { ...closed, $id: 'InsightCreate' },
)
export const InsightPatch = Type.Object(Type.Partial(Type.Object(fields)).properties, {
  ...closed,
  $id: 'InsightPatch',
})
export type InsightCreate = Static<typeof InsightCreate>
export type InsightPatch = Static<typeof InsightPatch>

export const sharedSchemas = [
  InsightFilter,
  InsightSpec,
  InsightSpecSent,
  InsightItem,
  InsightResults,
  Insight,
  InsightCreate,
  InsightPatch,
]
