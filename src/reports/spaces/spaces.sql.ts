import { list } from '../../db/list.ts'
import { asRows } from '../../db/shape.ts'
import { statement } from '../../db/statement.ts'

/** A folder of insights and dashboards. */
export interface Space {
  id: number
  name: string
  subfolders: { id: string; name: string }[]
}

const order = 'order by lower(name), id'
const spaces = 'select id, name, subfolders from space where org_id = $1'
export const findSpaces = statement<[orgId: number], Space>('reports.find_spaces', `${spaces} ${order}`)
/**
 * Locks the spaces before something is put into one, so that no import removes the subfolder meanwhile. Locks in order
 * of ids, as imports do, so that no deadlock can occur.
 */
export const lockSpaces = statement<[orgId: number], Space>(
  'reports.lock_spaces',
  `with locked as materialized (${spaces} order by id for share) select * from locked ${order}`,
)

/** A list of insights or dashboards. */
interface ListOptions {
  /** The prefix of its statement names, such as `insights`. */
  name: string
  table: string
  /** Columns of an item, over `r`. */
  columns: string
}

/** Newest first, then by id. `query` is a LIKE pattern. */
export const newestFirst = <Row extends { id: number }>({ name, table, columns }: ListOptions) =>
  list({
    name: `${name}.list`,
    table,
    order: { newest: 'created_at' },
    filters: {
      // The same expression as in the index by name.
      query: { sql: 'lower(name) like lower(?)' },
      space_id: { sql: 'space_id = ?' },
    },
    shape: asRows<Row>(columns),
  })
