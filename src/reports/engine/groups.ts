import type { Grain } from '../logic/dates.ts'
import type { Cell, Column } from '../logic/results.ts'
import type { Parameters } from './parameters.ts'
import type { Group } from './question.ts'

/** The format of a period. A week is named by its Monday. */
const shapes: Record<Grain, string> = {
  day: 'YYYY-MM-DD',
  week: 'YYYY-MM-DD',
  month: 'YYYY-MM',
  quarter: 'YYYY-"Q"Q',
  year: 'YYYY',
}

/** The expression that rows are grouped by: an id, the first day of a period, or a text that is not empty. */
export function groupedBy({ field, grain }: Group, parameters: Parameters): string {
  const sql = parameters.fill(field.sql)
  if (field.type === 'text') return `nullif(${sql}, '')`
  if (field.type !== 'date') return sql
  const local = field.kind === 'instant' ? `(${sql} at time zone ${parameters.fill(':zone')})` : `(${sql})::timestamp`
  return grain === 'day' ? `${local}::date` : `date_trunc('${grain}', ${local})::date`
}

/** The expression that a result shows for the column g or b. */
export function displayed({ field, grain }: Group, column: string): string {
  if (field.type === 'record') return `label_${column}`
  return field.type === 'date' ? `to_char(${column}, '${shapes[grain!]}')` : column
}

/**
 * Names and texts sort by lower case in the C collation, so that the order does not depend on the database; nulls come
 * last.
 */
export function ascending({ field }: Group, column: string): string[] {
  if (field.type === 'date' || field.type === 'boolean') return [column]
  const text = field.type === 'record' ? `label_${column}` : column
  return [`lower(${text}) collate "C"`, `${text} collate "C"`, ...(field.type === 'record' ? [column] : [])]
}

/** Steps that add the labels of a column: the names of records, with their ids where two records have the same name. */
export function labelled({ field }: Group, column: string, from: string): string[] {
  if (field.type !== 'record') return [`labelled_${column} as (select *, null as label_${column} from ${from})`]
  const label = `case when min(${column}) over w < max(${column}) over w then name || ' (' || ${column} || ')' else name end`
  return [
    `named_${column} as materialized (select *, ${field.name.of(`${from}.${column}`)} as name from ${from})`,
    `labelled_${column} as (
       select *, ${label} as label_${column} from named_${column} window w as (partition by name))`,
  ]
}

const types = {
  text: 'text',
  choice: 'text',
  record: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
} as const

export const columnOf = ({ id, field, grain }: Group): Column => ({
  key: id,
  label: grain ? `${field.label} (${grain})` : field.label,
  type: types[field.type],
})

/** `groups` is the number of all groups, including those beyond the limit. */
export type GroupRow = { groups: number; g: Cell; b: Cell; value: number | null }
