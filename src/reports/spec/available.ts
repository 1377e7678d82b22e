import type { Access } from '../../access/areas.ts'
import type { Aggregation, Field, Metric, Source } from '../catalogue/source.ts'
import { isReadable, sources } from '../catalogue/sources.ts'
import { grains } from '../logic/dates.ts'
import { comparisons, type Operator } from './spec.schema.ts'

/** A value of `group_by` or `breakdown_by`: a field, or a grain of a date field. */
interface Group {
  id: string
  label: string
  type: Field['type']
}

/**
 * The parts of a source that a token can read. GET /reports/options lists them and a spec is checked against them, so
 * everything listed works and nothing else does.
 */
export interface AvailableParts {
  metrics: [id: string, metric: Metric][]
  /** `metricId::aggregation` */
  aggregates: string[]
  groups: Group[]
  /** The fields that a spec can filter by. */
  fields: Map<string, Field>
}

export const readableSources = (access: Access): [id: string, source: Source][] =>
  Object.entries(sources).filter(([, source]) => isReadable(access, source))

export function availableParts(source: Source, access: Access): AvailableParts {
  const metrics = Object.entries(source.metrics).filter(([, metric]) => isReadable(access, metric))
  const fields = Object.entries(source.fields).filter(([, field]) => isReadable(access, field))
  return {
    metrics,
    aggregates: metrics.flatMap(([id, metric]) => metric.aggregations.map((how) => aggregate(id, how))),
    groups: fields.filter(([, field]) => !field.ungrouped).flatMap(([id, field]) => groupsOf(id, field)),
    fields: new Map(fields),
  }
}

export const aggregate = (id: string, how: Aggregation): string => `${id}::${how}`

const groupsOf = (id: string, { label, type }: Field): Group[] =>
  type === 'date'
    ? grains.map((grain) => ({ id: `${id}:${grain}`, label: `${label} (${grain})`, type }))
    : [{ id, label, type }]

const equality = ['is', 'is_not', 'in', 'not_in'] as const
const presence = ['empty', 'not_empty'] as const
const byType: Record<Field['type'], readonly Operator[]> = {
  text: [...equality, 'contains', 'does_not_contain', 'starts_with', 'ends_with', ...presence],
  choice: equality,
  boolean: ['is'],
  number: comparisons,
  record: equality,
  date: ['is', 'on_or_after', 'on_or_before', 'between'],
}

/** The operators of a field. Only a nullable field has `empty` and `not_empty`. */
export const operatorsOf = (field: Field): readonly Operator[] =>
  'nullable' in field && field.nullable ? [...byType[field.type], ...presence] : byType[field.type]
