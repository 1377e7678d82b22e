import type { Area } from '../../access/areas.ts'

/**
 * What reports can query, declared once: the options list it, specs are checked against it, and the engine takes its SQL from
 * here only, so that input of a caller is never part of a statement.
 *
 * In the SQL, `r` is a row of the source and `$1` the organisation. The engine binds `:zone` to its time zone and `:today` to its
 * current day.
 */
export interface Source {
  label: string
  area: Area
  /** The `from` clause; its alias is `r`. */
  rows: string
  /** The condition that selects its rows, including the organisation. */
  where: string
  /** Tables that some fields need, by name. A row of the source joins at most one row of each. */
  joins?: Readonly<Record<string, string>>
  /** The field that date_range applies to. */
  dated: string
  metrics: Readonly<Record<string, Metric>>
  fields: Readonly<Record<string, Field>>
}

export const aggregations = ['count', 'count_distinct', 'sum', 'avg', 'min', 'max'] as const
export type Aggregation = (typeof aggregations)[number]

export interface Metric {
  label: string
  aggregations: readonly Aggregation[]
  /** The aggregated expression; nulls are left out. */
  sql: string
  /** The counted record can be in several rows. */
  repeats?: true
  /** The aggregate is divided by it: 3600 for hours counted in seconds. */
  divisor?: number
  /** The default value format. */
  style: 'number' | 'currency' | 'percent' | 'hours'
  joins?: readonly string[]
  area?: Area
}

interface Common {
  label: string
  /** Names of the source's joins that its SQL needs. */
  joins?: readonly string[]
  /** An area that a token must be able to read in addition to the source's. */
  area?: Area
  /** A field that cannot be grouped by. */
  ungrouped?: true
  /** The name of rows without a value: `No assignee` unless it is given. */
  none?: string
}
/** Free text. Compared without regard to case, grouped as entered. Null and '' are empty. */
export interface TextField extends Common {
  type: 'text'
  sql: string
  /** The organisation has set up its values, in an order and with a meaning. */
  values?: 'prospect stages'
}
/** One of a fixed set of values. */
export interface ChoiceField extends Common {
  type: 'choice'
  sql: string
  values: readonly string[]
  /** Names for people, where a value with a capital letter is none. */
  names?: Readonly<Record<string, string>>
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
/** The names of a kind of record. Both functions take SQL. */
export interface Names {
  /** The table, and the SQL of the name over `n`. */
  table: string
  name: string
  /** The area that a token must be able to read to learn whether a record exists. */
  area: Area
  /** The name of the record with an id. */
  of(id: string): string
  /** The ids of the records with one of these names, an array in lower case. */
  ids(names: string): string
}
/** Another record with an id and a name. Grouped by id, shown by name; a filter takes either. */
export interface RecordField extends Common {
  type: 'record'
  /** The id. */
  sql: string
  name: Names
  nullable?: true
}
/** A day, a local time or an instant. Its groups are its grains: `start:month`. */
export interface DateField extends Common {
  type: 'date'
  sql: string
  kind: 'date' | 'local' | 'instant'
  /** The number of its day since 1970, if an indexed column has it. */
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
/** How many days ago something happened: a sum of these has no meaning. */
export const age = (label: string, sql: string): Metric => ({
  ...{ label, sql, aggregations: ['avg', 'min', 'max'], style: 'number' },
})
export const distinct = (label: string, sql: string, more: Partial<Metric> = {}): Metric => ({
  ...{ label, sql, aggregations: ['count_distinct'], style: 'number' },
  ...more,
})
