import type { Measure } from './question.ts'

/** The decimals of averages and of numbers with a divisor. */
export const resultDecimals = 4

/** Currency has cents; the ten-thousandth part of an hour is a third of a second. */
const decimalsOf = ({ metric, aggregation }: Measure): number | undefined => {
  if (aggregation === 'avg' || metric.divisor !== undefined) return resultDecimals
  return metric.style === 'currency' ? 2 : undefined
}

/** The SQL of an aggregate of `sql` over the rows that match `filter`, or over all. */
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

/** A sum has no name, because readers expect it for hours and money. */
const aggregationNames = {
  avg: 'average',
  min: 'smallest',
  max: 'largest',
  sum: undefined,
  count: undefined,
  count_distinct: undefined,
}

/** The label of the value column. It names the aggregation if the metric has several. */
export function labelOf({ metric, aggregation }: Measure): string {
  const word = metric.aggregations.length > 1 ? aggregationNames[aggregation] : undefined
  return word ? `${metric.label} (${word})` : metric.label
}
