import type { IncomingMessage } from 'node:http'
import { notHttp } from '../contract/errors.ts'
import type { Handle } from './connection.ts'
import { reject } from './conventions.ts'

const wholeNumber = /^(0|[1-9]\d*)$/

/**
 * Rejects requests that Node's parser accepts and a proxy may read differently: where one request ends would then be in
 * doubt, and the rest of it could pass for a second one. The connection ends with it, and nothing that follows on it
 * is carried out.
 */
export function rejectAmbiguous(handle: Handle): Handle {
  return (request, response) => {
    if (isPlain(request)) handle(request, response)
    else reject(request, response.setHeader('connection', 'close'), notHttp())
  }
}

/** HTTP/1, one host, one token at most, a length that is a plain number, no other encoding than chunks. */
function isPlain({ headers, rawHeaders, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  if (httpVersionMajor !== 1) return false
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (length !== undefined && !wholeNumber.test(length)) return false
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') return false
  let [hosts, tokens] = [0, 0]
  for (let n = 0; n < rawHeaders.length; n += 2) {
    if (rawHeaders[n]!.length === 4 && rawHeaders[n]!.toLowerCase() === 'host') hosts++
    if (rawHeaders[n]!.length === 13 && rawHeaders[n]!.toLowerCase() === 'authorization') tokens++
  }
  if (tokens > 1) return false
  return hosts === 1 || (hosts === 0 && httpVersionMinor === 0)
}
