import type { Formatting, Options, Target, ValueFormat, Visualization } from '../spec/spec.schema.ts'

/**
 * How an insight is drawn. Of the rest of the spec, a page gets a summary only, and only if the viewer may see the
 * results.
 */
export interface View {
  visualization: Visualization
  format: ValueFormat
  /** The aggregation of the metric; a formula has none. */
  aggregation?: string
  options?: Options
  target?: Target
  conditional_formatting?: Formatting[]
  /** What is known about the values of the group and the breakdown, by its id. */
  groups?: Record<string, GroupView>
}

export interface GroupView {
  /** The name of rows without a value: `No assignee`. */
  none: string
  /** Its declared values, in their own order. */
  values?: readonly DeclaredValue[]
}
export interface DeclaredValue {
  value: string | boolean
  name: string
  /** Of a status. */
  tone?: Tone
}
/** What a status means. Each has one colour, on every chart. */
export type Tone = 'good' | 'waiting' | 'underway' | 'planned' | 'attention' | 'ended' | 'bad' | 'inactive'

/** Whether series are stacked. Lines are not: stacked lines look like others. */
export const isStacked = ({ visualization, options }: View): boolean =>
  options?.stacked === true && visualization !== 'line'

/** Whether a period without rows has the value zero. An average of nothing has no value. */
export const isZeroWhenEmpty = ({ aggregation }: View): boolean =>
  aggregation === 'count' || aggregation === 'count_distinct' || aggregation === 'sum'

/** Whether values of several groups may be added up. Distinct counts may not: a client can be in two groups. */
export const isAdditive = ({ aggregation }: View): boolean => aggregation === 'count' || aggregation === 'sum'
