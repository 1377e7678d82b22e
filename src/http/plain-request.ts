import type { Asked } from './turnstile.ts'

/** Lines as most programs write them. What is written otherwise may be read in more than one way, and is for Node's parser. */
const first = /(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[\x21-\x7e]*) HTTP\/1\.1\r\n/y
const field = /([A-Za-z][A-Za-z0-9-]*): ([\x20-\x7e]*)\r\n/y
const size = /^\d{1,9}$/
const longestHead = 4096

type Part = 'once' | 'never'
/** What is looked at, and what changes where a request ends, what may follow it, or what becomes of the connection. */
const parts = new Map<string, Part>([
  ['host', 'once'],
  ['content-length', 'once'],
  ['authorization', 'once'],
  ['x-request-id', 'once'],
  ['connection', 'never'],
  ['transfer-encoding', 'never'],
  ['te', 'never'],
  ['trailer', 'never'],
  ['upgrade', 'never'],
  ['expect', 'never'],
  ['keep-alive', 'never'],
  ['proxy-connection', 'never'],
])

/** A request that is all of the bytes, in a form that everybody reads in the same way; undefined for any other. */
export function plainRequest(bytes: Buffer): Asked | undefined {
  const text = bytes.toString('latin1', 0, longestHead)
  first.lastIndex = 0
  const found = first.exec(text)
  if (!found) return undefined
  let at = first.lastIndex
  const headers: Asked['headers'] = {}
  while (!text.startsWith('\r\n', at)) {
    field.lastIndex = at
    const line = field.exec(text)
    if (!line) return undefined
    at = field.lastIndex
    const name = line[1]!.toLowerCase()
    const part = parts.get(name)
    if (part === undefined) continue
    if (part === 'never' || headers[name] !== undefined) return undefined
    headers[name] = line[2]!.trim()
  }
  const { host, 'content-length': length } = headers
  if (host === undefined || (length !== undefined && !size.test(length))) return undefined
  if (bytes.length !== at + 2 + Number(length ?? 0)) return undefined
  return { method: found[1]!, url: found[2]!, headers }
}
