import { basePath } from '../../src/app.ts'

const path = `${basePath}/staff`
const name = (last_name: string) => JSON.stringify({ first_name: 'Ana', last_name })

/** Raw requests by what is unusual about them. */
type RawRequests = Record<string, string>

/** Builders of raw requests. Each hides a second request that writes. */
function parts(token: string) {
  const common = ['Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json']
  const request = (first: string, headers: string[], body = '', end = '\r\n') => [first, ...headers, '', body].join(end)
  const body = name('Hidden')
  const hidden = request(`POST ${path} HTTP/1.1`, [...common, `Content-Length: ${body.length}`], body)
  /** A POST whose body length depends on which header is used: empty, one chunk, or some bytes. */
  const post = (...headers: string[]) => request(`POST ${path} HTTP/1.1`, [...common, ...headers], `0\r\n\r\n${hidden}`)
  const chunked = (chunks: string, version = 'HTTP/1.1') =>
    request(`POST ${path} ${version}`, [...common, 'Transfer-Encoding: chunked'], `${chunks}${hidden}`)
  const get = (first: string, ...headers: string[]) => request(first, [...common, ...headers], hidden)
  const plain = `GET ${path} HTTP/1.1`
  return { post, chunked, get, plain, request, common, hidden }
}

/** Requests that a proxy and this service could parse differently, each followed by a hidden second request. */
export function rejectedRequests(token: string): RawRequests {
  const { post, chunked, get, plain, request, common, hidden } = parts(token)
  return {
    'a length and chunks': post('Content-Length: 5', 'Transfer-Encoding: chunked'),
    'chunks and a length': post('Transfer-Encoding: chunked', 'Content-Length: 5'),
    'chunks in capitals and a length': post('Transfer-Encoding: CHUNKED', 'Content-Length: 5'),
    'chunks after a tab and a length': post('Transfer-Encoding:\tchunked', 'Content-Length: 5'),
    'chunks after a vertical tab': post('Transfer-Encoding: \x0bchunked', 'Content-Length: 5'),
    'chunks before a space and the colon': post('Transfer-Encoding : chunked', 'Content-Length: 5'),
    'chunks on a folded line': post('Transfer-Encoding:\r\n chunked', 'Content-Length: 5'),
    'an encoding that is nearly chunks': post('Transfer-Encoding: xchunked'),
    'an encoding with quotes': post('Transfer-Encoding: "chunked"'),
    'an encoding that is identity': post('Transfer-Encoding: identity', 'Content-Length: 5'),
    'chunks, then identity': post('Transfer-Encoding: chunked, identity'),
    'chunks twice in one header': post('Transfer-Encoding: chunked, chunked'),
    'chunks in two headers': post('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'),
    'chunks, then another header that is not': post('Transfer-Encoding: chunked', 'Transfer-Encoding: x'),
    'gzip and chunks': post('Transfer-Encoding: gzip, chunked'),
    'an empty encoding': post('Transfer-Encoding:', 'Content-Length: 5'),
    'two equal lengths': post('Content-Length: 5', 'Content-Length: 5'),
    'two lengths': post('Content-Length: 5', 'Content-Length: 0'),
    'a list of lengths': post('Content-Length: 5, 5'),
    'a length below zero': post('Content-Length: -5'),
    'a length with a plus': post('Content-Length: +5'),
    'a length in hexadecimal': post('Content-Length: 0x5'),
    'a length with zeros before it': post('Content-Length: 0005'),
    'a length with a space in it': post('Content-Length: 5 0'),
    'a length with a point': post('Content-Length: 5.0'),
    'an empty length': post('Content-Length:'),
    'a length beyond 64 bits': post('Content-Length: 18446744073709551621'),
    'a length before a space and the colon': post('Content-Length : 5'),
    'a null in a header': post('X-Null: a\0b', 'Content-Length: 5'),
    'a null in the name of a header': post('X-Nu\0ll: a', 'Content-Length: 5'),
    'a folded header': post('X-Folded: a\r\n b', 'Content-Length: 5'),
    'a header without a colon': post('X-Nothing', 'Content-Length: 5'),
    'a space before the first header': request(plain, [' X-First: 1', ...common], hidden),
    'lines that end with LF': request(plain, common, hidden, '\n'),
    'lines that end with CR': request(plain, common, hidden, '\r'),
    'one line that ends with LF': post('X-One: 1\nContent-Length: 5'),
    'one line that ends with CR': post('X-One: 1\rContent-Length: 5'),
    'a chunk with a size that is none': chunked('g\r\nhello\r\n0\r\n\r\n'),
    'a chunk with 0x before its size': chunked('0x5\r\nhello\r\n0\r\n\r\n'),
    'a chunk with a space before its size': chunked(' 5\r\nhello\r\n0\r\n\r\n'),
    'a chunk with a sign before its size': chunked('+5\r\nhello\r\n0\r\n\r\n'),
    'a chunk with no size': chunked('\r\nhello\r\n0\r\n\r\n'),
    'a chunk whose size overflows': chunked('10000000000000005\r\nhello\r\n0\r\n\r\n'),
    'a chunk that is longer than it says': chunked('3\r\nhello\r\n0\r\n\r\n'),
    'a chunk whose size ends with LF': chunked('5\nhello\r\n0\r\n\r\n'),
    'a chunk whose extension ends with LF': chunked('5;a=b\nhello\r\n0\r\n\r\n'),
    'a chunk whose data ends with LF': chunked('5\r\nhello\n0\r\n\r\n'),
    'a trailer without a colon': chunked('0\r\nX-Nothing\r\n\r\n'),
    'chunks in HTTP/1.0': chunked('0\r\n\r\n', 'HTTP/1.0'),
    'HTTP/0.9': `GET ${path}\r\n${hidden}`,
    'HTTP/1.2': get(`GET ${path} HTTP/1.2`),
    'HTTP/2.0': get(`GET ${path} HTTP/2.0`),
    'HTTP/1.10': get(`GET ${path} HTTP/1.10`),
    'http/1.1': get(`GET ${path} http/1.1`),
    'the preface of HTTP/2': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`,
    'two hosts': get(plain, 'Host: y'),
    'no host': request(plain, common.slice(1), hidden),
    'a space in the path': get(`GET ${path} x HTTP/1.1`),
    'a tab in place of a space': get(`GET\t${path}\tHTTP/1.1`),
    'a null in the path': get(`GET ${path}\0 HTTP/1.1`),
    'a method that is none': get(`GE ${path} HTTP/1.1`),
    'two tokens': get(plain, 'Authorization: Bearer other'),
    'the same token twice': get(plain, `authorization: Bearer ${token}`),
    CONNECT: get('CONNECT x:443 HTTP/1.1'),
  }
}

/** Requests whose body is a second request, or that upgrade the connection; each has Connection: close. */
export function nestedRequests(token: string): RawRequests {
  const { get, plain, hidden } = parts(token.padEnd(53, 'x'))
  const length = `Content-Length: ${hidden.length}`
  const close = 'Connection: close'
  return {
    'a GET with a body': get(plain, length, close),
    TRACE: get(`TRACE ${path} HTTP/1.1`, length, close),
    'another host in the address': get(`GET http://other.example${path} HTTP/1.1`, length, close),
    'a fragment in the path': get(`GET ${path}#/x HTTP/1.1`, length, close),
    'an expectation that is none': get(plain, 'Expect: 200-ok', length, close),
    'an upgrade to h2c': get(plain, 'Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', length),
    'an upgrade to a websocket': get(plain, 'Connection: Upgrade, close', 'Upgrade: websocket', length),
  }
}
