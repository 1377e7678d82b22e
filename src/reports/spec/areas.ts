import { type Access, type Area, permits, read } from '../../access/areas.ts'
import { sourceNamed } from '../catalogue/sources.ts'
import type { Filters, Spec } from './spec.schema.ts'

/** The areas that a token must be able to read to see the results of a spec. */
export function requiredAreas(spec: Spec): Area[] {
  const source = sourceNamed(spec.source)
  if (!source) return []
  const terms = Object.values(spec.formula?.terms ?? {})
  const metrics = spec.formula ? terms.map(({ metric }) => metric) : [spec.metric]
  // A metric may have a stored group_by, which it does not use.
  const groups = spec.visualization === 'metric' ? [] : [spec.group_by, spec.breakdown_by]
  const filters = [spec.filters, ...terms.map((term) => term.filters)]
  const parts = [
    ...metrics.map((metric) => source.metrics[metric.split('::')[0]!]),
    ...groups.map((group) => source.fields[group?.split(':')[0] ?? '']),
    ...filters.flatMap((each: Filters = {}) => Object.keys(each).map((field) => source.fields[field])),
  ]
  return [...new Set([source.area, ...parts.flatMap((part) => (part?.area ? [part.area] : []))])]
}

/** The required areas that a token cannot read. */
export const unreadableAreas = (access: Access, spec: Spec): Area[] =>
  requiredAreas(spec).filter((area) => !permits(access, read(area)))
