import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FilterValues, Keyset, ReadPage } from '../../db/list.ts'
import { type IdPage, type JsonPage, linesOf, type RowPage } from '../../db/shape.ts'
import type { Queryable } from '../../db/statement.ts'
import { chunksOf, sendInChunks } from '../responses/chunks.ts'
import { jsonPageResponse } from '../responses/json-response.ts'
import { maxChosen, pageMeta } from '../responses/paging.ts'
import { type ExportFormat, type ExportPart, type RunRead, sendExport } from './export.ts'

type Meta = ReturnType<typeof pageMeta> | { per_page: number; next_after_id: number | null }
type Response<Item> = FastifyReply | { data: Item[]; meta: Meta }

/** How the records of a page are sent. */
interface Sending<Page, Item> {
  respond(page: Page, meta: Meta, db: Queryable, reply: FastifyReply): Response<Item> | Promise<Response<Item>>
  /** The records in parts, for an export. */
  parts(page: Page, read: RunRead): AsyncIterable<ExportPart>
  /** The most records that an export reads at once. */
  batchSize?: number
}
/** A list that clients read on after an id or export. */
export type KeysetSource<Page, Name extends string, Item> = Keyset<Page, Name> & Sending<Page, Item>
/** The same with pages by number. */
export type ListSource<Page, Name extends string, Item> = KeysetSource<Page, Name, Item> & {
  page: ReadPage<Page, Name>
}

/** Records that an export writes at once. */
const partSize = 25

/** Records that are stored JSON text. An export reads fewer at once of a list whose records may be large. */
export const jsonRecords = <Item>(batchSize?: number): Sending<JsonPage<Item>, Item> => ({
  respond: (page, meta) => jsonPageResponse(page, meta),
  async *parts(page) {
    const lines = linesOf(page)
    const clientIds = 'clients' in page ? (page.clients ?? []) : undefined
    // One part also of no records: a file has its header. The first part has the clients of all.
    for (let first = 0; first === 0 || first < lines.length; first += partSize)
      yield { records: lines.slice(first, first + partSize), clientIds: first === 0 ? clientIds : clientIds && [] }
  },
  ...(batchSize && { batchSize }),
})

export const rowRecords = <Row, Item extends object>(record: (row: Row) => Item): Sending<RowPage<Row>, Item> => ({
  respond: ({ rows }, meta) => ({ data: rows.map(record), meta }),
  async *parts({ rows }) {
    yield { records: rows.map(record) }
  },
})

/** Large records, which are read by id: the first of the ids, up to the size of a chunk. */
export const recordsById = <Row extends { id: number }, Item extends object>(
  find: (db: Queryable, ids: number[]) => Promise<Row[]>,
  record: (row: Row) => Item,
): Sending<IdPage, Item> => ({
  respond: ({ ids }, meta, db, reply) =>
    sendInChunks(reply, { ids, read: (some) => find(db, some), record }, { meta }) as Promise<Response<Item>>,
  async *parts({ ids }, read) {
    for await (const { rows } of chunksOf(ids, (some) => read((db) => find(db, some))))
      yield { records: rows.map(record) }
  },
})

interface KeysetQuery {
  per_page?: number
  after_id?: number
  format?: 'json' | ExportFormat
}
interface ListQuery extends KeysetQuery {
  page?: number
  ids?: number[]
  refs?: string[]
}
const isChosen = ({ ids, refs }: ListQuery): boolean => ids !== undefined || refs !== undefined

type ListRequest<Query> = Pick<FastifyRequest, 'db' | 'caller' | 'raw' | 'routeOptions' | 'server'> & { query: Query }

/** Responds with a page, with the records after an id, or with all of them as a file. */
export async function sendList<Page, Name extends string, Item>(
  request: ListRequest<ListQuery>,
  reply: FastifyReply,
  source: ListSource<Page, Name, Item>,
  filters: FilterValues<Name>,
): Promise<Response<Item>> {
  const { db, caller, query } = request
  if (isByKeyset(query)) return sendKeyset(request, reply, source, filters)
  const number = isChosen(query) ? { page: 1, per_page: maxChosen } : query
  const page = await source.page(db, caller.orgId, number, filters)
  return source.respond(page, pageMeta(number, page.total), db, reply)
}

export const isByKeyset = ({ after_id, format = 'json' }: KeysetQuery): boolean =>
  after_id !== undefined || format !== 'json'

/** The same for a query that `isByKeyset`. */
export async function sendKeyset<Page, Name extends string, Item>(
  request: ListRequest<KeysetQuery>,
  reply: FastifyReply,
  source: KeysetSource<Page, Name, Item>,
  filters: FilterValues<Name>,
): Promise<Response<Item>> {
  const { db, caller, query } = request
  const { after_id = 0, per_page, format = 'json' } = query
  if (format !== 'json') {
    const exported = {
      ...(source.batchSize && { batchSize: source.batchSize }),
      count: (on: Queryable, max: number) => source.count(on, caller.orgId, max, filters),
      after: async (read: RunRead, after: number, take: number) => {
        const page = await read((on) => source.after(on, caller.orgId, { after, take }, filters))
        return { parts: source.parts(page, read), next: page.next_after_id }
      },
    }
    return sendExport(request, reply, exported, format)
  }
  const page = await source.after(db, caller.orgId, { after: after_id, take: per_page! }, filters)
  return source.respond(page, { per_page: per_page!, next_after_id: page.next_after_id }, db, reply)
}
