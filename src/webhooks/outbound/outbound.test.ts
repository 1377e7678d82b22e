import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { selfSigned } from '../../../test/harness/certificate.ts'
import { TestClock } from '../../../test/harness/harness.ts'
import { answers, type Behaviour, startReceiver } from '../../../test/harness/receiver.ts'
import { addressCheck } from './addresses.ts'
import { type Attempt, Outbound, outboundLimits } from './outbound.ts'
import { signedHeaders, webhookSecret } from './signing.ts'

const certificate = selfSigned(['hooks.example.org'])
const clock = new TestClock()
const body = Buffer.from('{"type":"client.created","data":{"id":1,"note":"Zoë"}}')

type OutboundOptions = ConstructorParameters<typeof Outbound>[0]

/** Loopback is open, and every name leads there. */
function outboundTo(options: Partial<OutboundOptions> = {}): Outbound {
  const addresses = addressCheck(['127.0.0.0/8'])
  const outbound = new Outbound({
    addresses,
    clock,
    ca: certificate.cert,
    lookup: async () => ['127.0.0.1'],
    ...options,
  })
  after(() => outbound.close())
  return outbound
}

async function receiverWith(options: Parameters<typeof startReceiver>[0] = {}) {
  const receiver = await startReceiver(options)
  after(() => receiver.stop())
  const { port } = receiver
  return { ...receiver, url: `${options.certificate ? 'https' : 'http'}://hooks.example.org:${port}/in?key=1` }
}

/** An attempt without its duration. */
async function attempt(outbound: Outbound, url: string): Promise<Omit<Attempt, 'duration_ms'>> {
  const { duration_ms, ...rest } = await outbound.post(url, {}, body)
  assert.ok(Number.isInteger(duration_ms) && duration_ms >= 0)
  return rest
}

const failure = {
  ...{ ok: false, status_code: null, error: null, response: null, retry_after: null },
  ...{ abort: false, unreachable: false },
}
const delivered = (status_code: number) => ({ ...failure, ok: true, status_code })

test('a signed message arrives byte for byte, by TLS, with its headers', async () => {
  const secret = webhookSecret(Buffer.alloc(32, 1), 1, 1)
  const receiver = await receiverWith({ certificate, secrets: [secret] })
  const headers = signedHeaders({ id: 'evt_a_1', attempt: 1, sentAt: clock.now(), body, secrets: [secret] })
  const { ok, status_code } = await outboundTo().post(receiver.url, headers, body)
  assert.deepEqual([ok, status_code], [true, 204])
  const [received] = receiver.requests
  assert.deepEqual([received!.method, received!.path, received!.isSigned], ['POST', '/in?key=1', true])
  assert.deepEqual(received!.body, body)
  assert.equal(received!.servername, 'hooks.example.org')
  const { connection, 'user-agent': agent, ...others } = received!.headers
  assert.match(agent!, /^Wattle-Webhooks\/\d+\.\d+$/)
  assert.equal(connection, 'keep-alive')
  assert.deepEqual(others, {
    ...headers,
    host: `hooks.example.org:${receiver.port}`,
    'content-type': 'application/json',
    'content-length': String(body.length),
  })
})

const shortBody = { bodyAfterSuccessMs: 20 }
const answered: Record<string, [behaviour: Behaviour, expected: object, limits?: Partial<typeof outboundLimits>]> = {
  '200 with text: delivered, and the text is not stored': [answers.status(200, 'secret'), delivered(200)],
  '201 that asks for a retry: delivered': [
    answers.status(201, '', { 'retry-after': '5', 'webhook-delivery': 'abort-message' }),
    delivered(201),
  ],
  '200 with an endless body: delivered': [answers.endlessBody(200), delivered(200)],
  '200 with a megabyte: delivered': [answers.status(200, 'a'.repeat(1_000_000)), delivered(200)],
  '200 with a body that hangs: delivered': [answers.hangingBody(200, 'a'), delivered(200), shortBody],
  '200 with a body that is cut off: delivered': [answers.cutBody(200, 'a'), delivered(200)],
  '500: failed, with its text': [
    answers.status(500, 'No\u0000da\u0007ta\r\nbase\u009f'),
    { ...failure, status_code: 500, error: 'The receiver answered 500.', response: 'No da ta base' },
  ],
  '404 without text: failed': [
    answers.status(404),
    { ...failure, status_code: 404, error: 'The receiver answered 404.' },
  ],
  '410: failed, with its status': [
    answers.status(410),
    { ...failure, status_code: 410, error: 'The receiver answered 410.' },
  ],
  '429 with Retry-After in seconds': [
    answers.status(429, '', { 'retry-after': '120' }),
    { ...failure, status_code: 429, error: 'The receiver answered 429.', retry_after: 120 },
  ],
  '503 with Retry-After as a date': [
    answers.status(503, '', { 'retry-after': new Date(clock.now() + 90_000).toUTCString() }),
    { ...failure, status_code: 503, error: 'The receiver answered 503.', retry_after: 90 },
  ],
  '503 with a Retry-After that has passed': [
    answers.status(503, '', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    { ...failure, status_code: 503, error: 'The receiver answered 503.', retry_after: 0 },
  ],
  '503 with a Retry-After that is neither': [
    answers.status(503, '', { 'retry-after': '-1' }),
    { ...failure, status_code: 503, error: 'The receiver answered 503.' },
  ],
  '400 that asks for no further attempt': [
    answers.status(400, '', { 'webhook-delivery': 'abort-message' }),
    { ...failure, status_code: 400, error: 'The receiver answered 400.', abort: true },
  ],
  '500 with an endless body: failed, with its first KB': [
    answers.endlessBody(500),
    { ...failure, status_code: 500, error: 'The receiver answered 500.', response: 'a'.repeat(1024) },
  ],
  '500 with a body that hangs: failed, with what was read': [
    answers.hangingBody(500, 'Out of memory'),
    { ...failure, status_code: 500, error: 'The receiver answered 500.', response: 'Out of memory' },
    // Long enough for the headers.
    { totalMs: 2_000 },
  ],
  '500 with a body that is cut off': [
    answers.cutBody(500, 'Out of'),
    { ...failure, status_code: 500, error: 'The receiver answered 500.', response: 'Out of' },
  ],
  'bytes that are not UTF-8, and a character that the limit cuts': [
    answers.status(500, Buffer.concat([Buffer.of(0xff), Buffer.from(`${'a'.repeat(1022)}é`)])),
    { ...failure, status_code: 500, error: 'The receiver answered 500.', response: `\ufffd${'a'.repeat(1022)}` },
  ],
  'no answer: failed after the time limit': [
    answers.hang,
    { ...failure, error: 'The receiver did not answer within 0.05 seconds.' },
    { totalMs: 50 },
  ],
  'headers that never end: failed after the time limit': [
    answers.slowHeaders,
    { ...failure, error: 'The receiver did not answer within 0.05 seconds.' },
    { totalMs: 50 },
  ],
  'headers of 17 KB: failed': [
    answers.longHeaders(17 * 1024),
    { ...failure, error: "The receiver's headers have more than 16 KB." },
  ],
  'interim answers without end: failed': [
    answers.endlessInterim,
    { ...failure, error: "The receiver's headers have more than 16 KB." },
  ],
  'a reset: failed': [answers.reset, { ...failure, error: 'The receiver closed the connection before it answered.' }],
  'a close: failed': [answers.close, { ...failure, error: 'The receiver closed the connection before it answered.' }],
  'a 101 that leads to another protocol: failed': [
    answers.upgrade,
    { ...failure, error: 'The receiver asks for another protocol than HTTP.' },
  ],
  'an answer that is not HTTP: failed': [
    answers.brokenHttp,
    { ...failure, error: "The receiver's answer is not valid HTTP." },
  ],
}

for (const secure of [false, true])
  for (const [name, [behaviour, expected, limits = {}]] of Object.entries(answered))
    test(`${secure ? 'https' : 'http'}: ${name}`, async () => {
      const receiver = await receiverWith({ ...(secure && { certificate }), behaviour: () => behaviour })
      const outbound = outboundTo({ limits })
      assert.deepEqual(await attempt(outbound, receiver.url), expected)
      assert.ok(receiver.requests.length <= 1)
    })

test('the time limits are those that the documents promise', () => {
  assert.deepEqual(outboundLimits, {
    ...{ totalMs: 15_000, bodyAfterSuccessMs: 1_000, bodyBytes: 8192, headerBytes: 16_384 },
    ...{ connectionMs: 60_000, addressMs: 2_000, urlErrorMs: 3_000 },
  })
})

for (const [name, behaviour, limits] of [
  ['has not ended after 8 KB', answers.endlessBody(200), { totalMs: 60_000, bodyAfterSuccessMs: 60_000 }],
  ['hangs after a 2xx', answers.hangingBody(200, 'a'), { totalMs: 60_000, bodyAfterSuccessMs: 20 }],
  ['hangs after a 500', answers.hangingBody(500, 'a'), { totalMs: 50 }],
] as const)
  test(`the connection of an answer that ${name} is closed`, async () => {
    const receiver = await receiverWith({ certificate, behaviour: () => behaviour })
    await outboundTo({ limits }).post(receiver.url, {}, body)
    await receiver.disconnected()
  })

test('a redirect is never followed', async () => {
  const target = await receiverWith()
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = await receiverWith({ behaviour: () => answers.redirect(target.url, status) })
    assert.deepEqual(await attempt(outboundTo(), receiver.url), {
      ...failure,
      status_code: status,
      error: "The receiver redirects to another address. Change the webhook's url.",
    })
  }
  assert.equal(target.counts.connections, 0)
})

test('requests to a receiver share a connection; those to another scheme, host or port do not', async () => {
  const receiver = await receiverWith({ behaviour: () => answers.status(500, 'a'.repeat(8000)) })
  const outbound = outboundTo()
  for (let i = 0; i < 5; i++) await outbound.post(receiver.url, {}, body)
  assert.deepEqual([receiver.requests.length, receiver.counts.connections], [5, 1])
  await outbound.post(receiver.url.replace('hooks', 'other'), {}, body)
  assert.deepEqual([receiver.requests.length, receiver.counts.connections], [6, 2])
  const { ok } = await outbound.post(receiver.url.replace('http:', 'https:'), {}, body)
  assert.deepEqual([ok, receiver.requests.length, receiver.counts.connections], [false, 6, 3])
})

test('a connection that a request could keep beyond 60 s is not used again', async () => {
  const receiver = await receiverWith()
  const outbound = outboundTo({ limits: { totalMs: 5_000, connectionMs: 5_000 } })
  for (let i = 0; i < 3; i++) await outbound.post(receiver.url, {}, body)
  assert.equal(receiver.counts.connections, 3)
  await receiver.disconnected()
})

test('an idle connection is closed when its life ends', { timeout: 30_000 }, async () => {
  const receiver = await receiverWith()
  const outbound = outboundTo({ limits: { totalMs: 100_000, connectionMs: 100_050 } })
  await outbound.post(receiver.url, {}, body)
  await receiver.disconnected()
  assert.equal(receiver.counts.connections, 1)
})

const keptFor = (seconds: number) =>
  answers.status(204, '', { connection: 'keep-alive', 'keep-alive': `timeout=${seconds}` })

test('a connection that the receiver keeps for a second is not used again', async () => {
  const receiver = await receiverWith({ behaviour: () => keptFor(1) })
  const outbound = outboundTo()
  for (let i = 0; i < 2; i++) await outbound.post(receiver.url, {}, body)
  assert.equal(receiver.counts.connections, 2)
})

test('an idle connection is closed before the receiver would, as its answer says', { timeout: 30_000 }, async () => {
  const receiver = await receiverWith({ behaviour: () => keptFor(2) })
  await outboundTo().post(receiver.url, {}, body)
  await receiver.disconnected()
})

test('a kept connection that the receiver drops is replaced, and the message arrives', async () => {
  const receiver = await receiverWith({
    certificate,
    behaviour: (_received, index) => (index === 1 ? answers.reset : answers.status(204)),
  })
  const outbound = outboundTo()
  assert.deepEqual(await attempt(outbound, receiver.url), delivered(204))
  assert.deepEqual(await attempt(outbound, receiver.url), delivered(204))
  assert.deepEqual([receiver.requests.length, receiver.counts.connections], [3, 2])
})

test('a kept connection that is reset in the body of an answer is a result, and the message is not sent again', async () => {
  const receiver = await receiverWith({
    behaviour: (_received, index) => (index === 1 ? answers.resetBody(200, 'a') : answers.status(204)),
  })
  const outbound = outboundTo()
  assert.deepEqual(await attempt(outbound, receiver.url), delivered(204))
  assert.deepEqual(await attempt(outbound, receiver.url), delivered(200))
  assert.deepEqual(await attempt(outbound, receiver.url), delivered(204))
  assert.equal(receiver.requests.length, 3)
})

test('many requests at once have a connection each, and every one arrives', async () => {
  const receiver = await receiverWith({ certificate })
  const outbound = outboundTo()
  const results = await Promise.all(Array.from({ length: 40 }, () => outbound.post(receiver.url, {}, body)))
  assert.ok(results.every(({ ok }) => ok))
  assert.equal(receiver.requests.length, 40)
})

for (const [name, presented, error] of [
  ['self-signed', selfSigned(['hooks.example.org']), "The receiver's certificate is self-signed."],
  ['another name', selfSigned(['other.example.org']), "The receiver's certificate is for another host name."],
  [
    'expired',
    selfSigned(['hooks.example.org'], { expiresAt: Date.now() - 1000 }),
    "The receiver's certificate has expired.",
  ],
] as const)
  test(`a certificate that is not valid is never excused: ${name}`, async () => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    after(() => {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    })
    const receiver = await receiverWith({ certificate: presented })
    // All but the self-signed one are from an authority that is trusted.
    const ca = name === 'self-signed' ? certificate.cert : presented.cert
    assert.deepEqual(await attempt(outboundTo({ ca }), receiver.url), { ...failure, error })
    assert.equal(receiver.requests.length, 0)
  })

test('a receiver without TLS, a refused connection and names that cannot be looked up are failures of their own', async () => {
  const receiver = await receiverWith()
  assert.deepEqual(await attempt(outboundTo(), receiver.url.replace('http:', 'https:')), {
    ...failure,
    error: 'The receiver does not complete the TLS handshake.',
  })
  await receiver.stop()
  assert.deepEqual(await attempt(outboundTo(), receiver.url), {
    ...failure,
    error: 'The receiver refused the connection.',
    unreachable: true,
  })
  for (const [code, error, unreachable] of [
    ['ENOTFOUND', 'The host name does not exist.', true],
    ['ENODATA', 'The host name has no address.', true],
    ['ESERVFAIL', 'The host name could not be looked up.', false],
    ['EAI_AGAIN', 'The host name could not be looked up.', false],
    // The name server, not the receiver.
    ['ECONNREFUSED', 'The host name could not be looked up.', false],
  ] as const) {
    const lookup = () => Promise.reject(Object.assign(new Error(code), { code }))
    assert.deepEqual(await attempt(outboundTo({ lookup }), receiver.url), { ...failure, error, unreachable })
  }
})

test('a receiver that is silent in the TLS handshake is a failure after the time limit, and the connection is closed', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const outbound = outboundTo({ limits: { totalMs: 20 } })
  for (let i = 0; i < 10; i++) {
    const { error } = await outbound.post(`https://hooks.example.org:${port}/`, {}, body)
    assert.equal(error, 'The receiver did not answer within 0.02 seconds.')
  }
  await Promise.all(sockets.map((socket) => socket.closed || once(socket.resume(), 'close')))
})

test('a process that was stopped for longer than the time limit sends nothing on the connection that opened meanwhile', async (t) => {
  const timeLimit = { ...failure, error: 'The receiver did not answer within 15 seconds.' }
  for (const options of [{}, { certificate }]) {
    const receiver = await receiverWith(options)
    const now = performance.now.bind(performance)
    const stop = () => t.mock.method(performance, 'now', () => now() + 16_000)
    const lookup = async () => {
      process.nextTick(stop) // while the connection is opened
      return ['127.0.0.1']
    }
    assert.deepEqual(await attempt(outboundTo({ lookup }), receiver.url), timeLimit)
    t.mock.reset()
    await receiver.connected(1)
    await receiver.disconnected()
    assert.equal(receiver.requests.length, 0)
  }
})

test('a look-up that does not end is a failure after the time limit', async () => {
  const outbound = outboundTo({ lookup: () => new Promise(() => {}), limits: { totalMs: 20 } })
  const { error } = await outbound.post('https://hooks.example.org/', {}, body)
  assert.equal(error, 'The receiver did not answer within 0.02 seconds.')
})

test('of several addresses the next one is used when the first refuses', async () => {
  const receiver = await receiverWith({ certificate })
  const outbound = outboundTo({ lookup: async () => ['127.0.0.2', '127.0.0.1'] })
  assert.deepEqual(await attempt(outbound, receiver.url), delivered(204))
})
