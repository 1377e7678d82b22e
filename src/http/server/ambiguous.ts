import type { IncomingMessage } from 'node:http'
import { notHttp } from '../contract/errors.ts'
import type { RequestHandler } from './connection.ts'
import { reject } from './conventions.ts'

const wholeNumber = /^(0|[1-9]\d*)$/

/**
 * Rejects requests that Node's parser accepts and a proxy may parse differently (request smuggling): they could
 * disagree where the request ends, and its rest could pass for a second request. The connection is closed, and nothing
 * that follows on it is handled.
 */
export function rejectAmbiguous(handle: RequestHandler): RequestHandler {
  return (request, response) => {
    if (isUnambiguous(request)) handle(request, response)
    else reject(request, response.setHeader('connection', 'close'), notHttp())
  }
}

/** HTTP/1, one Host, at most one Authorization, a decimal Content-Length, no Transfer-Encoding but chunked. */
function isUnambiguous({ headers, rawHeaders, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
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
