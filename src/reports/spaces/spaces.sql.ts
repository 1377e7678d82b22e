import { list } from '../../db/list.ts'
import { asRows } from '../../db/shape.ts'
import { statement } from '../../db/statement.ts'

/** Where insights and dashboards are kept. */
export interface Space {
  id: number
  name: string
  subfolders: { id: string; name: string }[]
}

const order = 'order by lower(name), id'
const spaces = 'select id, name, subfolders from space where org_id = $1'
export const findSpaces = statement<[orgId: number], Space>('reports.find_spaces', `${spaces} ${order}`)
/**
 * Whoever puts something into a space holds the spaces first, so that no import takes away the subfolder meanwhile. In the order
 * of their ids, in which imports hold them too: in another order the two could wait for each other.
 */
export const lockSpaces = statement<[orgId: number], Space>(
  'reports.hold_spaces',
  `with held as materialized (${spaces} order by id for share) select * from held ${order}`,
)

/** A list of insights or dashboards. */
interface ListOptions {
  /** What its statements are named by, as `insights`. */
  name: string
  table: string
  /** Of a row of the list, over `r`. */
  columns: string
}

/** Newest first, then by id. `query` is a pattern for LIKE. */
export const newestFirst = <Row extends { id: number }>({ name, table, columns }: ListOptions) =>
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
