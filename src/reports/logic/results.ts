export interface Column {
  /** The id of the group or the breakdown, or `value`. */
  key: string
  label: string
  /** A 'date' is a day, the Monday of a week, a month (2026-07), a quarter (2026-Q3) or a year. */
  type: 'text' | 'date' | 'boolean' | 'number'
}
export type Cell = string | number | boolean | null
export type Row = Record<string, Cell>

/** The first and last day of a period, both included; null where it is unbounded. */
export interface DayRange {
  from: string | null
  to: string | null
}

export interface Results {
  /** The group and the breakdown, if any, then the value. */
  columns: Column[]
  rows: Row[]
  row_count: number
  /** Whether rows or groups were left out. */
  truncated: boolean
  date_range: DayRange
  timezone: string
  /** ISO 8601 with microseconds and Z. */
  generated_at: string
}
