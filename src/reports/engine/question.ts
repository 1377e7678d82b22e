import type { Aggregation, Field, Metric, Source } from '../catalogue/source.ts'
import { sourceNamed } from '../catalogue/sources.ts'
import { type Grain, grains } from '../logic/dates.ts'
import { type Expression, parseFormula } from '../logic/formula.ts'
import type { Filters, Spec } from '../spec/spec.schema.ts'

export interface Measure {
  metric: Metric
  aggregation: Aggregation
  filters: Filters
}
export interface Group {
  /** The id as in the spec. */
  id: string
  field: Field
  /** Only for a date. */
  grain?: Grain
}
/** A spec whose names are replaced by the parts of the catalogue. */
export interface Question {
  source: Source
  filters: Filters
  /** The metric as `value`, or the terms of the formula by name. */
  measures: Record<string, Measure>
  formula?: Expression
  group?: Group
  breakdown?: Group
}

/** The spec has been checked, so an unknown name is an internal error. */
export function questionOf(spec: Spec): Question {
  const source = known(sourceNamed(spec.source), spec.source)
  // A metric has no groups, though its spec may have stored some. Only a metric has a formula.
  const isOne = spec.visualization === 'metric'
  return {
    source,
    filters: spec.filters ?? {},
    measures: measuresOf(source, isOne ? spec : { metric: spec.metric }),
    ...(isOne && spec.formula && { formula: treeOf(spec.formula.expression) }),
    ...(!isOne && spec.group_by !== undefined && { group: groupOf(source, spec.group_by) }),
    ...(!isOne && spec.breakdown_by !== undefined && { breakdown: groupOf(source, spec.breakdown_by) }),
  }
}

function measuresOf(source: Source, { formula, metric }: Pick<Spec, 'formula' | 'metric'>): Question['measures'] {
  if (!formula) return { value: measureOf(source, metric, {}) }
  const terms = Object.entries(formula.terms)
  return Object.fromEntries(terms.map(([name, term]) => [name, measureOf(source, term.metric, term.filters ?? {})]))
}

function measureOf(source: Source, text: string, filters: Filters): Measure {
  const [name, aggregation] = text.split('::') as [string, Aggregation]
  const metric = named(source.metrics, name)
  if (!metric.aggregations.includes(aggregation)) throw new Error(`there is no ${text}`)
  return { metric, aggregation, filters }
}

function groupOf(source: Source, id: string): Group {
  const [name, grain] = id.split(':') as [string, Grain | undefined]
  const field = named(source.fields, name)
  const isGrouped = field.type === 'date' ? grains.includes(grain as Grain) : grain === undefined && !field.ungrouped
  if (!isGrouped) throw new Error(`nothing is grouped by ${id}`)
  return { id, field, ...(grain && { grain }) }
}

function treeOf(expression: string): Expression {
  const read = parseFormula(expression)
  if ('problem' in read) throw new Error(`the formula ${read.problem}`)
  return read.tree
}

/** Own properties only. */
export const named = <T>(parts: Readonly<Record<string, T>>, name: string): T =>
  known(Object.hasOwn(parts, name) ? parts[name] : undefined, name)

function known<T>(part: T | undefined, name: string): T {
  if (part === undefined) throw new Error(`reports have no ${name}`)
  return part
}
