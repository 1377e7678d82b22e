import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { untilLockWait } from '../../test/harness/locks.ts'
import {
  ConnectionError,
  Invalid,
  RateLimited,
  ServerError,
  TimeoutError,
  Unauthenticated,
  Unavailable,
  Wattle,
  WattleError,
  type WattleOptions,
} from '../src/index.ts'
import { maxTries, nextTryAfter } from '../src/retry.ts'
import { testEnvironment, timeout } from './environment.ts'
import { faults, startProxy } from './proxy.ts'
import { startService } from './service.ts'

interface Case {
  name: string
  method: string
  key?: boolean
  status: number | null
  headers?: Record<string, string>
  try: number
  random: number
  now?: string
  wait: number | null
}

const { cases, tries } = JSON.parse(readFileSync(new URL('../cases/retries.json', import.meta.url), 'utf8')) as {
  cases: Case[]
  tries: number
}

describe('after a try', () => {
  for (const { name, method, key = false, status, headers, try: count, random, now, wait } of cases) {
    test(name, () => {
      const answer = status === null ? undefined : { status, headers: new Headers(headers) }
      const one = { isRepeatable: method === 'GET' || key, hasKey: key, count, answer }
      const milliseconds = nextTryAfter(one, random, Date.parse(now ?? '2026-11-19T10:00:00Z'))
      assert.equal(milliseconds, wait === null ? undefined : wait * 1000)
      assert.equal(maxTries, tries)
    })
  }
})

describe('with a proxy before the service', { skip: inOneProcess('the client calls one process') }, async () => {
  const { origin, organisation, clock, db } = await startService({ rateLimit: 0 })
  const proxy = await startProxy(origin)
  after(() => proxy.stop())
  const baseUrl = `${proxy.origin}/api/integrations/v1`

  async function start(options: Partial<WattleOptions> = {}, controlled: Parameters<typeof testEnvironment>[0] = {}) {
    const org = await organisation()
    const { environment, ...controls } = testEnvironment(controlled)
    const wattle = new Wattle({ token: org.token, baseUrl, timeout, environment, ...options })
    const first = proxy.requests.length
    return { org, wattle, ...controls, sent: () => proxy.requests.slice(first) }
  }
  const ada = (business_id: number) =>
    ({ first_name: 'Ada', last_name: 'Roe', client_type: 'NDIS', business_id }) as const
  const failure = (call: PromiseLike<unknown>): Promise<any> =>
    Promise.resolve(call).then(
      () => assert.fail('it succeeded'),
      (error) => error,
    )

  test('503 without Retry-After is retried after longer and longer waits, four tries in all', async () => {
    const { wattle, waits, sent } = await start({}, { random: 1 })
    proxy.use(() => faults.answer(503))
    const error = await failure(wattle.me.get())
    assert.ok(error instanceof Unavailable)
    assert.deepEqual([waits, sent().length, error.retryAfter], [[375, 750, 1500], 4, undefined])
  })

  test('429 and 503 with Retry-After are retried when they say, and the call succeeds', async () => {
    const { wattle, waits } = await start()
    proxy.use([faults.answer(429, { 'retry-after': '7' }), faults.answer(503, { 'retry-after': '60' })])
    assert.equal((await wattle.me.get()).organisation, 'Acme Care')
    assert.deepEqual(waits, [7000, 60_000])
  })

  test('integrations that are off end the call at once, and the error says for how long', async () => {
    const { org, wattle, waits, sent } = await start()
    proxy.use([])
    await db.query('update organisation set integrations_enabled = false where id = $1', [org.orgId])
    clock.advance(60_000)
    const error = await failure(wattle.me.get())
    assert.ok(error instanceof Unavailable)
    assert.deepEqual([error.retryAfter, waits, sent().length], [3600, [], 1])
  })

  test('a rate limit that has no end within the tries is RateLimited with the time to wait', async () => {
    const { wattle } = await start()
    proxy.use(() => faults.answer(429, { 'retry-after': '9' }))
    const error = await failure(wattle.me.get())
    assert.ok(error instanceof RateLimited)
    assert.equal(error.retryAfter, 9)
  })

  test('500 is retried, and 422 is not', async () => {
    const { wattle, sent } = await start()
    proxy.use([faults.answer(500)])
    const error = await failure(wattle.clients.create({} as never))
    assert.ok(error instanceof Invalid)
    assert.deepEqual(Object.keys(error.errors), ['first_name', 'last_name', 'client_type', 'business_id'])
    assert.equal(sent().length, 2)
  })

  test('502 of a proxy with a page of HTML is a ServerError without a body', async () => {
    const { wattle } = await start()
    proxy.use(() => faults.answer(502, { 'content-type': 'text/html' }, '<h1>Bad Gateway</h1>'))
    const error = await failure(wattle.me.get())
    assert.ok(error instanceof ServerError)
    assert.deepEqual(
      [error.status, error.body, error.message],
      [502, undefined, 'The service responded with 502. (502)'],
    )
  })

  test('409 while the first request with the key still runs is retried, and the answer is that of the first', async () => {
    const { org, wattle, waits, sent } = await start()
    proxy.use([])
    const blocker = await db.connect()
    await blocker.query('begin')
    await blocker.query('lock table client in exclusive mode')
    const options = { idempotencyKey: 'order-7' }
    const first = Promise.resolve(wattle.clients.create(ada(org.businessId), options))
    await untilLockWait(db)
    proxy.use(() => async (response, pass) => {
      const { status, headers, body } = await pass()
      if (status === 409) await blocker.query('rollback')
      response.writeHead(status, headers).end(body)
    })
    const second = wattle.clients.create(ada(org.businessId), options)
    const bodies = await Promise.all([first, second])
    blocker.release()
    assert.deepEqual(bodies[0], bodies[1])
    assert.ok(waits.includes(1000), 'Retry-After of the 409')
    assert.equal(new Set(sent().map(({ headers }) => headers['idempotency-key'])).size, 1)
    assert.equal((await org.get('/clients')).body.meta.total, 1)
  })

  test('every try of a write has the same key and the same bytes; another call has another key', async () => {
    const { org, wattle, sent } = await start()
    proxy.use([faults.answer(503), faults.cutBefore, faults.cutAfter])
    await wattle.clients.create(ada(org.businessId))
    await wattle.clients.create(ada(org.businessId))
    const tries = sent().map(({ headers, body }) => [headers['idempotency-key'], body])
    assert.equal(tries.length, 5)
    assert.equal(new Set(tries.slice(0, 4).map(String)).size, 1)
    assert.notEqual(tries[4]![0], tries[0]![0])
    assert.equal((await org.get('/clients')).body.meta.total, 2)
  })

  test('a write that takes no key is sent once', async () => {
    const { wattle, sent } = await start()
    proxy.use(() => faults.cutAfter)
    const error = await failure(wattle.webhooks.test(1, {}))
    assert.ok(error instanceof ConnectionError)
    assert.deepEqual([sent().length, sent()[0]!.headers['idempotency-key']], [1, undefined])
  })

  test('a connection that nobody accepts is a ConnectionError that says so, after four tries', async () => {
    const closed = await startProxy(origin)
    await closed.stop()
    const { wattle, waits } = await start({ baseUrl: closed.origin })
    const error = await failure(wattle.me.get())
    assert.ok(error instanceof ConnectionError)
    assert.match(error.message, /^GET \/me: connect ECONNREFUSED 127\.0\.0\.1:\d+$/)
    assert.deepEqual([waits.length, error.cause instanceof TypeError], [3, true])
  })

  test('a try without an answer in time is repeated, and then a TimeoutError; a slow body too', async () => {
    for (const fault of [faults.noAnswer, faults.slowBody]) {
      const { wattle, sent, timeOut, running } = await start()
      const before = proxy.requests.length
      proxy.use(() => fault)
      const failed = failure(wattle.me.get())
      for (let count = 1; count <= 4; count++) {
        while (sent().length < count) await new Promise(setImmediate)
        timeOut()
      }
      const error = await failed
      assert.ok(error instanceof TimeoutError && proxy.requests.length === before + 4)
      assert.equal(error.message, `GET /me: no answer within ${timeout} ms.`)
      assert.equal(running.size, 0)
    }
  })

  test('a slow try is followed by a good one', async () => {
    const { wattle, sent, timeOut } = await start()
    proxy.use([faults.slowBody])
    const call = wattle.me.get()
    while (sent().length < 1) await new Promise(setImmediate)
    timeOut()
    assert.equal((await call).connection, 'Payroll sync')
  })

  test('no try begins after the deadline: the call ends with the last error', async () => {
    const { wattle, sent } = await start({}, { deadline: 4000 })
    proxy.use(() => faults.answer(503, { 'retry-after': '5' }))
    const error = await failure(wattle.me.get(undefined, { deadline: 4000 }))
    assert.ok(error instanceof Unavailable)
    assert.equal(sent().length, 1)
  })

  test('the deadline ends a try that lasts longer', async () => {
    const { wattle, sent, timeOut } = await start({}, { deadline: 4000 })
    proxy.use(() => faults.noAnswer)
    const failed = failure(wattle.me.get(undefined, { deadline: 4000 }))
    while (sent().length < 1) await new Promise(setImmediate)
    timeOut()
    const error = await failed
    assert.ok(error instanceof TimeoutError)
    assert.deepEqual([error.message, sent().length], ['GET /me: no answer within 4000 ms.', 1])
  })

  test('a redirect is an error that says where to', async () => {
    const { wattle, sent } = await start()
    proxy.use(() => faults.answer(301, { location: 'https://care.example.org/api' }))
    const error = await failure(wattle.me.get())
    assert.ok(error instanceof WattleError)
    assert.match(error.message, /redirects to https:\/\/care\.example\.org\/api\. Use the address/)
    assert.equal(sent().length, 1)
  })

  test('an answer that is a web page is an error about baseUrl', async () => {
    const { wattle } = await start()
    proxy.use(() => faults.answer(200, { 'content-type': 'text/html' }, '<h1>Welcome</h1>'))
    assert.match((await failure(wattle.me.get())).message, /^The answer is text\/html\. Is baseUrl the address/)
  })

  test('a token function is asked again once after a 401, and its new token is used from then on', async () => {
    const org = await organisation()
    const tokens = ['svc_at_old', org.token, 'svc_at_never']
    let asked = 0
    const { wattle, sent, waits } = await start({ token: async () => tokens[asked++]! })
    proxy.use([])
    await wattle.clients.create(ada(org.businessId))
    await wattle.me.get()
    assert.deepEqual([asked, sent().length, waits], [2, 3, []])
    const [first, second] = sent()
    assert.equal(first!.headers['idempotency-key'], second!.headers['idempotency-key'])
  })

  test('calls at the same time ask for the token once, and once again when it was rejected', async () => {
    const org = await organisation()
    const tokens = ['svc_at_old', org.token, 'svc_at_never']
    let asked = 0
    const { wattle } = await start({ token: async () => tokens[asked++]! })
    proxy.use([])
    await Promise.all(Array.from({ length: 10 }, () => wattle.me.get()))
    assert.equal(asked, 2)
  })

  test('a token function whose new token is rejected too ends with Unauthenticated', async () => {
    let asked = 0
    const { wattle, sent } = await start({ token: () => `svc_at_${++asked}` })
    proxy.use([])
    assert.ok((await failure(wattle.me.get())) instanceof Unauthenticated)
    assert.deepEqual([asked, sent().length], [2, 2])
  })

  test('a fixed token that is rejected is not sent again', async () => {
    const { wattle, sent } = await start({ token: 'svc_at_wrong' })
    proxy.use([])
    assert.ok((await failure(wattle.me.get())) instanceof Unauthenticated)
    assert.equal(sent().length, 1)
  })

  for (const [name, fault] of Object.entries({
    'before it reached the service': faults.cutBefore,
    'after the service made the change': faults.cutAfter,
    'within the answer': faults.cutWithin,
  })) {
    test(`of 200 writes of each kind whose connection breaks ${name}, each is made once`, async () => {
      const { org, wattle, sent } = await start()
      const isFirst = (request: (typeof proxy.requests)[0]) => {
        const key = request.headers['idempotency-key']
        return sent().filter(({ headers }) => headers['idempotency-key'] === key).length === 1
      }
      proxy.use((request) => (isFirst(request) ? fault : faults.none))
      const numbers = Array.from({ length: 200 }, (_, n) => n)
      const inTens = async <T>(all: number[], action: (n: number) => PromiseLike<T>) => {
        const results: T[] = []
        for (let n = 0; n < all.length; n += 10) results.push(...(await Promise.all(all.slice(n, n + 10).map(action))))
        return results
      }
      const created = await inTens(numbers, (n) =>
        wattle.clients.create({ ...ada(org.businessId), address: `${n} Hill St` }),
      )
      const ids = created.map(({ data }) => data.id)
      await inTens(ids, (id) => wattle.clients.update(id, { first_name: `Ada ${id}` }))
      await inTens(ids, (id) => wattle.clients.archive(id))
      const counts: Record<string, number> = {}
      for (const { type } of await org.events()) counts[type] = (counts[type] ?? 0) + 1
      assert.deepEqual(counts, { 'client.created': 200, 'client.updated': 200, 'client.archived': 200 })
      assert.deepEqual([new Set(ids).size, sent().length], [200, 1200])
    })
  }
})
