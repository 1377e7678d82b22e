import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { bodiesOf, boundedServer } from '../../../test/harness/bounded-server.ts'
import { eventually } from '../../../test/harness/processes.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const chunkedPost = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const bytes of request) text += bytes.toString('latin1')
  return text
}
const respond = (response: ServerResponse, text: string) =>
  response.setHeader('content-length', Buffer.byteLength(text)).end(text)

describe('pipelined requests on one connection', () => {
  test('are started one after the other, each after the response to the one before', async () => {
    const started: string[] = []
    const open: ServerResponse[] = []
    const { connections, caller } = await boundedServer((request, response) => {
      started.push(request.url!)
      open.push(response)
    })
    const { send, state } = await caller()
    const paths = Array.from({ length: 2000 }, (_, i) => `/${i}`)
    send(paths.map(get).join(''))
    for (const [i, path] of paths.slice(0, 20).entries()) {
      await eventually(() => open.length === 1)
      assert.deepEqual(started, paths.slice(0, i + 1))
      assert.equal(connections.inFlight().length, 1, 'no other request was parsed')
      respond(open.pop()!, path)
    }
    await eventually(() => bodiesOf(state.text).length === 20)
    assert.deepEqual(bodiesOf(state.text), paths.slice(0, 20))
  })

  test('all get their responses in order, however many there are', async () => {
    const { caller } = await boundedServer((request, response) => respond(response, request.url!))
    const { send, state } = await caller()
    const paths = Array.from({ length: 3000 }, (_, i) => `/${i}`)
    send(paths.map(get).join(''))
    await eventually(() => bodiesOf(state.text).length === paths.length)
    assert.deepEqual(bodiesOf(state.text), paths)
  })

  for (const [what, one] of [
    ['requests without a body', get],
    ['requests whose bodies are not read', (path: string) => post(path, 'x'.repeat(40))],
  ] as const) {
    test(`do not block other connections, although their responses need no I/O: ${what}`, async () => {
      const started: string[] = []
      const { caller } = await boundedServer((request, response) => {
        started.push(request.url!)
        respond(response, request.url!)
      })
      const [many, other] = [await caller(), await caller()]
      many.send(Array.from({ length: 3000 }, (_, i) => one(`/${i}`)).join(''))
      other.send(get('/other'))
      await eventually(() => bodiesOf(many.state.text).length === 3000)
      assert.ok(started.indexOf('/other') < 300, `${started.indexOf('/other')} requests of one packet went before it`)
    })
  }

  test('wait while the client does not read the responses', async () => {
    const page = Buffer.alloc(2_000_000, 'x')
    let started = 0
    const { connections, caller } = await boundedServer((_, response) => {
      started++
      response.setHeader('content-length', page.length).end(page)
    })
    const { socket, send } = await caller()
    socket.pause()
    send(get('/page').repeat(2000))
    // Only what fits into the socket buffers is ever sent.
    const unread = () => connections.inFlight().length === 1 && connections.inFlight()[0]!.writableEnded
    await eventually(unread)
    const before = started
    const { caller: other } = await boundedServer((request, response) => respond(response, request.url!))
    const second = await other()
    second.send(get('/'))
    await eventually(() => bodiesOf(second.state.text).length === 1)
    assert.ok(unread() && started === before && started < 20, `${started} pages were made`)
  })

  test('requests behind one that closes the connection are not handled', async () => {
    const started: string[] = []
    const { caller } = await boundedServer((request, response) => {
      started.push(request.url!)
      if (request.url === '/last') response.setHeader('connection', 'close')
      setImmediate(() => respond(response, request.url!))
    })
    const { send, state } = await caller()
    // The parser gets the second request together with the end of the first one's body.
    send(post('/first', '{}') + post('/last', '{"a":1}') + get('/behind') + get('/behind'))
    await eventually(() => state.isClosed)
    assert.deepEqual(bodiesOf(state.text), ['/first', '/last'])
    assert.deepEqual(started, ['/first', '/last'])
  })

  for (const [what, behind] of [
    ['bytes that are no HTTP', 'BAD bytes\r\n\r\n'],
    ['a CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ] as const) {
    for (const kind of [post, chunkedPost, get]) {
      test(`${what} behind a ${kind.name} are not parsed before its response, wherever the packets end`, async () => {
        const { server, caller } = await boundedServer(async (request, response) => {
          await bodyOf(request)
          await new Promise(setImmediate)
          respond(response, request.url!)
        })
        server.on('clientError', (_, socket) => socket.end('rejected'))
        server.on('connect', (_, socket) => socket.end('rejected'))
        const bytes = kind('/first', '{"a":1}') + behind
        for (let cut = 1; cut < bytes.length; cut += 3) {
          const { send, state } = await caller()
          send(bytes.slice(0, cut))
          await new Promise(setImmediate)
          send(bytes.slice(cut))
          await eventually(() => state.isClosed)
          assert.match(state.text, /^HTTP\/1\.1 200 OK[\s\S]*\/firstrejected$/, `cut at ${cut}`)
        }
      })
    }
  }

  test('are dropped with their connection; those behind another, after its response', async () => {
    const open: ServerResponse[] = []
    const { connections, caller } = await boundedServer((_, response) => open.push(response))
    for (const behind of ['', get('/') + get('/')]) {
      const { socket, send } = await caller()
      send(post('/', 'a') + behind)
      await eventually(() => connections.inFlight().length === 1)
      socket.destroy()
      await eventually(() => {
        if (behind) for (const response of open.splice(0)) respond(response, 'not read')
        return connections.inFlight().length === 0 && connections.open === 0
      })
    }
  })

  test('a response before the end of its request does not block the next request', async () => {
    const { caller } = await boundedServer((request, response) => respond(response, request.url!))
    const { send, state } = await caller()
    send(`POST /early HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n`)
    await eventually(() => bodiesOf(state.text).length === 1)
    send(`${'\r\n\r\n'.repeat(25_000)}${get('/next')}`)
    await eventually(() => bodiesOf(state.text).length === 2)
    assert.deepEqual(bodiesOf(state.text), ['/early', '/next'])
  })

  test('a client that sends all requests and half-closes gets every response', async () => {
    const { caller } = await boundedServer((request, response) => respond(response, request.url!))
    const { socket, send, state } = await caller()
    send(get('/a') + get('/b') + get('/c'))
    socket.end()
    await eventually(() => state.isClosed)
    assert.deepEqual(bodiesOf(state.text), ['/a', '/b', '/c'])
  })

  test('each gets its own response, for any packets and any bodies', async () => {
    const { caller } = await boundedServer(async (request, response) => {
      const read = request.url!.startsWith('/read') ? await bodyOf(request) : 'unread'
      respond(response, `${request.method} ${request.url} ${read}`)
    })
    const bodies = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 900 }),
      fc.constantFrom('\r\n\r\n'.repeat(200), get('/inside').repeat(30), 'x'.repeat(40_000)),
    )
    const requests = fc.array(
      fc.record({
        kind: fc.constantFrom(get, post, chunkedPost),
        path: fc.constantFrom('/read', '/skip'),
        body: bodies,
      }),
      { minLength: 1, maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(requests, fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 12 }), async (sent, cuts) => {
        const bytes = Buffer.from(sent.map(({ kind, path, body }, i) => kind(`${path}/${i}`, body)).join(''), 'latin1')
        const { socket, send, state } = await caller()
        let at = 0
        for (const size of cuts) {
          send(bytes.subarray(at, at + size))
          at += size
          await new Promise(setImmediate)
        }
        send(bytes.subarray(at))
        await eventually(() => bodiesOf(state.text).length === sent.length)
        const expected = sent.map(({ kind, path, body }, i) =>
          kind === get
            ? `GET ${path}/${i} ${path === '/read' ? '' : 'unread'}`
            : `POST ${path}/${i} ${path === '/read' ? body : 'unread'}`,
        )
        assert.deepEqual(bodiesOf(state.text), expected)
        socket.destroy()
      }),
      { numRuns: 100 },
    )
  })
})
