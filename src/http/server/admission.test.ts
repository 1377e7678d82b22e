import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { eventually } from '../../../test/harness/processes.ts'
import { basePath } from '../../app.ts'

/** Over real connections: requests are rejected before Fastify sees them. */
const places = 4
const { app, db, clock, organisation } = await harness({ maxWaiting: places })
let url: string
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
after(() => app.server.closeAllConnections())

let [one, other]: Organisation[] = []
beforeEach(async () => {
  ;[one, other] = [await organisation(), await organisation()]
  // Known from here on, so that each waits as its own organisation.
  for (const org of [one, other]) assert.equal((await get(org)).status, 200)
})

/** Sites are read one statement for one request, so that the number of those that wait is exact. */
async function get(org: Organisation, method = 'GET') {
  const headers = { authorization: `Bearer ${org.token}` }
  const answer = await fetch(`${url}${basePath}/sites`, { method, headers })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text && JSON.parse(text) }
}
const metric = async (name: string) => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1),
  )
}
const waiting = () => metric('wattle_http_requests_queued')

/** Takes every connection, and sends as many requests as are admitted to wait for one. */
async function standstill(org: Organisation) {
  const connections = await Promise.all(Array.from({ length: db.options.max }, () => db.connect()))
  const admitted = Array.from({ length: db.options.max * 2 }, () => get(org))
  await eventually(() => db.waitingCount === db.options.max * 2)
  let isHeld = true
  return {
    admitted,
    goOn() {
      if (isHeld) for (const connection of connections) connection.release()
      isHeld = false
    },
  }
}
const statuses = async (answers: ReturnType<typeof get>[]) => (await Promise.all(answers)).map(({ status }) => status)
const failures = async (answers: ReturnType<typeof get>[]) =>
  (await statuses(answers)).filter((status) => status !== 200)

describe('more requests than the database can serve', {
  skip: inOneProcess('it looks at one node’s own queue'),
}, () => {
  test('wait in a bounded queue and are rejected with 503 when it is full; those admitted are served', async (t) => {
    const { admitted, goOn } = await standstill(one!)
    t.after(goOn)
    const queued = Array.from({ length: places }, () => get(one!))
    await eventually(async () => (await waiting()) === places)
    const rejected = await get(one!)
    assert.deepEqual(
      [rejected.status, rejected.body, rejected.headers.get('retry-after'), rejected.headers.get('cache-control')],
      [503, { message: 'Service overloaded. Retry after 1 second.' }, '1', 'no-store'],
    )
    assert.match(rejected.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/)
    assert.equal(rejected.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal((await get(one!, 'HEAD')).status, 503)
    assert.equal((await fetch(`${url}/healthz`)).status, 200, 'health is always answered')
    assert.equal(await metric('wattle_http_requests_shed_total{reason="queue_full"}'), 2)
    goOn()
    assert.deepEqual(await failures([...admitted, ...queued]), [])
    assert.equal((await get(one!)).status, 200)
    assert.equal(await waiting(), 0)
  })

  test('an organisation that fills the queue gives up places to another, and they take turns', async (t) => {
    const { admitted, goOn } = await standstill(one!)
    t.after(goOn)
    const queued = Array.from({ length: places }, () => get(one!))
    await eventually(async () => (await waiting()) === places)
    const [first, second] = [get(other!), get(other!)]
    await eventually(async () => (await metric('wattle_http_requests_shed_total{reason="queue_full"}')) === 4)
    assert.equal((await get(other!)).status, 503, 'each has half of the queue now')
    goOn()
    assert.deepEqual(await statuses([first, second]), [200, 200])
    assert.deepEqual((await statuses(queued)).sort(), [200, 200, 503, 503])
    await statuses(admitted)
  })

  test('no request waits longer than a second, also while nothing is served', async (t) => {
    const { admitted, goOn } = await standstill(one!)
    t.after(goOn)
    const early = get(one!)
    await eventually(async () => (await waiting()) === 1)
    clock.advance(900)
    const later = get(one!)
    await eventually(async () => (await waiting()) === 2)
    clock.advance(101)
    assert.equal((await early).status, 503)
    assert.equal(await metric('wattle_http_requests_shed_total{reason="timeout"}'), 1)
    goOn()
    assert.equal((await later).status, 200)
    await statuses(admitted)
  })

  test('requests that wait for one look-up of their token count each, though only one statement waits', async (t) => {
    clock.advance(1000) // nodes remember tokens for less
    const connections = await Promise.all(Array.from({ length: db.options.max }, () => db.connect()))
    let isHeld = true
    const goOn = () => {
      if (isHeld) for (const connection of connections) connection.release()
      isHeld = false
    }
    t.after(goOn)
    const admitted = Array.from({ length: db.options.max * 2 - 1 + places }, () => get(one!))
    await eventually(async () => (await waiting()) === places)
    assert.equal(db.waitingCount, 1)
    assert.equal((await get(one!)).status, 503)
    goOn()
    assert.deepEqual(await failures(admitted), [])
  })
})
