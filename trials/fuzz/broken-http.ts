import fc from 'fast-check'
import { basePath } from '../../src/app.ts'
import { exchange, type HttpResponse } from '../lib/transport.ts'
import type { Campaign } from './campaign.ts'
import { checkEveryResponse, Violation } from './checker.ts'

/** Malformed HTTP that no library sends. Each request must be rejected properly, and the service must go on. */
export async function sendBrokenHttp(campaign: Campaign, count: number): Promise<void> {
  const { service, tenant, plan, results } = campaign
  const requestLine = (method: string, path: string, version = 'HTTP/1.1') =>
    `${method} ${path} ${version}\r\nHost: x\r\n`
  const auth = `Authorization: Bearer ${tenant.token}\r\nConnection: close\r\n`
  const post = `${requestLine('POST', `${basePath}/clients`)}${auth}Content-Type: application/json\r\n`
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
      (method) => `${requestLine(method, `${basePath}/me`)}${auth}\r\n`,
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
    ].map((path) => `${requestLine('GET', path)}${auth}\r\n`),
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
    `${requestLine('GET', `${basePath}/me`)}${auth}X: ${'y'.repeat(20_000)}\r\n\r\n`,
    `${requestLine('GET', `${basePath}/me`)}${auth}${Array.from({ length: 3_000 }, (_, n) => `X${n}: y\r\n`).join('')}\r\n`,
    ...['X\u0000: y', 'X: a\u0000b', ' X: y', 'X y: z', 'X:\u0007', 'Idempotency-Key: a\u0000'].map(
      (header) => `${requestLine('GET', `${basePath}/me`)}${auth}${header}\r\n\r\n`,
    ),
    `${post}Expect: 200-nonsense\r\nContent-Length: 2\r\n\r\n{}`,
    `${requestLine('GET', `${basePath}/me`)}${auth}Upgrade: websocket\r\n\r\n`,
  ]
  const bytesToSend = fc.oneof(
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
  plan.progress(`broken HTTP, ${results.total} requests`)
  const property = fc.asyncProperty(bytesToSend, async (bytes) => {
    const response = await exchange(service.port, bytes).catch((error: Error) => ignoreTimeout(error))
    results.count('broken HTTP', 'broken HTTP', response?.status ?? 0)
    results.overSocket++
    if (response) checkRejection(response)
  })
  const all = fixed.map((text): [Buffer] => [Buffer.from(text, 'latin1')])
  const run = await fc.check(property, { seed: plan.seed, numRuns: Math.max(count, all.length), examples: all })
  const health = await exchange(
    service.port,
    Buffer.from(`GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
  )
  if (!run.failed && health.status === 200) return
  const bytes = run.counterexample?.[0] as Buffer | undefined
  const request = { method: 'bytes', url: JSON.stringify(bytes?.toString('latin1').slice(0, 500)), headers: {} }
  results.addBug(
    'broken HTTP',
    'broken HTTP',
    run.failed ? String(run.errorInstance) : 'the service does not respond',
    request,
    campaign.reproduceCommand(''),
  )
}

/** The service waits for an incomplete request, as it should. The trial does not. */
function ignoreTimeout(error: Error): undefined {
  if (/no response within|closed before/.test(error.message) || (error as NodeJS.ErrnoException).code === 'ECONNRESET')
    return undefined
  throw error
}

/** Allowed statuses for bytes that are not a valid request: no 5xx. */
const allowedStatuses = [200, 201, 204, 302, 308, 400, 401, 404, 408, 413, 422, 431]

function checkRejection(response: HttpResponse): void {
  if (!allowedStatuses.includes(response.status))
    throw new Violation(`returned ${response.status}: ${response.text.slice(0, 200)}`)
  if (response.status >= 400) checkEveryResponse({ method: '', url: '', headers: {} }, response)
}
