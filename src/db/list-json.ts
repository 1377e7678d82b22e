import type { TObject } from 'typebox'

type Scalar = 'text' | 'bigint' | 'smallint' | 'boolean' | 'date' | 'timestamp' | 'timestamptz' | 'jsonb'
export type ColumnType = Scalar | 'text[]' | 'bigint[]'

/** The source of a property's value, if it is not the column of the same name with the type of its schema. */
export type PropertySource =
  | { column?: string; type: ColumnType }
  /** SQL of the JSON, over columns of the record's other properties. */
  | { json: string }
  /** Filled in by the list's statement: as JSON, or as text between stored quotes. */
  | { read: 'json' | 'quoted' }

/**
 * A list whose rows store their record as JSON text, so that a page is sent without building its records.
 * `npm run list-json` generates the functions and columns from the response schema, as a migration.
 */
export interface ListJson<Record extends TObject = TObject> {
  table: string
  schema: Record
  from?: { [Property in keyof Record['properties']]?: PropertySource }
  /** The columns of the text: `json`, or several where the statement fills in properties between them. */
  columns?: string[]
}
