import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'
type Bytes = Buffer | Promise<Buffer>

const quick = { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }
/** Both run on another thread. */
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
export const compressBytes = (bytes: Buffer | string, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'br' ? compress.br(bytes, quick) : compress.gzip(bytes)

/** A document that is the same for every client: compressed once, and shared by all responses. */
export class StoredDocument {
  readonly type: string
  readonly tag: string
  readonly #bytes: { identity: Buffer; br?: Bytes; gzip?: Bytes }

  constructor(type: string, bytes: { identity: Buffer; br?: Buffer; gzip?: Buffer }, tag = etagOf(bytes.identity)) {
    this.type = type
    this.tag = tag
    this.#bytes = { ...bytes }
  }

  as(encoding: Encoding): Bytes {
    if (encoding === 'identity') return this.#bytes.identity
    const compressed = this.#bytes[encoding] ?? compressBytes(this.#bytes.identity, encoding)
    this.#bytes[encoding] = compressed
    return compressed
  }
}

export const etagOf = (bytes: Buffer | string): string => hash('sha256', bytes, 'base64url').slice(0, 22)

/** Reads a file with the compressed copies that the build has written beside it. */
export function readDocument(file: URL, type: string): StoredDocument {
  const read = (suffix: string) => readFileSync(new URL(file.href + suffix))
  return new StoredDocument(type, { identity: read(''), br: read('.br'), gzip: read('.gz') })
}

/** By default a browser caches it and revalidates it each time. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: StoredDocument,
  cacheControl = 'no-cache',
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const etag = `"${document.tag}-${encoding}"`
  withEncoding(reply, encoding).header('etag', etag).header('cache-control', cacheControl)
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.type(document.type).send(await document.as(encoding))
}

/** The best encoding that a browser accepts. A weight of 0 excludes one. */
export function encodingFor(accepted = ''): Encoding {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [name = '', weight = ''] = part.split(';', 2)
      return [name.trim().toLowerCase(), weight.trim().toLowerCase()]
    }),
  )
  const accepts = (name: string) => weights.has(name) && Number(weights.get(name)!.replace('q=', '') || 1) !== 0
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'identity'
}

export const withEncoding = (reply: FastifyReply, encoding: Encoding): FastifyReply => {
  reply.header('vary', 'accept-encoding')
  return encoding === 'identity' ? reply : reply.header('content-encoding', encoding)
}
