import { list } from '../../db/list.ts'
import { asRows } from '../../db/shape.ts'
import { statement } from '../../db/statement.ts'
import { insertWithEvent, updateWithEvent } from '../../events/outbox.ts'
import type { Space } from './spaces.schema.ts'

export type { Space } from './spaces.schema.ts'

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

/** SQL of the size of a space as JSON, over its columns. */
export const spaceBytes = `octet_length(json_build_object('id', id, 'name', name, 'subfolders', subfolders)::text)`

/** The size of all spaces of an organisation. */
export const countBytes = statement<[orgId: number], { bytes: number }>(
  'spaces.count_bytes',
  `select coalesce(sum(${spaceBytes}), 0)::int as bytes from space where org_id = $1`,
)

const [table, writable, returned] = ['space', ['name'], 'id, name, subfolders'] as const

export const insert = insertWithEvent<{ name: string }, Space>({
  ...{ name: 'spaces.insert', table, writable, returned },
  type: 'space.created',
})
export const update = updateWithEvent<{ name?: string }, Space>({
  ...{ name: 'spaces.update', table, writable, returned },
  type: () => `'space.updated'`,
})
export const find = statement<[orgId: number, id: number], Space>(
  'spaces.find',
  `select ${returned} from space where org_id = $1 and id = $2`,
)
export const lock = statement<[orgId: number, id: number], Space>(
  'spaces.lock',
  `select ${returned} from space where org_id = $1 and id = $2 for update`,
)
export const setSubfolders = statement<[orgId: number, id: number, subfolders: string], object>(
  'spaces.set_subfolders',
  'update space set subfolders = $3, updated_at = statement_timestamp() where org_id = $1 and id = $2',
)
export const remove = statement<[orgId: number, id: number], object>(
  'spaces.remove',
  'delete from space where org_id = $1 and id = $2',
)

export interface Content {
  insights: number
  dashboards: number
}
const contentOf = (of: string) =>
  `(select count(*) from ${of} where org_id = $1 and space_id = $2 and ($3::text is null or subfolder_id = $3))`

/** What is in a space, or in its subfolder $3. */
export const countContent = statement<[orgId: number, id: number, subfolderId: string | null], Content>(
  'spaces.count_content',
  `select ${contentOf('insight')} as insights, ${contentOf('dashboard')} as dashboards`,
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
