export interface Column {
  /** The name of the group, of the breakdown, or `value`. */
  key: string
  label: string
  /** What stands in it: 'date' is a day, the first day of a week, a month (2026-07), a quarter (2026-Q3) or a year. */
  type: 'text' | 'date' | 'boolean' | 'number'
}
export type Cell = string | number | boolean | null
export type Row = Record<string, Cell>

/** The days that were counted, both included; null where there is no end. */
export interface DayRange {
  from: string | null
  to: string | null
}

export interface Results {
  /** The group, the breakdown, the value: as many of them as the insight has. */
  columns: Column[]
  rows: Row[]
  row_count: number
  /** There are more rows, or more groups than the limit. */
  truncated: boolean
  date_range: DayRange
  timezone: string
  /** ISO 8601 with microseconds and Z. */
  generated_at: string
}
