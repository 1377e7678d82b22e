import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FilterValues, Keyset, ReadPage } from '../../db/list.ts'
import type { IdPage, JsonPage, RowPage } from '../../db/shape.ts'
import { sendInChunks } from '../responses/chunks.ts'
import { jsonPageResponse } from '../responses/json-response.ts'
import { maxChosen, pageMeta } from '../responses/paging.ts'

type PageMeta = ReturnType<typeof pageMeta>
type KeysetMeta = { per_page: number; next_after_id: number | null }
type Respond<Page, Item> = (
  page: Page,
  meta: PageMeta | KeysetMeta,
  reply: FastifyReply,
) => FastifyReply | PromiseLike<FastifyReply | Body<Item>> | Body<Item>
interface Body<Item> {
  data: Item[]
  meta: PageMeta | KeysetMeta
}

/** A list that clients read by page or by id, and how its records are sent. */
export interface ListSource<Page, Name extends string, Item> extends Keyset<Page, Name> {
  page: ReadPage<Page, Name>
  respond: Respond<Page, Item>
}
type StoredList<Page, Name extends string> = Omit<ListSource<Page, Name, unknown>, 'respond'>

/** A list whose records are stored JSON text. */
export const jsonList = <Item, Name extends string>(
  list: StoredList<JsonPage<Item>, Name>,
): ListSource<JsonPage<Item>, Name, Item> => ({ ...list, respond: (page, meta) => jsonPageResponse(page, meta) })

export const rowList = <Row, Name extends string, Item>(
  list: StoredList<RowPage<Row>, Name>,
  record: (row: Row) => Item,
): ListSource<RowPage<Row>, Name, Item> => ({
  ...list,
  respond: ({ rows }, meta) => ({ data: rows.map(record), meta }),
})

interface Parts<Row, Item> {
  /** The first records with these ids, up to the size of a chunk. */
  read(ids: number[]): Promise<Row[]>
  record(row: Row): Item
}

/** A list of large records, which are read in parts. */
export const idList = <Row extends { id: number }, Name extends string, Item>(
  list: StoredList<IdPage, Name>,
  parts: Parts<Row, Item>,
): ListSource<IdPage, Name, Item> => ({
  ...list,
  respond: ({ ids }, meta, reply) => sendInChunks(reply, { ids, ...parts }, { meta }),
})

interface ListQuery {
  page?: number
  per_page?: number
  after_id?: number
  ids?: number[]
  refs?: string[]
}
const isChosen = ({ ids, refs }: ListQuery): boolean => ids !== undefined || refs !== undefined

/** Responds with a page, or with the records after an id. */
export async function sendList<Page, Name extends string, Item>(
  request: Pick<FastifyRequest, 'db' | 'caller'> & { query: ListQuery },
  reply: FastifyReply,
  source: ListSource<Page, Name, Item>,
  filters: FilterValues<Name>,
): Promise<FastifyReply | Body<Item>> {
  const { db, caller, query } = request
  const { after_id: after, per_page } = query
  if (after === undefined) {
    const number = isChosen(query) ? { page: 1, per_page: maxChosen } : query
    const page = await source.page(db, caller.orgId, number, filters)
    return source.respond(page, pageMeta(number, page.total), reply)
  }
  const page = await source.after(db, caller.orgId, { after, take: per_page! }, filters)
  const meta = { per_page: per_page!, next_after_id: page.next_after_id }
  return source.respond(page, meta, reply)
}
