import type { Access } from '../../access/areas.ts'
import type { Space } from '../spaces/spaces.sql.ts'
import { availableParts, operatorsOf, readableSources } from '../spec/available.ts'
import * as names from '../spec/spec.schema.ts'
import { aggregations, type Field, type Source } from './source.ts'

/** The options of the report builder for a token: one source, or all that it can read. */
export const reportOptions = (access: Access, spaces: Space[], source: string | undefined) => ({
  sources: readableSources(access)
    .filter(([id]) => source === undefined || id === source)
    .map(([id, each]) => sourceOptions(id, each, access)),
  aggregations: [...aggregations],
  date_presets: [...names.datePresets],
  date_units: [...names.dateUnits],
  value_formats: [...names.valueFormats],
  sorts: { by: [...names.sortKeys], directions: [...names.sortDirections] },
  conditional_formatting: { operators: [...names.formattingOperators], colors: [...names.colours] },
  spaces,
})

function sourceOptions(id: string, source: Source, access: Access) {
  const { metrics, groups, fields } = availableParts(source, access)
  return {
    id,
    label: source.label,
    date: source.dated,
    metrics: metrics.map(([metric, { label, aggregations: offered }]) => ({
      ...{ id: metric, label, aggregations: [...offered] },
    })),
    groups,
    filters: [...fields].map(([name, field]) => filterOptions(name, field)),
    visualizations: [...names.visualizations],
  }
}

const filterOptions = (name: string, field: Field) => ({
  field: name,
  label: field.label,
  type: field.type,
  operators: [...operatorsOf(field)],
  ...(field.type === 'choice' && { values: [...field.values] }),
})
