import type { Area } from '../../access/areas.ts'

/**
 * What the report builder can ask, declared once: the options list it, a spec is judged by it, and the engine takes its SQL
 * from it and from nowhere else, so no text of a caller is ever part of a statement.
 *
 * In the SQL `r` is a row of the source, `$1` the organisation, `:zone` its time zone and `:today` its day, which the
 * engine turns into parameters.
 */
export interface Source {
  label: string
  area: Area
  /** What stands behind `from`; its alias is `r`. */
  rows: string
  /** Which rows belong to it, the organisation's alone among them. */
  where: string
  /** Tables that some fields need besides, by a name of ours; each row of the source finds at most one of theirs. */
  joins?: Readonly<Record<string, string>>
  /** The field whose days a date range means. */
  dated: string
  metrics: Readonly<Record<string, Metric>>
  fields: Readonly<Record<string, Field>>
}

export const aggregations = ['count', 'count_distinct', 'sum', 'avg', 'min', 'max'] as const
export type Aggregation = (typeof aggregations)[number]

export interface Metric {
  label: string
  aggregations: readonly Aggregation[]
  /** What is aggregated; rows where it is null are left out. */
  sql: string
  /** The record that is counted can stand in several rows. */
  repeats?: true
  /** Of how many the aggregate is one: 3600 for hours that are counted in seconds. */
  divisor?: number
  /** How it is shown unless a spec says otherwise. */
  style: 'number' | 'currency' | 'percent' | 'hours'
  joins?: readonly string[]
  area?: Area
}

interface Common {
  label: string
  /** Names of the source's joins that its SQL needs. */
  joins?: readonly string[]
  /** An area that a token must be able to read besides the source's. */
  area?: Area
  /** A field that cannot be grouped by. */
  ungrouped?: true
}
/** A text of the people who enter it. Compared without regard to case; grouped as it is written. Null and '' are empty. */
export interface TextField extends Common {
  type: 'text'
  sql: string
}
/** One of a few values that never change. */
export interface ChoiceField extends Common {
  type: 'choice'
  sql: string
  values: readonly string[]
  nullable?: true
}
export interface FlagField extends Common {
  type: 'boolean'
  sql: string
}
export interface NumberField extends Common {
  type: 'number'
  sql: string
  divisor?: number
  ungrouped: true
}
/** How records of a kind are called; both functions take SQL. */
export interface Names {
  /** Where they are, and the SQL of the name over `n`. */
  table: string
  name: string
  /** The area that tells whether there is such a record. */
  area: Area
  /** The name of the record with an id. */
  of(id: string): string
  /** The ids of those with one of these names, an array of small letters. */
  ids(names: string): string
}
/** Another record, which has an id and a name. Grouped by the id, shown by the name; a filter takes either. */
export interface RecordField extends Common {
  type: 'record'
  /** The id. */
  sql: string
  name: Names
  nullable?: true
}
/** Days of the calendar, local times, or instants. Groups are its grains: `start:month`. */
export interface DateField extends Common {
  type: 'date'
  sql: string
  kind: 'date' | 'local' | 'instant'
  /** The number of its day since 1970, where an index has that. */
  dayNumber?: string
  nullable?: true
}
export type Field = TextField | ChoiceField | FlagField | NumberField | RecordField | DateField

/** Every source counts its records. */
export const records = (label: string, more: Partial<Metric> = {}): Metric => ({
  ...{ label, sql: 'r.id', aggregations: ['count'], style: 'number' },
  ...more,
})

const nameIn = (area: Area, table: string, name: string): Names => ({
  ...{ area, table, name },
  of: (id) => `(select ${name} from ${table} n where n.org_id = $1 and n.id = ${id})`,
  ids: (names) => `array(select n.id from ${table} n where n.org_id = $1 and lower(${name}) = any (${names}))`,
})
export const clientName = nameIn('clients', 'client', `n.first_name || ' ' || n.last_name`)
export const staffName = nameIn('staff', 'staff', `n.first_name || ' ' || n.last_name`)
export const siteName = nameIn('roster', 'site', 'n.name')
export const businessName = nameIn('clients', 'business_location', 'n.name')
export const formName = nameIn('forms', 'form', 'n.name')
/** Every kind of record that a filter can name. */
export const recordNames: readonly Names[] = [clientName, staffName, siteName, businessName, formName]

const amounts: readonly Aggregation[] = ['sum', 'avg', 'min', 'max']
export const amount = (label: string, sql: string, more: Partial<Metric> = {}): Metric => ({
  ...{ label, sql, aggregations: amounts, style: 'number' },
  ...more,
})
/** How long something has been so: adding such numbers up says nothing. */
export const age = (label: string, sql: string): Metric => ({
  ...{ label, sql, aggregations: ['avg', 'min', 'max'], style: 'number' },
})
export const distinct = (label: string, sql: string, more: Partial<Metric> = {}): Metric => ({
  ...{ label, sql, aggregations: ['count_distinct'], style: 'number' },
  ...more,
})
