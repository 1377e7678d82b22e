import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { eventually } from '../../../test/harness/processes.ts'
import { basePath } from '../../app.ts'

/** Over real connections, because requests are rejected before Fastify. */
const maxWaiting = 4
const { app, db, clock, organisation } = await harness({ maxWaiting })
let url: string
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
after(() => app.server.closeAllConnections())

let [one, other]: Organisation[] = []

/** GET /sites is one statement, so the number of waiting requests is exact. */
async function get(org: Organisation, method = 'GET') {
  const headers = { authorization: `Bearer ${org.token}` }
  const response = await fetch(`${url}${basePath}/sites`, { method, headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
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

/** Takes every connection, and sends as many requests as are admitted. */
async function exhaustPool(org: Organisation) {
  const connections = await Promise.all(Array.from({ length: db.options.max }, () => db.connect()))
  const admitted = Array.from({ length: db.options.max * 2 }, () => get(org))
  await eventually(() => db.waitingCount === db.options.max * 2)
  let isTaken = true
  return {
    admitted,
    release() {
      if (isTaken) for (const connection of connections) connection.release()
      isTaken = false
    },
  }
}
const statuses = async (responses: ReturnType<typeof get>[]) =>
  (await Promise.all(responses)).map(({ status }) => status)
const failures = async (responses: ReturnType<typeof get>[]) =>
  (await statuses(responses)).filter((status) => status !== 200)

describe('more requests than the database can serve', {
  skip: inOneProcess('it reads the queue of one node'),
}, () => {
  beforeEach(async () => {
    ;[one, other] = [await organisation(), await organisation()]
    // Caches the tokens, so that requests wait by organisation.
    for (const org of [one, other]) assert.equal((await get(org)).status, 200)
    // Stored in the background: it would wait for a connection among the requests that are counted.
    const unused = 'select from access_token where id = any ($1) and last_used_at is null'
    await eventually(async () => (await db.query(unused, [[one!.tokenId, other!.tokenId]])).rowCount === 0)
  })

  test('wait in a bounded queue; a full queue rejects with 503, and admitted requests are served', async (t) => {
    const { admitted, release } = await exhaustPool(one!)
    t.after(release)
    const queued = Array.from({ length: maxWaiting }, () => get(one!))
    await eventually(async () => (await waiting()) === maxWaiting)
    const rejected = await get(one!)
    assert.deepEqual(
      [rejected.status, rejected.body, rejected.headers.get('retry-after'), rejected.headers.get('cache-control')],
      [503, { message: 'Service overloaded. Retry after 1 second.' }, '1', 'no-store'],
    )
    assert.match(rejected.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/)
    assert.equal(rejected.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal((await get(one!, 'HEAD')).status, 503)
    assert.equal((await fetch(`${url}/healthz`)).status, 200, 'health is always admitted')
    assert.equal(await metric('wattle_http_requests_shed_total{reason="queue_full"}'), 2)
    release()
    assert.deepEqual(await failures([...admitted, ...queued]), [])
    assert.equal((await get(one!)).status, 200)
    assert.equal(await waiting(), 0)
  })

  test('an organisation that fills the queue is displaced by another until each has half', async (t) => {
    const { admitted, release } = await exhaustPool(one!)
    t.after(release)
    const queued = Array.from({ length: maxWaiting }, () => get(one!))
    await eventually(async () => (await waiting()) === maxWaiting)
    const [first, second] = [get(other!), get(other!)]
    await eventually(async () => (await metric('wattle_http_requests_shed_total{reason="queue_full"}')) === 4)
    assert.equal((await get(other!)).status, 503, 'each has half of the queue now')
    release()
    assert.deepEqual(await statuses([first, second]), [200, 200])
    assert.deepEqual((await statuses(queued)).sort(), [200, 200, 503, 503])
    await statuses(admitted)
  })

  test('a request is rejected after a second, also while nothing is served', async (t) => {
    const { admitted, release } = await exhaustPool(one!)
    t.after(release)
    const early = get(one!)
    await eventually(async () => (await waiting()) === 1)
    clock.advance(900)
    const later = get(one!)
    await eventually(async () => (await waiting()) === 2)
    clock.advance(101)
    assert.equal((await early).status, 503)
    assert.equal(await metric('wattle_http_requests_shed_total{reason="timeout"}'), 1)
    release()
    assert.equal((await later).status, 200)
    await statuses(admitted)
  })

  test('requests that wait for the lookup of one token count each, although only one statement waits', async (t) => {
    clock.advance(1000) // tokens are cached for less
    const connections = await Promise.all(Array.from({ length: db.options.max }, () => db.connect()))
    let isTaken = true
    const release = () => {
      if (isTaken) for (const connection of connections) connection.release()
      isTaken = false
    }
    t.after(release)
    const admitted = Array.from({ length: db.options.max * 2 - 1 + maxWaiting }, () => get(one!))
    await eventually(async () => (await waiting()) === maxWaiting)
    assert.equal(db.waitingCount, 1)
    assert.equal((await get(one!)).status, 503)
    release()
    assert.deepEqual(await failures(admitted), [])
  })
})
