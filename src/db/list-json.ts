import type { TObject } from 'typebox'

type Scalar = 'text' | 'bigint' | 'smallint' | 'boolean' | 'date' | 'timestamp' | 'timestamptz' | 'jsonb'
export type ColumnType = Scalar | 'text[]' | 'bigint[]'

/** Where the value of a property comes from, if it is not the column of its name with the type that its schema implies. */
export type PropertySource =
  | { column?: string; type: ColumnType }
  /** SQL of the JSON, over columns of the record's other properties. */
  | { json: string }
  /** Left to the statement of the list: as JSON, or as text between quotes that are stored. */
  | { read: 'json' | 'quoted' }

/**
 * A list whose records PostgreSQL stores as JSON text beside each row, so that a page is sent without building its records.
 * `npm run list-json` generates the functions and columns from the response schema, as a migration.
 */
export interface ListJson<Record extends TObject = TObject> {
  table: string
  schema: Record
  from?: { [Property in keyof Record['properties']]?: PropertySource }
  /** The columns of the text: `json`, unless properties are left to the statement, which split the text. */
  columns?: string[]
}
