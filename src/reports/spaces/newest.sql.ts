import { list } from '../../db/list.ts'
import { asRows } from '../../db/shape.ts'

/** A list of insights or dashboards. */
interface Listed {
  /** What its statements are named by, as `insights`. */
  name: string
  table: string
  /** Of a row of the list, over `r`. */
  columns: string
}

/** Newest first, then by id. `query` is a pattern for LIKE. */
export const newestFirst = <Row extends { id: number }>({ name, table, columns }: Listed) =>
  list({
    name: `${name}.list`,
    table,
    order: { newest: 'created_at' },
    filters: {
      // To the letter what the index by name has.
      query: { sql: 'lower(name) like lower(?)' },
      space_id: { sql: 'space_id = ?' },
    },
    shape: asRows<Row>(columns),
  })
