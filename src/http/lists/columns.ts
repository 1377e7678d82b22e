import type { Cell } from '../responses/csv.ts'

/** The parts of a record's schema that decide its columns. */
export interface RecordSchema {
  $ref?: string
  type?: string | readonly string[]
  properties?: Record<string, RecordSchema>
  items?: RecordSchema
  anyOf?: RecordSchema[]
}

/** A column of a CSV file: its name, and its cell of a record. */
export interface Column {
  name: string
  cell(record: unknown): Cell
}

/**
 * The columns of a record, from its schema. A nested object has a column for each of its fields, `client_id` and
 * `client_name`. A list of objects too, with the cells of all its objects joined: the second name belongs to the second
 * id. A list in such an object is joined by commas. What declares no fields is JSON text.
 */
export function columnsOf(schema: RecordSchema, schemas: Record<string, unknown>): Column[] {
  const resolve = (one: RecordSchema): RecordSchema => {
    if (one.$ref !== undefined) return resolve(schemas[one.$ref.slice(0, -1)] as RecordSchema)
    // An object or null.
    return one.anyOf?.map(resolve).find(({ properties }) => properties) ?? one
  }

  function columns(declared: RecordSchema, name: string, depth: number): Column[] {
    const { properties, items } = resolve(declared)
    if (properties) {
      return Object.entries(properties).flatMap(([field, inner]) =>
        columns(inner, name ? `${name}_${field}` : field, depth).map((column) => ({
          name: column.name,
          cell: (record: unknown) => column.cell((record as Record<string, unknown> | null | undefined)?.[field]),
        })),
      )
    }
    if (!items) return [{ name, cell: cellOf }]
    const itemName = resolve(items).properties ? singular(name) : name
    return columns(items, itemName, depth + 1).map((column) => ({
      name: column.name,
      cell: (list: unknown) =>
        Array.isArray(list) ? list.map((item) => column.cell(item) ?? '').join(depth === 0 ? '; ' : ', ') : undefined,
    }))
  }

  return columns(schema, '', 0)
}

/** `clients` have columns `client_id` and `client_name`, `statuses` `status_…`. */
const singular = (name: string): string => name.replace(/(?<=us)es$|s$/, '')

const cellOf = (value: unknown): Cell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell)
