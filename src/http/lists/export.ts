import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../../db/statement.ts'
import { exportInProgress, invalid } from '../contract/errors.ts'
import { csvLine } from '../responses/csv.ts'
import { parsedResponse } from '../responses/json-response.ts'
import { recordReads } from '../responses/reads.ts'
import { type Column, columnsOf, type RecordSchema } from './columns.ts'

declare module 'fastify' {
  interface FastifyInstance {
    exports: Exports
  }
}

export type ExportFormat = 'csv' | 'ndjson'
export const mediaTypes: Record<ExportFormat, string> = { csv: 'text/csv', ndjson: 'application/x-ndjson' }

/** The most records of a CSV file: most spreadsheets read no more than ten times as many. */
const maxCsvRecords = 100_000
/** Records of one statement, if the list says nothing else. */
const defaultBatchSize = 500
/** With it spreadsheets read the file as UTF-8. */
const byteOrderMark = '\ufeff'

/** Runs reads one by one, each on a connection of its own. */
export type RunRead = <T>(work: (db: Queryable) => Promise<T>) => Promise<T>
/** A record, or its JSON text. */
export type Exported = object | string

/** Records that are read together. */
export interface ExportPart {
  records: Exported[]
  /** The clients of records that are JSON text. */
  clientIds?: readonly number[] | undefined
}

/** What an export reads. */
export interface ExportSource {
  batchSize?: number
  count(db: Queryable, max: number): Promise<number>
  /** The records after an id in parts, and the id to read on after. */
  after(read: RunRead, after: number, take: number): Promise<{ parts: AsyncIterable<ExportPart>; next: number | null }>
}

/**
 * The exports of this process. A token has one at a time. Their statements wait for each other, so that a few connections
 * of the pool are enough for any number of exports: the others are for requests.
 */
export class Exports {
  readonly #maxReads: number
  readonly #tokens = new Set<number>()
  readonly #streams = new Set<Readable>()
  readonly #waiting: (() => void)[] = []
  #reads = 0

  constructor(connections: number) {
    this.#maxReads = Math.max(1, Math.floor(connections / 4))
  }

  /** Begins the export of a token. Returns what ends it. */
  begin(tokenId: number): () => void {
    if (this.#tokens.has(tokenId)) throw exportInProgress()
    this.#tokens.add(tokenId)
    let isOver = false
    return () => {
      if (!isOver) this.#tokens.delete(tokenId)
      isOver = true
    }
  }

  async read<T>(work: () => Promise<T>): Promise<T> {
    if (this.#reads >= this.#maxReads) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#reads++
    try {
      return await work()
    } finally {
      // The next one takes this place.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#reads--
    }
  }

  add(stream: Readable): void {
    this.#streams.add(stream)
    stream.once('close', () => this.#streams.delete(stream))
  }

  /** Ends all exports: their connections are reset. */
  close(): void {
    for (const stream of this.#streams) stream.destroy(new Error('the service stops during an export'))
  }
}

/** A service that stops waits for responses, and an export can take minutes. */
export function limitExports(app: FastifyInstance, connections: number): void {
  app.decorate('exports', new Exports(connections))
  app.addHook('preClose', (done) => {
    app.exports.close()
    done()
  })
}

type ExportRequest = Pick<FastifyRequest, 'caller' | 'raw' | 'routeOptions' | 'server'>

/**
 * Sends all records of a list in the order of ids. A batch is read when the client has taken most of the one before, and no
 * connection to the database is held in between. A failure after the first batch resets the connection, so that no client
 * takes a part of the file for the whole.
 */
export async function sendExport(
  request: ExportRequest,
  reply: FastifyReply,
  source: ExportSource,
  format: ExportFormat,
): Promise<FastifyReply> {
  const { server, routeOptions, raw } = request
  const read: RunRead = (work) => server.exports.read(() => server.reads.read(work))
  const end = server.exports.begin(request.caller.tokenId)
  try {
    if (format === 'csv') await checkNumber(source, read)
    const write =
      format === 'csv' ? csvWriter(columnsOf(recordSchemaOf(routeOptions), server.getSchemas())) : ndjsonWriter
    const texts = textsOf(request as FastifyRequest, batchesOf(request as FastifyRequest, source, read), write)
    const first = await texts.next()
    const stream = Readable.from(continued(first, texts), { objectMode: false })
    // Before the client has the last byte, after which it may begin the next one.
    stream.once('end', end).once('close', end)
    stream.once('error', () => (raw.socket as { reset?(): void }).reset?.())
    server.exports.add(stream)
    if (format === 'csv') {
      reply.header('content-disposition', `attachment; filename="${routeOptions.url!.split('/').at(-1)}.csv"`)
    }
    return reply.type(`${mediaTypes[format]}; charset=utf-8`).send(stream)
  } catch (error) {
    end()
    throw error
  }
}

async function checkNumber(source: ExportSource, read: RunRead): Promise<void> {
  const count = await read((db) => source.count(db, maxCsvRecords + 1))
  if (count <= maxCsvRecords) return
  const most = maxCsvRecords.toLocaleString('en')
  throw invalid({
    format: [`format csv has at most ${most} records, and more match: narrow the filter, or use ndjson.`],
  })
}

async function* batchesOf(request: FastifyRequest, source: ExportSource, read: RunRead): AsyncGenerator<ExportPart> {
  let after: number | null = 0
  while (after !== null) {
    // The token may be revoked meanwhile.
    if (after > 0) await request.server.currentCaller(request)
    const batch: Awaited<ReturnType<ExportSource['after']>> = await source.after(
      read,
      after,
      source.batchSize ?? defaultBatchSize,
    )
    yield* batch.parts
    after = batch.next
  }
}

interface Writer {
  head: string
  write(records: Exported[]): string
}
const ndjsonWriter: Writer = {
  head: '',
  write: (records) => records.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join(''),
}
const csvWriter = (columns: Column[]): Writer => ({
  head: csvLine(columns.map(({ name }) => name)),
  write: (records) =>
    records
      .map((one) => (typeof one === 'string' ? JSON.parse(one) : one))
      .map((record) => csvLine(columns.map(({ cell }) => cell(record))))
      .join(''),
})
/** The text of a file with these records, for the specification. */
export const exportText = (
  format: ExportFormat,
  schema: RecordSchema,
  schemas: Record<string, unknown>,
  records: object[],
) => {
  const { head, write } = format === 'csv' ? csvWriter(columnsOf(schema, schemas)) : ndjsonWriter
  return head + write(records)
}

async function* textsOf(
  request: FastifyRequest,
  batches: AsyncGenerator<ExportPart>,
  { head, write }: Writer,
): AsyncGenerator<string> {
  let before = head && byteOrderMark + head
  for await (const { records, clientIds } of batches) {
    const data = clientIds || !request.routeOptions.config.reads ? records : records.map(parsedResponse)
    await recordReads(request, { data }, { via: 'export', clientIds })
    yield before + write(records)
    before = ''
  }
}

async function* continued(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return
  yield first.value
  yield* rest
}

/** The schema of a record, from the response that the route declares. */
function recordSchemaOf({ schema }: FastifyRequest['routeOptions']): RecordSchema {
  const { 200: response } = schema!.response as { 200: RecordSchema }
  return response.properties!.data!.items!
}
