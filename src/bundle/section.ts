import type pg from 'pg'
import { type TObject, type TProperties, Type } from 'typebox'
import { closed, id } from '../http/contract/schema.ts'
import { instant } from './fields.ts'
import type { Problems } from './problems.ts'

/** The zone that local times of the bundle are in: the organisation's once the import is done. For SQL of sections. */
export const zone = `current_setting('bundle.zone')`
/** The staff member who owns the organisation once the import is done, if there is one. */
export const owner = `nullif(current_setting('bundle.owner'), '')::bigint`

/**
 * A table whose rows belong to a row of a list and are replaced with it. The bundle nests them in that row, as it likes:
 * `rows` says which children its rows have.
 */
export interface Child {
  table: string
  /** The column with the id of the row it belongs to. */
  parent: string
  /** What tells siblings apart; `id` is the child's own, unique in the organisation, from `<table>_id_seq`. */
  key: readonly string[]
  /** The other columns that the bundle gives. A created_at that it leaves out stands, or is now. */
  columns: readonly string[]
  /** Those of them that are instants, and local times of whole seconds in the bundle. */
  local?: readonly string[]
  /** A child without an id has that of a stored sibling with the same values in these columns, or a new one. */
  alike?: readonly string[]
  /** Columns that follow from the row it belongs to: SQL over that row, `p`. */
  copied?: Readonly<Record<string, string>>
  /**
   * Another list, by the name it is staged under, has the rows of the table that say more than these fields can; `unless` is
   * SQL over a stored row, `s`, for those that do not. What is nested is all of those that the other list does not name. It can
   * name others by their ids, and changes what it can say of them. The table has an updated_at, and it is created_at for
   * rows that say no more.
   */
  alsoIn?: { list: string; unless: string }
  /** Its name, where another list has children in the same table. */
  as?: string
  /**
   * SQL for parent, key, columns and place, which orders siblings, over `bundle_row`, earlier children's `wanted_<name>` and
   * lists before this one, which are written by then; $1 is the organisation.
   */
  rows: string
}

/** Adds a problem of a row, at a place in it such as ['segments', 0, 'end']. */
export type AddProblem = (place: readonly (string | number)[], message: string) => void

/** What follows once all lists and the organisation are written, in the transaction of the import. */
export interface Written {
  /** The time that the import gives to what it writes. */
  now: string
  zone: string
  /** Whether the organisation had another zone before. */
  zoneChanged: boolean
}

interface Hooks {
  /** Takes other forms of a row before it is checked. */
  read?(row: Record<string, unknown>): void
  /** Rules between the fields of a row that its schema finds right. */
  check?(row: never, problem: AddProblem): void
  /**
   * Links that are more than an id of a list. Asked whatever else is wrong, so a row may be no more than its numbers, flags
   * and nested objects.
   */
  checkLinks?(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void>
  /** Rules between rows, and with what is stored; only asked when there is no other problem. */
  verify?(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void>
  /** Stages rows of this list that follow from others; new ids are clear of imported ones by then. */
  complete?(tx: pg.ClientBase, orgId: number): Promise<void>
  /**
   * A table for the length of the import, with an `id` of the list, that is `found` to values: what takes long or hangs on
   * other rows is worked out once.
   */
  lookup?: { table: string; columns: string; rows: string }
  /**
   * Just before rows are written: `changed_<table>` has those that will be, `wanted_<table>` the children they will have. A
   * problem that only shows now ends the import too.
   */
  before?(tx: pg.ClientBase, orgId: number, problems: Problems): Promise<void>
  after?(tx: pg.ClientBase, orgId: number, written: Written): Promise<void>
}

/**
 * An object of the bundle, no list: what the organisation lets the rows of a list be. It is staged as the only row of a list
 * with its name, and replaced as a whole.
 */
export interface Settings {
  /** Its name in the bundle. */
  name: string
  schema: TObject
  /** Rules between the fields of an object that its schema finds right; may give it the form that it is stored in. */
  check(value: never, problem: AddProblem): void
  /** Puts the staged object in place of the stored one. */
  write(tx: pg.ClientBase, orgId: number): Promise<'created' | 'updated' | 'unchanged'>
  /** The stored object as an export shows it, if there is one. */
  read(tx: pg.ClientBase, orgId: number): Promise<object | undefined>
}

/** One list of the bundle and the tables that hold it: all that import and export know of an area. */
export interface Section extends Hooks {
  /** The list's name in the bundle; that of its staged rows where it is a part of a list. */
  list: string
  /** Stands before the list in an export, and is written before it. */
  settings?: Settings
  /** Where several tables hold one list: its name, and the `kind` of the rows that are this one's. */
  part?: { of: string; kind: string }
  /** Its table, keyed by (org_id, id), with created_at and updated_at; ids come from `<table>_id_seq`. */
  table: string
  /** One row, closed: a field that is not named is a problem. */
  row: TObject
  /**
   * Columns between id and created_at, each with SQL for its value over `sent` (the fields that are columns), `b.row`
   * (all of them), `found` (the row of the lookup) and `stored` (the record before, if any).
   */
  values: Readonly<Record<string, string>>
  /** Where two values of a column mean the same: SQL that makes them equal. */
  alike: Readonly<Record<string, (value: string) => string>>
  /** Fields between id and created_at in the order an export writes them, each with its SQL over the record, `r`. */
  shown: Readonly<Record<string, string>>
  /** SQL for an object of further fields, which are shown only where they say something. */
  extras: string | undefined
  /** Which records the list shows, where other lists nest the rest: SQL over the record, `r`. */
  listed?: string
  /** Tables that triggers keep by what is written, which PostgreSQL has to learn about too. */
  kept?: readonly string[]
  /** Where ids of other lists stand, such as `business_id` or `segments[].staff_ids[]`, and of which; null is no link. */
  links: Readonly<Record<string, string>>
  /** Where ids of children stand, or of what a row begins, and the table that has them. */
  ids: Readonly<Record<string, string>>
  children: readonly Child[]
}

type Optional = 'settings' | 'part' | 'listed' | 'kept' | 'alike' | 'links' | 'ids' | 'children'
interface Declaration extends Hooks, Partial<Pick<Section, Optional>> {
  list: string
  table: string
  /** What a row has. A default stands for a field that a row leaves out. A field that is not in `shown` is a column. */
  fields: TProperties
  values?: Readonly<Record<string, string>>
  shown?: Readonly<Record<string, string>>
  /**
   * Fields that are columns too and seldom have a value, others that are children's, and SQL for a JSON object of those that
   * have one.
   */
  extras?: { fields: TProperties; nested?: TProperties; shown: string }
}

/** The name of the list that a section's rows have in the bundle. */
export const nameOf = ({ list, part }: Pick<Section, 'list' | 'part'>): string => part?.of ?? list

/** All that is written with a section's rows. */
export const tablesOf = ({ table, children, kept = [] }: Section): string[] => [
  ...new Set([table, ...children.map((child) => child.table), ...kept]),
]

export function section(declared: Declaration): Section {
  const { list, fields, values = {}, shown = {}, extras, links = {}, ids = {}, children = [], alike = {} } = declared
  const every = { ...fields, ...extras?.fields, ...extras?.nested }
  for (const path of [...Object.keys(links), ...Object.keys(ids)]) {
    if (!(/^\w+/.exec(path)![0] in every)) throw new Error(`${list} has no field for ${path}`)
  }
  const stamps = { created_at: Type.Optional(instant()), updated_at: Type.Optional(instant()) }
  const columns = [...Object.keys(fields).filter((name) => !(name in shown)), ...Object.keys(extras?.fields ?? {})]
  return {
    ...declared,
    row: Type.Object({ id: id(), ...every, ...stamps }, closed),
    values: { ...Object.fromEntries(columns.map((name) => [name, `sent.${name}`])), ...values },
    shown: Object.fromEntries(Object.keys(fields).map((name) => [name, shown[name] ?? `r.${name}`])),
    extras: extras?.shown,
    alike,
    links,
    ids,
    children,
  }
}
