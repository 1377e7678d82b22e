import type { Grain } from '../logic/dates.ts'
import type { Cell, Column } from '../logic/results.ts'
import type { Parameters } from './parameters.ts'
import type { Group } from './question.ts'

/** How a date is written when it stands for its grain. Weeks are their Mondays. */
const shapes: Record<Grain, string> = {
  day: 'YYYY-MM-DD',
  week: 'YYYY-MM-DD',
  month: 'YYYY-MM',
  quarter: 'YYYY-"Q"Q',
  year: 'YYYY',
}

/** What rows are put together by: an id, a first day, a text of which none is empty. */
export function groupedBy({ field, grain }: Group, parameters: Parameters): string {
  const sql = parameters.fill(field.sql)
  if (field.type === 'text') return `nullif(${sql}, '')`
  if (field.type !== 'date') return sql
  const local = field.kind === 'instant' ? `(${sql} at time zone ${parameters.fill(':zone')})` : `(${sql})::timestamp`
  return grain === 'day' ? `${local}::date` : `date_trunc('${grain}', ${local})::date`
}

/** What is shown for what stands in a column, g or b. */
export function displayed({ field, grain }: Group, column: string): string {
  if (field.type === 'record') return `label_${column}`
  return field.type === 'date' ? `to_char(${column}, '${shapes[grain!]}')` : column
}

/** Names and texts in the order of small letters, whatever the database's own order is; then as written. None comes last. */
export function ascending({ field }: Group, column: string): string[] {
  if (field.type === 'date' || field.type === 'boolean') return [column]
  const text = field.type === 'record' ? `label_${column}` : column
  return [`lower(${text}) collate "C"`, `${text} collate "C"`, ...(field.type === 'record' ? [column] : [])]
}

/** Steps that give a column its labels: the names of records, which carry their ids where two have the same. */
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

/** `groups` is how many there are, shown or not. */
export type GroupRow = { groups: number; g: Cell; b: Cell; value: number | null }
