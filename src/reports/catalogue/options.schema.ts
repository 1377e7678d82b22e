import { Type } from 'typebox'
import { accessOf } from '../../access/areas.ts'
import { closed, id, oneOf, open, text } from '../../http/contract/schema.ts'
import * as names from '../spec/spec.schema.ts'
import { reportOptions } from './options.ts'
import { aggregations, type Field } from './source.ts'

const type = oneOf<Field['type']>(['text', 'choice', 'boolean', 'number', 'record', 'date'])
const listOf = <const T extends string>(values: readonly T[]) => Type.Array(oneOf(values, open))
const named = { id: Type.String(), label: Type.String() }

export const ReportOptions = Type.Object(
  {
    sources: Type.Array(
      Type.Object({
        ...named,
        date: Type.String({ description: 'The field that date_range applies to.' }),
        metrics: Type.Array(Type.Object({ ...named, aggregations: listOf(aggregations) }), {
          description: 'Metrics of the source. The metric of a spec is `id::aggregation`.',
        }),
        groups: Type.Array(Type.Object({ ...named, type }), {
          description: 'Values of group_by and breakdown_by. A date field has one for each grain.',
        }),
        filters: Type.Array(
          Type.Object({
            field: Type.String(),
            label: Type.String(),
            type,
            operators: Type.Array(Type.String()),
            values: Type.Optional(Type.Array(Type.String(), { description: 'The values of a choice.' })),
          }),
        ),
        visualizations: listOf(names.visualizations),
      }),
      { description: 'The sources of areas that the token can read.' },
    ),
    aggregations: listOf(aggregations),
    date_presets: listOf(names.datePresets),
    date_units: listOf(names.dateUnits),
    value_formats: listOf(names.valueFormats),
    sorts: Type.Object({ by: listOf(names.sortKeys), directions: listOf(names.sortDirections) }),
    conditional_formatting: Type.Object({
      operators: listOf(names.formattingOperators),
      colors: Type.Array(oneOf(names.colours, open), { description: 'Named colours. Any #rrggbb is supported too.' }),
    }),
    spaces: Type.Array(
      Type.Object({
        id: id(),
        name: Type.String(),
        subfolders: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, closed)),
      }),
      { description: 'The spaces with their subfolders: values of space_id and subfolder_id.' },
    ),
  },
  { $id: 'ReportOptions' },
)

const space = { id: 1, name: 'Operations', subfolders: [{ id: 'monthly', name: 'Monthly' }] }

export const getReportOptions = {
  operationId: 'getReportOptions',
  sdk: 'reports.getOptions',
  summary: 'Get the options of insights',
  description:
    'Returns everything a spec can use: sources with their metrics, groups and filters, and the values of its other keys. The schema InsightSpecSent has the types and limits of the keys. Sources, metrics, groups and filters of areas that the token cannot read are not listed and cannot be used.',
  tags: ['Reports'],
  querystring: Type.Object({
    source: Type.Optional(text(100, { description: 'Only this source.' })),
  }),
  returns: 'The sources, metrics, groups and filters that a spec can use.',
  response: { 200: Type.Object({ data: Type.Unsafe<ReturnType<typeof reportOptions>>({ $ref: 'ReportOptions#' }) }) },
  examples: {
    requests: [{ name: 'one source', query: { source: 'clients' } }, { name: 'all' }],
    response: { data: reportOptions(accessOf({ clients: 'read' }), [space], 'clients') },
  },
}
