import { Type } from 'typebox'
import { accessOf } from '../../access/areas.ts'
import { closed, id, oneOf, text } from '../../http/contract/schema.ts'
import * as names from '../spec/spec.schema.ts'
import { reportOptions } from './options.ts'
import { aggregations, type Field } from './source.ts'

const type = oneOf<Field['type']>(['text', 'choice', 'boolean', 'number', 'record', 'date'])
const listOf = <const T extends string>(values: readonly T[]) => Type.Array(oneOf(values))
const named = { id: Type.String(), label: Type.String() }

export const ReportOptions = Type.Object(
  {
    sources: Type.Array(
      Type.Object({
        ...named,
        date: Type.String({ description: 'The field whose days a date_range means' }),
        metrics: Type.Array(Type.Object({ ...named, aggregations: listOf(aggregations) }), {
          description: 'A metric of a spec is `id::aggregation`',
        }),
        groups: Type.Array(Type.Object({ ...named, type }), {
          description: 'What group_by and breakdown_by can be; dates come with each grain',
        }),
        filters: Type.Array(
          Type.Object({
            field: Type.String(),
            label: Type.String(),
            type,
            operators: Type.Array(Type.String()),
            values: Type.Optional(Type.Array(Type.String(), { description: 'All that a choice can be' })),
          }),
        ),
        visualizations: listOf(names.visualizations),
      }),
      { description: 'Those of areas that the token can read' },
    ),
    aggregations: listOf(aggregations),
    date_presets: listOf(names.datePresets),
    date_units: listOf(names.dateUnits),
    value_formats: listOf(names.valueFormats),
    sorts: Type.Object({ by: listOf(names.sortKeys), directions: listOf(names.sortDirections) }),
    conditional_formatting: Type.Object({
      operators: listOf(names.formattingOperators),
      colors: Type.Array(oneOf(names.colours), { description: 'Beside them any #rrggbb' }),
    }),
    spaces: Type.Array(
      Type.Object({
        id: id(),
        name: Type.String(),
        subfolders: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, closed)),
      }),
      { description: 'Values of space_id, each with its values of subfolder_id' },
    ),
  },
  { $id: 'ReportOptions' },
)

const space = { id: 1, name: 'Operations', subfolders: [{ id: 'monthly', name: 'Monthly' }] }

export const getReportOptions = {
  operationId: 'getReportOptions',
  summary: 'What insights can ask',
  description:
    'What a spec is made of: sources with their metrics, groups and filters, and the names that its other keys take. The shapes of the keys and their limits are in the schema InsightSpecSent. A source, metric, group or filter of an area that the token cannot read is not there and cannot be asked.',
  tags: ['Reports'],
  querystring: Type.Object({
    source: Type.Optional(text(100, { description: 'Only this source' })),
  }),
  returns: 'The sources, metrics, groups and filters that a spec can use.',
  response: { 200: Type.Object({ data: Type.Unsafe<ReturnType<typeof reportOptions>>({ $ref: 'ReportOptions#' }) }) },
  examples: {
    requests: [{ name: 'one source', query: { source: 'clients' } }, { name: 'all' }],
    answer: { data: reportOptions(accessOf({ clients: 'read' }), [space], 'clients') },
  },
}
