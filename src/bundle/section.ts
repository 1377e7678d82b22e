import type pg from 'pg'
import { type TObject, type TProperties, Type } from 'typebox'
import { closed, id } from '../http/contract/schema.ts'
import { instant } from './fields.ts'
import type { Problems } from './problems.ts'

/**
 * The SQL of a section names the organisation, $1, on every table, also in subqueries: on a distributed database the statement
 * then runs on the server of the organisation. These are its other parameters.
 */
/** SQL for the time zone of the bundle's local times: the organisation's time zone after the import. */
export const zone = '$2::text'
/** SQL for the id of the organisation's owner after the import, or null. */
export const owner = '$3::bigint'

/** The values of the parameters. In an export, the zone and the owner are the stored ones. */
export interface Parameters {
  orgId: number
  zone: string
  ownerId: number | null
}

/** Runs SQL of a section. PostgreSQL refuses values of parameters that the text does not have, so those after the last are left out. */
export function runSql(tx: pg.ClientBase, text: string, { orgId, zone, ownerId }: Parameters): Promise<pg.QueryResult> {
  const last = Math.max(...Array.from(text.matchAll(/\$(\d)/g), ([, number]) => Number(number)))
  return tx.query(text, [orgId, zone, ownerId].slice(0, last))
}

/** A table whose rows belong to one row of a list and are replaced together with it. The bundle nests them in that row. */
export interface Child {
  table: string
  /** The column with the id of the parent row. */
  parent: string
  /** The columns that distinguish siblings. `id` means an own id, unique in the organisation, from `<table>_id_seq`. */
  key: readonly string[]
  /** The other columns that the bundle sets. An omitted created_at keeps the stored value, or is now. */
  columns: readonly string[]
  /** Those of the columns that are instants in the table and local times of whole seconds in the bundle. */
  local?: readonly string[]
  /** A child without an id takes the id of a stored sibling with equal values in these columns, or a new one. */
  matchBy?: readonly string[]
  /** Columns that are copied from the parent row: SQL over that row, `p`. */
  copied?: Readonly<Record<string, string>>
  /**
   * The list, by its staged name, that contains rows of this table which do not fit into the nested form. `unless` is SQL over
   * a stored row, `s`, that is true for rows that do fit. The nested children are then all rows that fit and that the other
   * list does not contain. They may refer to rows of the other list by id, and update the fields they have. The table needs an
   * updated_at; it equals created_at for rows that fit.
   */
  alsoIn?: { list: string; unless: string }
  /** Its name, where another list has children in the same table. */
  as?: string
  /** Columns of other records that refer to a child by its id. They become null before the child is deleted. A record that shows it has changed then. */
  referredToBy?: readonly { table: string; column: string; isShown?: boolean }[]
  /**
   * SQL for org_id, parent, key, columns and place (the order of siblings). It may read `bundle_row`, the `wanted_<name>` tables
   * of earlier children, and the tables of earlier lists, which are already written.
   */
  rows: string
}

/** Adds a problem of a row, at a path in the row such as ['segments', 0, 'end']. */
export type AddProblem = (path: readonly (string | number)[], message: string) => void

/** What the `after` hooks need. They run in the import's transaction when all lists and the organisation are written. */
export interface ImportContext {
  zone: string
  /** Whether the import changes the organisation's time zone. */
  zoneChanged: boolean
  /** Updates the planner's statistics of tables that the hook has written. */
  analyze(...tables: string[]): Promise<void>
  /** Counts records of the list that the hook removed. */
  countRemoved(removed: number): void
}

/** A page for people, by its path at the service. */
export interface Page {
  name: string
  path: string
}

/** The optional parts of a section: how its list is split or filtered, and hooks into the import. */
interface SectionOptions {
  /** An object that an export writes before the list, and that an import writes before it. */
  settings?: Settings
  /** Where one list is stored in several tables: the list's name, and the `kind` of the rows in this table. */
  part?: { of: string; kind: string }
  /** Which records an export lists, where other lists nest the rest: SQL over the record, `r`. */
  exportWhere?: string
  /** Tables that triggers fill from this section's rows. They are analysed together with its own tables. */
  triggerTables?: readonly string[]
  /** For columns in which different values mean the same: SQL that makes such values equal. */
  normalised?: Readonly<Record<string, (value: string) => string>>
  /** Converts other accepted forms of a row before validation. */
  read?(row: Record<string, unknown>): void
  /** Rules between the fields of a row that matches its schema. */
  check?(row: never, problem: AddProblem): void
  /**
   * Checks links that are more than an id of a list. It also runs when there are other problems; an invalid row is then reduced
   * to its numbers, flags and nested objects.
   */
  checkLinks?(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void>
  /** Rules between rows, and with stored records. Runs only when there is no other problem. */
  verify?(tx: pg.ClientBase, orgId: number, problems: Problems, zone: string): Promise<void>
  /**
   * Stages further rows of this list that follow from other rows, and returns their number. The sequences are already past all
   * imported ids.
   */
  complete?(tx: pg.ClientBase, orgId: number): Promise<number>
  /**
   * A staging table with an `id` of the list, joined to values as `found`: for what is slow or depends on other rows. It has the
   * columns of `rows`, given with their types, and org_id before them.
   */
  lookup?: { table: string; columns: Readonly<Record<string, string>>; rows: string }
  /**
   * Runs just before rows are written: `changed_<table>` has the rows to write, `wanted_<table>` the children they will have. A
   * problem that is added here ends the import.
   */
  before?(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void>
  after?(tx: pg.ClientBase, orgId: number, written: ImportContext): Promise<void>
  /** The pages of the imported records, in the order of the bundle. Runs last. */
  pages?(tx: pg.ClientBase, orgId: number): Promise<Page[]>
}

/**
 * An object of the bundle that is not a list: the options for the rows of a list. It is staged as the only row of a list with
 * its name, and replaced as a whole.
 */
export interface Settings {
  /** Its name in the bundle. */
  name: string
  schema: TObject
  /** Rules between the fields of an object that matches its schema. May convert it to its stored form. */
  check(value: never, problem: AddProblem): void
  /** Replaces the stored object by the staged one. */
  write(tx: pg.ClientBase, orgId: number): Promise<'created' | 'updated' | 'unchanged'>
  /** The stored object in its exported form, if there is one. */
  read(tx: pg.ClientBase, orgId: number): Promise<object | undefined>
}

/** One list of the bundle and its tables: all that import and export know about a feature. */
export interface Section extends SectionOptions {
  /** The list's name in the bundle; with `part`, the name under which its rows are staged. */
  list: string
  /** Its table, keyed by (org_id, id), with created_at and updated_at. New ids come from `<table>_id_seq`. */
  table: string
  /** The schema of one row. Unknown fields are problems. */
  row: TObject
  /**
   * Columns between id and created_at, each with SQL for its value over `sent` (the row's fields that are columns), `b.row` (all
   * its fields), `found` (the row of the lookup) and `stored` (the existing record, if any).
   */
  values: Readonly<Record<string, string>>
  /** Fields between id and created_at in the order of an export, each with SQL over the record, `r`. */
  exportFields: Readonly<Record<string, string>>
  /** SQL for an object of further fields, which an export writes only where they have a value. */
  extras: string | undefined
  /** Paths that contain ids of other lists, such as `business_id` or `segments[].staff_ids[]`, with the list's name. */
  links: Readonly<Record<string, string>>
  /** Paths that contain ids of children, or of what a row creates, with the table of that id. */
  ids: Readonly<Record<string, string>>
  children: readonly Child[]
}

/** Fields that seldom have a value. */
interface Extras {
  /** Those that are columns. */
  fields: TProperties
  /** Those that are stored as children. */
  nested?: TProperties
  /** SQL for a JSON object of those that have a value. */
  exportSql: string
}

export interface Declaration extends SectionOptions {
  list: string
  table: string
  /** The fields of a row. A default is used for a field that a row omits. A field that is not in `exportFields` is a column. */
  fields: TProperties
  values?: Readonly<Record<string, string>>
  exportFields?: Readonly<Record<string, string>>
  extras?: Extras
  links?: Readonly<Record<string, string>>
  ids?: Readonly<Record<string, string>>
  children?: readonly Child[]
}

/** The name of a section's list in the bundle. */
export const nameOf = ({ list, part }: Pick<Section, 'list' | 'part'>): string => part?.of ?? list

/** All tables that are written with a section's rows. */
export const tablesOf = ({ table, children, triggerTables = [] }: Section): string[] => [
  ...new Set([table, ...children.map((child) => child.table), ...triggerTables]),
]

export function section(declaration: Declaration): Section {
  const { list, fields, values = {}, exportFields = {}, extras, links = {}, ids = {}, children = [] } = declaration
  const allFields = { ...fields, ...extras?.fields, ...extras?.nested }
  for (const path of [...Object.keys(links), ...Object.keys(ids)]) {
    if (!(/^\w+/.exec(path)![0] in allFields)) throw new Error(`${list} has no field for ${path}`)
  }
  const timestamps = { created_at: Type.Optional(instant()), updated_at: Type.Optional(instant()) }
  const columns = [
    ...Object.keys(fields).filter((name) => !(name in exportFields)),
    ...Object.keys(extras?.fields ?? {}),
  ]
  return {
    ...declaration,
    row: Type.Object({ id: id(), ...allFields, ...timestamps }, closed),
    values: { ...Object.fromEntries(columns.map((name) => [name, `sent.${name}`])), ...values },
    exportFields: Object.fromEntries(Object.keys(fields).map((name) => [name, exportFields[name] ?? `r.${name}`])),
    extras: extras?.exportSql,
    links,
    ids,
    children,
  }
}
