import type { Asked } from './turnstile.ts'

/** Lines as most programs write them. What is written otherwise may be read in more than one way, and is for Node's parser. */
const plain =
  /^(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[\x21-\x7e]*) HTTP\/1\.1\r\n((?:[A-Za-z][A-Za-z0-9-]*: [\x20-\x7e]*\r\n)+)\r\n/
/** What changes where a request ends, what may follow it, or what becomes of the connection. */
const special = /^(?:connection|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-connection): /im
const lengths = /^content-length: *(\d{1,9})\r$/gim
const wanted = ['authorization', 'x-request-id'].map(
  (name) => [name, new RegExp(`^${name}: *([^\\r]*)\\r$`, 'im')] as const,
)
const longestHead = 4096

/** A request that is all of the bytes, in a form that everybody reads in the same way; undefined for any other. */
export function plainRequest(bytes: Buffer): Asked | undefined {
  const text = bytes.toString('latin1', 0, longestHead)
  const found = plain.exec(text)
  if (!found) return undefined
  const [head, method, url, lines] = found as unknown as [string, string, string, string]
  if (special.test(lines)) return undefined
  const sizes = [...lines.matchAll(lengths)]
  const size = sizes.length === 0 ? 0 : Number(sizes[0]![1])
  if (sizes.length > 1 || /^content-length/im.test(lines) !== (sizes.length === 1)) return undefined
  if (bytes.length !== head.length + size) return undefined
  const headers: Asked['headers'] = {}
  for (const [name, line] of wanted) {
    const value = line.exec(lines)?.[1]
    if (value !== undefined) headers[name] = value
  }
  return { method, url, headers }
}
