import type { Grain } from './dates.ts'

/**
 * The settings of an insight and what comes of them, as the service, the page and their tests know them. This folder goes to
 * the browser too, so it imports nothing from outside.
 */
export const visualizations = ['metric', 'bar', 'line', 'area', 'pie', 'donut', 'table'] as const
export type Visualization = (typeof visualizations)[number]
/** The ones that have an axis for a target line. */
export const targeted: readonly Visualization[] = ['bar', 'area', 'line']

export const datePresets = [
  ...(['today', 'yesterday', 'this_week', 'last_week', 'this_month', 'last_month', 'last_30_days'] as const),
  ...(['last_90_days', 'this_quarter', 'last_quarter', 'this_financial_year', 'last_financial_year'] as const),
  'all_time',
] as const
export type DatePreset = (typeof datePresets)[number]

export type DateRange =
  | { preset: DatePreset }
  | { from: string; to: string }
  /** One or many: `last 1 day`, `last 7 days`. */
  | { last: number; unit: Grain | `${Grain}s` }

export const valueFormats = ['number', 'currency', 'percent', 'hours'] as const
export interface ValueFormat {
  style: (typeof valueFormats)[number]
  decimals?: number
}
export const mostDecimals = 6

export const sortKeys = ['group', 'value'] as const
export const sortDirections = ['asc', 'desc'] as const
export interface Options {
  stacked?: boolean
  show_legend?: boolean
  show_values?: boolean
  sort?: { by: (typeof sortKeys)[number]; direction: (typeof sortDirections)[number] }
  /** The most groups, after sorting. */
  limit?: number
}

export interface Target {
  value: number
  label?: string
}

/** How numbers are compared, by filters and by conditional formatting; the latter takes the signs too. */
export const comparisons = ['is', 'is_not', 'more_than', 'at_least', 'less_than', 'at_most', 'between'] as const
export type Comparison = (typeof comparisons)[number]
export const signs = {
  '=': 'is',
  '!=': 'is_not',
  '>': 'more_than',
  '>=': 'at_least',
  '<': 'less_than',
  '<=': 'at_most',
} as const
export const colours = ['green', 'amber', 'red', 'blue', 'grey'] as const
/** The first rule that a number meets colours it. */
export interface Formatting {
  operator: Comparison | keyof typeof signs
  /** Two numbers, the lower one first, for `between`. */
  value: number | [number, number]
  /** One of `colours`, or #rrggbb. */
  color: string
}

export type Scalar = string | number | boolean
/** `value` is `is`, a list is `in`. */
export type FilterValue = Scalar | Scalar[] | { operator: string; value?: Scalar | Scalar[] }
export type Filters = Record<string, FilterValue>

export interface Formula {
  expression: string
  terms: Record<string, { metric: string; filters?: Filters }>
}

/** A spec as it is stored and shown: complete and judged. What is not set is left out. */
export interface Spec {
  source: string
  /** `metricId::aggregation` */
  metric: string
  visualization: Visualization
  group_by?: string
  breakdown_by?: string
  filters?: Filters
  date_range?: DateRange
  value_format?: ValueFormat
  options?: Options
  target?: Target
  formula?: Formula
  conditional_formatting?: Formatting[]
}
