import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

const quick = { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }
/** Both run on another thread. */
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
export const compressBytes = (bytes: Buffer | string, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'br' ? compress.br(bytes, quick) : compress.gzip(bytes)

/** A document that is the same for every client. The build has compressed it. */
export interface StoredDocument {
  type: string
  tag: string
  bytes: Record<Encoding, Buffer>
}

export const etagOf = (bytes: Buffer | string): string => hash('sha256', bytes, 'base64url').slice(0, 22)

/** Reads a file with the compressed copies that the build has written beside it. */
export function readDocument(file: URL, type: string): StoredDocument {
  const read = (suffix: string) => readFileSync(new URL(file.href + suffix))
  const bytes = { identity: read(''), br: read('.br'), gzip: read('.gz') }
  return { type, tag: etagOf(bytes.identity), bytes }
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
  return reply.type(document.type).send(document.bytes[encoding])
}

/** The weight of each entry of an Accept header, from 0 to 1, in lower case: `br;q=0.5` has 0.5. */
export const weightsOf = (accepted = ''): Map<string, number> =>
  new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )

/** The smallest last. */
const encodings = ['identity', 'gzip', 'br'] as const

/** The encoding with the highest weight in `Accept-Encoding`, and the smaller one of equal weights. */
export function encodingFor(accepted?: string): Encoding {
  const weights = weightsOf(accepted)
  // A client that names no weight for identity accepts it, but prefers what it names.
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? (name === 'identity' ? 0.0001 : 0)
  return encodings.reduce((best, other) => (weightOf(other) > 0 && weightOf(other) >= weightOf(best) ? other : best))
}

export const withEncoding = (reply: FastifyReply, encoding: Encoding): FastifyReply => {
  reply.header('vary', 'accept-encoding')
  return encoding === 'identity' ? reply : reply.header('content-encoding', encoding)
}
