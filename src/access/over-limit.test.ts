import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { harness, type Organisation } from '../../test/harness.ts'
import { headOf, rawCaller } from '../../test/raw-caller.ts'
import { basePath } from '../app.ts'
import { logOptions } from '../logger.ts'

const lines: string[] = []
const logger = pino({ level: 'info', ...logOptions }, { write: (line: string) => lines.push(line) as never })
const quota = 2
const { app, db, clock, organisation } = await harness({ rateLimit: quota }, { logger })
let port: number
/** Requests that came as far as Node's parser. */
let read = 0
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
  app.server.on('request', () => read++)
})
after(() => app.server.closeAllConnections())

/** A connection whose token is over its limit: two were served, and two refused by the route itself. */
async function overLimit() {
  const org = await organisation()
  const caller = rawCaller(port, org.token)
  for (let n = 1; n <= quota + 2; n++) {
    caller.send(caller.me)
    await caller.heard(n)
  }
  read = 0
  let count = quota + 2
  const next = async (bytes: string) => {
    caller.send(bytes)
    const status = (await caller.heard(++count)).at(-1)
    return { status, answer: caller.answers().at(-1)! }
  }
  return { org, ...caller, next }
}

const counted = async () => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const found = /duration_seconds_count\{method="GET",route="[^"]*\/me",status="429"\} (\d+)/.exec(text)
  return Number(found?.[1] ?? 0)
}
const logged = (org: Organisation) =>
  lines.map((line) => JSON.parse(line)).filter(({ status, org: id }) => status === 429 && id === org.orgId)

describe('a token over its limit', { skip: inOneProcess('it looks at one node’s own door') }, () => {
  test('has the same answer again, without being read as HTTP', async () => {
    const { answers, next, me, request } = await overLimit()
    const before = answers()[quota]!
    assert.match(before, /^HTTP\/1\.1 429 /)
    const { answer } = await next(me)
    const { answer: named } = await next(request(`GET ${basePath}/me?x=1`, 'X-Request-Id: abc-1\r\n'))
    assert.equal(read, 0)
    for (const one of [answer, named]) {
      assert.deepEqual(sorted(headOf(one)), sorted(headOf(before)))
      assert.equal(one.split('\r\n\r\n')[1], before.split('\r\n\r\n')[1])
    }
    assert.match(answer, /\r\nretry-after: 60\r\n/)
    assert.match(answer, /\r\nratelimit: "token";r=0;t=60\r\n/)
    assert.match(named, /\r\nx-request-id: abc-1\r\n/)
    clock.advance(800)
    assert.match((await next(me)).answer, /\r\nretry-after: 60\r\n/)
    clock.advance(90)
    assert.equal(read, 0)
  })

  test('tells every second how long it still is', async () => {
    const { next, me } = await overLimit()
    clock.advance(950)
    await next(me) // by the route, which looks the token up again
    assert.equal(read, 1)
    for (const [elapsed, left] of [
      [0, 60],
      [100, 59],
      [700, 59],
    ] as const) {
      clock.advance(elapsed)
      assert.match((await next(me)).answer, new RegExp(`retry-after: ${left}\\r\\n`))
    }
    assert.equal(read, 1)
  })

  test('is logged and counted like any other request', async () => {
    const { org, next, me, request } = await overLimit()
    const before = await counted()
    read = 0
    await next(me)
    await next(request(`GET ${basePath}/me`, 'X-Request-Id: abc-2\r\n'))
    assert.equal(read, 0)
    assert.equal((await counted()) - before, 2)
    const [first, , , last] = logged(org)
    const { ms, ...told } = last
    assert.deepEqual({ ...told, reqId: first.reqId, time: first.time, ms: first.ms }, first)
    assert.equal(last.reqId, 'abc-2')
    assert.equal(last.token, org.tokenId)
    assert.ok(ms >= 0)
    assert.equal(logged(org).length, 4)
  })

  test('is served again when its minute is over', async () => {
    const { next, me } = await overLimit()
    clock.advance(59_500)
    assert.equal((await next(me)).status, '429')
    assert.equal((await next(me)).status, '429')
    clock.advance(500)
    assert.deepEqual([(await next(me)).status, (await next(me)).status, (await next(me)).status], ['200', '200', '429'])
  })

  test('does not hold up another token on the same connection', async () => {
    const { org, next, me } = await overLimit()
    const other = await organisation()
    assert.equal((await next(me.replace(org.token, other.token))).status, '200')
  })

  test('is told as before what comes before the limit', async () => {
    const { org, next, request, me } = await overLimit()
    assert.equal((await next(request(`GET ${basePath}/nowhere`))).status, '404')
    assert.equal((await next(request(`PUT ${basePath}/me`))).status, '404')
    assert.equal((await next(request('GET /healthz'))).status, '200')
    assert.equal((await next(me.replace('Host: x\r\n', 'Host: x\r\nX-Other: y\r\n'))).status, '429')
    await db.query('update organisation set integrations_enabled = false where id = $1', [org.orgId])
    clock.advance(1000)
    assert.equal((await next(me)).status, '503')
    assert.equal((await next(me)).status, '503')
    await db.query('update access_token set disabled = true where org_id = $1', [org.orgId])
    clock.advance(1000)
    assert.equal((await next(me)).status, '401')
    assert.equal((await next(me)).status, '401')
  })

  test('is told when the token has come to its end', async () => {
    const { org, next, me } = await overLimit()
    const end = new Date(clock.now() + 1300).toISOString()
    await db.query('update access_token set expires_at = $2 where org_id = $1', [org.orgId, end])
    clock.advance(1000)
    assert.deepEqual([(await next(me)).status, (await next(me)).status], ['429', '429'])
    clock.advance(400)
    assert.equal((await next(me)).status, '401')
  })

  test('a path is learnt once for each method, its query left out', async () => {
    const { next, request } = await overLimit()
    const body = '{}'
    const post = request(`POST ${basePath}/clients?a=1`, `Content-Length: ${body.length}\r\n`, body)
    assert.equal((await next(post)).status, '429')
    assert.equal(read, 1)
    assert.equal((await next(post.replace('a=1', 'a=2'))).status, '429')
    assert.equal(read, 1)
    assert.equal((await next(request(`GET ${basePath}/clients`))).status, '429')
    assert.equal(read, 2)
  })

  test('thousands of paths are not all remembered', async () => {
    const { send, request, me, heard } = await overLimit()
    const paths = 1001
    let count = quota + 2 + paths
    send(Array.from({ length: paths }, (_, n) => request(`GET ${basePath}/staff/${n}`)).join(''))
    await heard(count)
    const sent = []
    for (const bytes of [request(`GET ${basePath}/staff/${paths - 1}`), me, me]) {
      send(bytes)
      await heard(++count)
      sent.push(read - paths)
    }
    // The first only ends what came in one piece; the second was forgotten and is learnt anew, and the third is refused by hand.
    assert.deepEqual(sent, [1, 2, 2])
  })
})

/** In any order, and without what is said of the connection, which Node leaves out where it goes without saying. */
const sorted = (head: string[]) =>
  head
    .map((line) => line.toLowerCase())
    .filter((line) => !/^(connection|keep-alive):/.test(line))
    .toSorted()
