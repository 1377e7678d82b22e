import fc from 'fast-check'
import { basePath } from '../../src/app.ts'
import { exchange, type Received } from '../lib/transport.ts'
import type { Campaign } from './campaign.ts'
import { everyAnswer, Wrong } from './checker.ts'

/** What no library would send: broken HTTP, two lengths at once, heads without end. Each gets one clear refusal, and the next caller an answer. */
export async function brokenHttp(campaign: Campaign, count: number): Promise<void> {
  const { service, tenant, plan, tally } = campaign
  const line = (method: string, path: string, version = 'HTTP/1.1') => `${method} ${path} ${version}\r\nHost: x\r\n`
  const auth = `Authorization: Bearer ${tenant.token}\r\nConnection: close\r\n`
  const post = `${line('POST', `${basePath}/clients`)}${auth}Content-Type: application/json\r\n`
  const fixed = [
    ...[
      '\r\n\r\nx\r\n\r\n',
      'GET\r\n\r\n',
      'GET /\r\n\r\n',
      '\u0016\u0003\u0001\r\n\r\n',
      'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
      ': \r\n\r\n',
    ],
    `GET ${basePath}/me HTTP/1.1\r\n${auth}\r\n`,
    ...['BREW', 'PURGE', 'get', 'TRACE', 'PROPFIND', 'OPTIONS', 'PUT'].map(
      (method) => `${line(method, `${basePath}/me`)}${auth}\r\n`,
    ),
    ...[
      '/../../etc/passwd',
      '//',
      '/%2e%2e/',
      '/\u0001',
      '/a b',
      '*',
      'http://evil.example/',
      `/${'x'.repeat(9_000)}`,
      `/${'%41'.repeat(5_000)}`,
    ].map((path) => `${line('GET', path)}${auth}\r\n`),
    ...[
      'Content-Length: 2\r\nContent-Length: 3',
      'Content-Length: -1',
      'Content-Length: x',
      'Content-Length: 99999999999999999999',
    ].map((header) => `${post}${header}\r\n\r\n{}`),
    `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ...['Transfer-Encoding: chunked, chunked', 'Transfer-Encoding: gzip', 'Transfer-Encoding : chunked'].map(
      (header) => `${post}${header}\r\n\r\n0\r\n\r\n`,
    ),
    ...['zz\r\n', '-1\r\n', 'ffffffffffffffffff\r\n', '2;x=y\r\n{}\r\n0\r\n\r\n', '2\r\n{}x\r\n0\r\n\r\n'].map(
      (chunk) => `${post}Transfer-Encoding: chunked\r\n\r\n${chunk}`,
    ),
    `${line('GET', `${basePath}/me`)}${auth}X: ${'y'.repeat(20_000)}\r\n\r\n`,
    `${line('GET', `${basePath}/me`)}${auth}${Array.from({ length: 3_000 }, (_, n) => `X${n}: y\r\n`).join('')}\r\n`,
    ...['X\u0000: y', 'X: a\u0000b', ' X: y', 'X y: z', 'X:\u0007', 'Idempotency-Key: a\u0000'].map(
      (header) => `${line('GET', `${basePath}/me`)}${auth}${header}\r\n\r\n`,
    ),
    `${post}Expect: 200-nonsense\r\nContent-Length: 2\r\n\r\n{}`,
    `${line('GET', `${basePath}/me`)}${auth}Upgrade: websocket\r\n\r\n`,
  ]
  const noise = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...fixed).map((text) => Buffer.from(text, 'latin1')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...fixed), fc.nat({ max: 200 }), fc.uint8Array({ minLength: 1, maxLength: 4 }))
        .map(([text, at, bytes]) => {
          const clean = Buffer.from(text, 'latin1')
          return Buffer.concat([clean.subarray(0, at), Buffer.from(bytes), clean.subarray(at), Buffer.from('\r\n\r\n')])
        }),
    },
  )
  plan.progress(`broken HTTP, ${tally.total} requests`)
  const property = fc.asyncProperty(noise, async (bytes) => {
    const received = await exchange(service.port, bytes).catch((error: Error) => silent(error))
    tally.count('broken HTTP', 'broken HTTP', received?.status ?? 0)
    tally.overWire++
    if (received) refusedClearly(received)
  })
  const all = fixed.map((text): [Buffer] => [Buffer.from(text, 'latin1')])
  const run = await fc.check(property, { seed: plan.seed, numRuns: Math.max(count, all.length), examples: all })
  const alive = await exchange(
    service.port,
    Buffer.from(`GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
  )
  if (!run.failed && alive.status === 200) return
  const bytes = run.counterexample?.[0] as Buffer | undefined
  const sent = { method: 'bytes', url: JSON.stringify(bytes?.toString('latin1').slice(0, 500)), headers: {} }
  tally.found(
    'broken HTTP',
    'broken HTTP',
    run.failed ? String(run.errorInstance) : 'the service is gone',
    sent,
    campaign.again(''),
  )
}

/** A request that never ends is waited for, as it should be; the trial does not wait along. */
function silent(error: Error): undefined {
  if (/no answer within|closed without/.test(error.message) || (error as NodeJS.ErrnoException).code === 'ECONNRESET')
    return undefined
  throw error
}

/** What Node or the service may say to bytes that are no request: each is about the request and none about the service. */
const clear = [200, 201, 204, 302, 308, 400, 401, 404, 408, 413, 422, 431]

function refusedClearly(received: Received): void {
  if (!clear.includes(received.status)) throw new Wrong(`answered ${received.status}: ${received.text.slice(0, 200)}`)
  if (received.status >= 400) everyAnswer({ method: '', url: '', headers: {} }, received)
}
