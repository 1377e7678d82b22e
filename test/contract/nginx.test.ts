import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { basePath } from '../../src/app.ts'
import {
  type ApiError,
  outcomeUnknown,
  tooLarge,
  tooManyRequests,
  unavailable,
} from '../../src/http/contract/errors.ts'
import { type BalancerOptions, startBalancer } from '../cluster/nginx.ts'
import { freePort } from '../cluster/programs.ts'
import { formPages } from '../factories/forms/pages.ts'
import { harness, type Organisation } from '../harness/harness.ts'
import { eventually } from '../harness/processes.ts'

const quota = 20
const noNginx = existsSync('/usr/sbin/nginx') ? false : 'nginx is not installed: apt-get install nginx-light'

interface RequestOptions {
  method?: string
  token?: string
  headers?: Record<string, string>
  /** The local address to send from. */
  from?: string
  body?: string
}
interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

function sendTo(port: number, path: string, { method = 'GET', token, headers, from, body }: RequestOptions = {}) {
  return new Promise<RawResponse>((resolve, reject) => {
    const outgoing = request({
      ...{ host: '127.0.0.1', port, path, method, agent: false, ...(from && { localAddress: from }) },
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    })
    outgoing.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject).on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
      )
    })
    outgoing.end(body)
  })
}

/** Asserts that a response of nginx looks exactly like an error of the service. */
function assertServiceError(
  { status, headers, bytes }: RawResponse,
  expected: ApiError,
  actualStatus = expected.status,
) {
  assert.deepEqual([status, JSON.parse(String(bytes))], [actualStatus, { message: expected.message }])
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(headers['x-request-id'] as string, /^[A-Za-z0-9_-]{1,64}$/)
  assert.equal(headers['retry-after'], expected.headers['retry-after'])
}

describe('deploy/nginx.conf', { skip: noNginx }, async () => {
  const { app, db, organisation } = await harness({ rateLimit: quota })
  let [one, other]: Organisation[] = []
  const folder = mkdtempSync(join(tmpdir(), 'wattle-nginx-'))
  chmodSync(folder, 0o755) // nginx runs as an unprivileged user
  before(async () => {
    ;[one, other] = [await organisation(), await organisation()]
    await app.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => {
    app.server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  })
  const nodePort = () => (app.server.address() as AddressInfo).port

  async function balancer(t: TestContext, changes: BalancerOptions['changes'] = [], node = nodePort(), extra = '') {
    const { port, nginx } = await startBalancer(folder, [node], { changes, extra })
    t.after(() => nginx.stop())
    const send = (path: string, options?: RequestOptions) => sendTo(port, path, options)
    return { port, nginx, send }
  }
  const me = `${basePath}/me`

  test('forwards a request without a Host header, and the Host of one that has it', async (t) => {
    const { port } = await balancer(t)
    const exchange = (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\nConnection: close\r\n\r\n`))
        let text = ''
        socket
          .on('data', (bytes) => (text += bytes))
          .on('error', reject)
          .on('close', () => resolve(text))
      })
    assert.match(await exchange('GET /healthz HTTP/1.0'), /^HTTP\/1\.1 200 /)
    const acme = await organisation()
    await formPages(app, db, acme).publish({})
    const forms = (version: string, host = '') =>
      exchange(`GET ${basePath}/forms HTTP/${version}\r\nAuthorization: Bearer ${acme.token}${host}`)
    assert.ok((await forms('1.0')).includes(`http://127.0.0.1:${port}/f/`))
    assert.ok((await forms('1.1', '\r\nHost: care.example:8443')).includes('http://care.example:8443/f/'))
  })

  test('a flood of one token gets 429 with any spelling of its header; other tokens and addresses are served', async (t) => {
    const { send, nginx } = await balancer(t, [
      [/zone=caller_rate:16m rate=20r\/s/, 'zone=caller_rate:16m rate=1r/m'],
      [/burst=1200/, 'burst=2'],
    ])
    const sendWith = (scheme: string) => send('/healthz', { headers: { authorization: `${scheme}${one!.token}` } })
    for (const scheme of ['Bearer ', 'bearer ', 'BEARER  ']) assert.equal((await sendWith(scheme)).status, 200)
    assertServiceError(await sendWith('Bearer '), tooManyRequests(1))
    assertServiceError(await sendWith('bearer  '), tooManyRequests(1))
    assertServiceError(await send('/healthz', { method: 'DELETE', token: one!.token }), tooManyRequests(1))
    const response = await send('/healthz', { token: one!.token, headers: { 'x-request-id': 'mine-1' } })
    assert.equal(response.headers['x-request-id'], 'mine-1')
    assert.equal((await send('/healthz', { token: other!.token })).status, 200)
    // Without a token the address counts.
    for (let n = 0; n < 3; n++) assert.equal((await send('/healthz')).status, 200)
    assert.equal((await send('/healthz')).status, 429)
    assert.equal((await send('/healthz', { from: '127.0.0.2' })).status, 200)
    assert.ok(!nginx.output().includes(one!.token), 'no token in the log')
  })

  test('a flood of many tokens from one address gets 429; another address is served', async (t) => {
    const { send } = await balancer(t, [
      [/rate=200r\/s/, 'rate=1r/m'],
      [/burst=6000/, 'burst=2'],
    ])
    for (let n = 0; n < 3; n++) assert.equal((await send('/healthz', { token: `token-${n}` })).status, 200)
    assertServiceError(await send('/healthz', { token: 'token-4' }), tooManyRequests(1))
    assert.equal((await send('/healthz', { token: 'token-4', from: '127.0.0.2' })).status, 200)
  })

  test('addresses of one IPv6 network count together, with any abbreviation', async (t) => {
    const changes: BalancerOptions['changes'] = [
      [/rate=200r\/s/, 'rate=1r/m'],
      [/burst=6000/, 'burst=1'],
    ]
    const proxied = 'set_real_ip_from 127.0.0.1; real_ip_header X-Real-IP;'
    const { send } = await balancer(t, changes, nodePort(), proxied)
    const from = async (address: string) => (await send('/healthz', { headers: { 'x-real-ip': address } })).status
    for (const [first, second, third, neighbour] of [
      ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:a:b:c:d', '2001:db8:1:3::1'],
      ['2001:db8::1', '2001:db8::a:b:c:d', '2001:db8:0:0:1::', '2001:db8:0:1::1'],
      ['2001:db8:1::1', '2001:db8:1::2', '2001:db8:1:0:a:b:c:d', '2001:db8:1:1::1'],
    ] as const) {
      assert.deepEqual([await from(first), await from(second), await from(third)], [200, 200, 429], first)
      assert.equal(await from(neighbour), 200)
    }
  })

  for (const [whose, limit, shared] of [
    ['one token', /caller_requests 100/, { token: 'the same' }],
    ['one address', /network_requests 400/, {}],
  ] as const) {
    test(`too many requests of ${whose} at the same time get 429; others are served`, async (t) => {
      const { send, port } = await balancer(t, [[limit, limit.source.replace(/\d+$/, '2')]])
      const sockets = [1, 2].map((n) => {
        const socket = connect(port, '127.0.0.1')
        // An incomplete body keeps the request running.
        const token = 'token' in shared ? shared.token : `token-${n}`
        socket.write(`POST ${me} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\n{`)
        return socket
      })
      t.after(() => {
        for (const socket of sockets) socket.destroy()
      })
      const rejected = await eventually(async () => {
        const response = await send('/healthz', { token: 'token' in shared ? shared.token : 'token-3' })
        return response.status === 429 ? response : undefined
      })
      assertServiceError(rejected, tooManyRequests(1))
      assert.equal((await send('/healthz', { token: 'another', from: '127.0.0.2' })).status, 200)
    })
  }

  test('a caller over the service’s rate limit gets the service’s 429 with all headers', async (t) => {
    const { send } = await balancer(t)
    for (let n = 0; n < quota; n++) assert.equal((await send(me, { token: one!.token })).status, 200)
    const [throughNginx, direct] = [
      await send(me, { token: one!.token }),
      await sendTo(nodePort(), me, { token: one!.token }),
    ]
    assert.equal(throughNginx.status, 429)
    for (const name of ['ratelimit', 'ratelimit-policy', 'retry-after'])
      assert.equal(throughNginx.headers[name], direct.headers[name], name)
    assert.deepEqual(throughNginx.bytes, direct.bytes)
  })

  test('JSON is compressed if accepted, and never twice', async (t) => {
    const { send } = await balancer(t)
    for (let n = 0; n < 10; n++) await other!.post('/staff', { first_name: 'Robin', last_name: 'Oldfield' })
    // Records, which nodes do not compress, and a document, which they do.
    for (const path of [`${basePath}/staff`, `${basePath}/openapi.json`]) {
      const plain = await send(path, { token: other!.token })
      const compressed = await send(path, { token: other!.token, headers: { 'accept-encoding': 'gzip' } })
      assert.equal(plain.headers['content-encoding'], undefined)
      assert.equal(compressed.headers['content-encoding'], 'gzip')
      assert.match(compressed.headers.vary!, /^accept-encoding$/i)
      assert.ok(plain.bytes.length > 1024 && compressed.bytes.length < plain.bytes.length / 2)
      assert.deepEqual(gunzipSync(compressed.bytes), plain.bytes)
    }
  })

  test('a body over 1 MB gets the service’s 413 at once', async (t) => {
    const { send } = await balancer(t)
    const expected = tooLarge()
    const headers = { 'content-type': 'application/json' }
    assertServiceError(
      await send(`${basePath}/staff`, { method: 'POST', headers, body: ' '.repeat(1_100_000) }),
      expected,
    )
  })

  test('without a reachable node a caller gets a JSON error; for writes it says that the write may have been made', async (t) => {
    const { send } = await balancer(t, [], await freePort())
    assertServiceError(await send(me), unavailable(), 502)
    for (const method of ['POST', 'DELETE']) assertServiceError(await send(me, { method }), outcomeUnknown(), 502)
  })
})
