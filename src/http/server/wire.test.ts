import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { basePath } from '../../app.ts'

/** Tests that need a real connection: exact sizes, chunked bodies, and bytes that are not HTTP. */
const { app, organisation } = await harness()
let port: number
let org: Organisation
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
  org = await organisation()
})
after(() => app.server.closeAllConnections())

/** Sends parts one after the other, and returns all that is received until the service closes or stops sending. */
function exchange(pieces: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
      if (complete(text)) socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    for (const piece of pieces) socket.write(piece)
  })
}
function complete(text: string): boolean {
  const [head, body] = text.split('\r\n\r\n', 2)
  const length = /content-length: (\d+)/i.exec(head ?? '')?.[1]
  return length !== undefined && Buffer.byteLength(body ?? '', 'latin1') >= Number(length)
}
const statusOf = (text: string) => Number(text.slice(9, 12))
const messageOf = (text: string) => JSON.parse(text.split('\r\n\r\n')[1]!).message

const head = (extra: string, token = org.token) =>
  `POST ${basePath}/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${extra}\r\n\r\n`
const padded = (bytes: number) => `{"pad":"${'x'.repeat(bytes - 10)}"}`
const chunked = (text: string, size: number) => {
  const chunks: string[] = []
  for (let i = 0; i < text.length; i += size) {
    const chunk = text.slice(i, i + size)
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
  }
  return [...chunks, '0\r\n\r\n']
}

describe('the 64 KB limit', () => {
  test('65,536 bytes are validated, one more is 413', async () => {
    assert.equal(padded(65_536).length, 65_536)
    assert.equal(statusOf(await exchange([head('Content-Length: 65536'), padded(65_536)])), 422)
    const over = await exchange([head('Content-Length: 65537'), padded(65_537)])
    assert.deepEqual([statusOf(over), messageOf(over)], [413, 'The request body must be at most 64 KB (65,536 bytes).'])
    assert.match(over, /cache-control: no-store/)
  })

  test('applies to a chunked body too', async () => {
    const chunkHead = head('Transfer-Encoding: chunked')
    assert.equal(statusOf(await exchange([chunkHead, ...chunked(padded(65_536), 5000)])), 422)
    assert.equal(statusOf(await exchange([chunkHead, ...chunked(padded(65_537), 5000)])), 413)
    assert.equal(statusOf(await exchange([chunkHead, ...chunked(padded(300_000), 60_000)])), 413)
  })

  test('is checked after the permission and before the content type', async () => {
    const reader = await organisation('read')
    assert.equal(statusOf(await exchange([head('Content-Length: 65537', reader.token), padded(65_537)])), 403)
    const text = head('Content-Length: 65537').replace('application/json', 'text/plain')
    assert.equal(statusOf(await exchange([text, padded(65_537)])), 413)
  })

  test('a rejected body does not close the connection: the next request on it is served', async () => {
    const next = `GET ${basePath}/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${org.token}\r\nConnection: close\r\n\r\n`
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    socket.write(head('Content-Length: 65537') + padded(65_537) + next)
    await new Promise((resolve) => socket.on('close', resolve))
    assert.deepEqual(
      [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status),
      ['413', '200'],
    )
  })
})

describe('bytes that are not HTTP', () => {
  test('are 400 with a JSON message, never cached', async () => {
    const response = await exchange(['NONSENSE\r\n\r\n'])
    assert.deepEqual([statusOf(response), messageOf(response)], [400, 'The request is not valid HTTP.'])
    assert.match(response, /Cache-Control: no-store/)
    assert.match(response, /X-Request-Id: [0-9a-f-]{36}/)
  })
  test('an HTTP/1.1 request without Host is rejected with the same message', async () => {
    const response = await exchange([head('Content-Length: 0').replace('Host: x\r\n', '')])
    assert.deepEqual([statusOf(response), messageOf(response)], [400, 'The request is not valid HTTP.'])
    assert.match(response, /cache-control: no-store/)
    assert.match(response, /x-request-id: [0-9a-f-]{36}/)
  })
  test('an unknown Expect header is ignored, and the request is served', async () => {
    const response = await exchange([head('Expect: a miracle\r\nContent-Length: 2'), '{}'])
    assert.deepEqual([statusOf(response), messageOf(response)], [422, 'The given data was invalid.'])
  })
  test('headers over 16 KB are 431', async () => {
    assert.equal(statusOf(await exchange([head(`X-Long: ${'x'.repeat(20_000)}`)])), 431)
  })
  test('Content-Length together with Transfer-Encoding is rejected', async () => {
    assert.equal(statusOf(await exchange([head('Content-Length: 2\r\nTransfer-Encoding: chunked'), '{}'])), 400)
  })
})

test('CONNECT is a 404 like any unknown endpoint, and the connection closes', async () => {
  const response = await exchange([
    'CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\nX-Request-Id: c1\r\n\r\n',
  ])
  assert.deepEqual([statusOf(response), messageOf(response)], [404, 'Endpoint not found.'])
  for (const header of [/cache-control: no-store/i, /x-content-type-options: nosniff/i, /x-request-id: c1/i]) {
    assert.match(response, header)
  }
  assert.match(response, /connection: close/i)
})

test('slow clients are disconnected: headers, bodies and idle connections have timeouts', () => {
  const { server } = app
  assert.deepEqual([server.headersTimeout, server.requestTimeout, server.keepAliveTimeout], [15_000, 30_000, 72_000])
})
