import { type TObject, type TProperties, Type } from 'typebox'
import { closed, id } from '../http/schema.ts'
import { instant } from './fields.ts'

/** One list of the bundle and the table that holds it: all that import and export know of an area. */
export interface Section {
  /** The list's name in the bundle. */
  list: string
  /** Its table, keyed by (org_id, id), with created_at and updated_at; ids come from `<table>_id_seq`. */
  table: string
  /** One row, closed: a field that is not named is a problem. */
  row: TObject
  /** The columns between id and created_at, in the order an export writes them. */
  columns: string[]
  /** Fields that hold an id of another list, and which; null is no link. */
  links: Record<string, string>
}

interface Declaration {
  list: string
  table: string
  /**
   * What creating a record through the API takes: each field is a column of the same name, and a default stands for a
   * field that a row leaves out.
   */
  fields: TProperties
  links?: Record<string, string>
}

export function section({ list, table, fields, links = {} }: Declaration): Section {
  for (const field of Object.keys(links)) {
    if (!(field in fields)) throw new Error(`${list} links ${field}, which is not one of its fields`)
  }
  const stamps = { created_at: Type.Optional(instant()), updated_at: Type.Optional(instant()) }
  const row = Type.Object({ id: id(), ...fields, ...stamps }, closed)
  return { list, table, row, columns: Object.keys(fields), links }
}
