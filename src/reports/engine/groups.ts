import type { Grain } from '../catalogue/source.ts'
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

/** What is shown for a group, `column` being what rows were put together by and `label` the name that was looked up for it. */
export function shown({ field, grain }: Group, column: string, label: string): string {
  if (field.type === 'record') return label
  return field.type === 'date' ? `to_char(${column}, '${shapes[grain!]}')` : column
}

/** Names and texts in the order of small letters, whatever the database's own order is; then as written. None comes last. */
export function ascending({ field }: Group, column: string, label: string): string[] {
  if (field.type === 'date' || field.type === 'boolean') return [column]
  const text = field.type === 'record' ? label : column
  return [`lower(${text}) collate "C"`, `${text} collate "C"`, ...(field.type === 'record' ? [column] : [])]
}

/**
 * The names of the records in a column, looked up once for each when rows have been put together. Two of one name carry their ids.
 */
export function namesOf({ field }: Group, column: string): string | undefined {
  if (field.type !== 'record') return undefined
  return `select id, case when count(*) over (partition by name) > 1 then name || ' (' || id || ')' else name end as label
    from (select d.id, ${field.name.of('d.id')} as name from (select distinct ${column} as id from counted where ${column} is not null) d) named`
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

export type GroupRow = { rank: number; g: Cell; b: Cell; value: number | null }
