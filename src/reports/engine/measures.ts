import type { Measure } from './question.ts'

/** Of averages and of what is counted in parts. */
export const resultDecimals = 4

/** Half a cent is no money, and the ten-thousandth part of an hour is a third of a second. */
const decimalsOf = ({ metric, aggregation }: Measure): number | undefined => {
  if (aggregation === 'avg' || metric.divisor !== undefined) return resultDecimals
  return metric.style === 'currency' ? 2 : undefined
}

/** The SQL of an aggregate over the rows that `filter` lets through, or all; `sql` is what is aggregated. */
export function aggregate(measure: Measure, sql: string, filter: string | undefined): string {
  const { metric, aggregation } = measure
  const narrowed = filter === undefined ? '' : ` filter (where ${filter})`
  if (aggregation === 'count' || aggregation === 'count_distinct') {
    const isDistinct = aggregation === 'count_distinct' || metric.repeats
    return `count(${isDistinct ? 'distinct ' : ''}${sql})${narrowed}`
  }
  const whole = `${aggregation}(${sql})${narrowed}`
  const decimals = decimalsOf(measure)
  return decimals === undefined ? whole : `round(${whole} / ${metric.divisor ?? 1}, ${decimals})`
}

/** A sum is what people expect of hours and money, so it is not said. */
const aggregationNames = {
  avg: 'average',
  min: 'smallest',
  max: 'largest',
  sum: undefined,
  count: undefined,
  count_distinct: undefined,
}

/** The name of a column; how it was aggregated is said where a metric can be aggregated in several ways. */
export function labelOf({ metric, aggregation }: Measure): string {
  const word = metric.aggregations.length > 1 ? aggregationNames[aggregation] : undefined
  return word ? `${metric.label} (${word})` : metric.label
}
