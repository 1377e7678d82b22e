import type { Formatting, Options, Target, ValueFormat, Visualization } from '../spec/spec.schema.ts'

/** How an insight is drawn. Of the rest of a spec a page gets to know words alone, and those only when whoever looks may see the figures. */
export interface View {
  visualization: Visualization
  format: ValueFormat
  /** The second part of the metric; a formula has none. */
  aggregation?: string
  options?: Options
  target?: Target
  conditional_formatting?: Formatting[]
  /** The values of a group or breakdown that has few and fixed ones, by its name and in their order: colours go by it. */
  values?: Record<string, readonly string[]>
}

/** Whether series stand on each other. Lines never do: they could not be told from lines that do not. */
export const isStacked = ({ visualization, options }: View): boolean =>
  options?.stacked === true && visualization !== 'line'

/** Whether a part of the time in which nothing happened has the value nought; an average of nothing has none. */
export const isZeroWhenEmpty = ({ aggregation }: View): boolean =>
  aggregation === 'count' || aggregation === 'count_distinct' || aggregation === 'sum'

/** Whether the values of several groups may be added up. Of two groups the same client can be in both. */
export const isAdditive = ({ aggregation }: View): boolean => aggregation === 'count' || aggregation === 'sum'
