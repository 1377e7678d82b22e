import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { harness, type Organisation } from '../../test/harness.ts'
import { eventually } from '../../test/processes.ts'
import { basePath } from '../app.ts'
import { waitingFor } from '../db/statement.ts'

/** Over real connections: requests are sent away before the app sees them. */
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

async function get(org: Organisation, path = '/staff', method = 'GET') {
  const headers = { authorization: `Bearer ${org.token}` }
  const answer = await fetch(`${url}${basePath}${path}`, { method, headers })
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
const waiting = () => metric('wattle_requests_waiting')

/** Takes every connection, and lets as many requests in as may wait for one. */
async function standstill(org: Organisation) {
  const connections = await Promise.all(Array.from({ length: db.options.max }, () => db.connect()))
  const admitted = Array.from({ length: db.options.max * 2 }, () => get(org))
  await eventually(() => waitingFor(db) === db.options.max * 2)
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

describe('more requests than the database can serve', { skip: inOneProcess('it looks at one node’s own door') }, () => {
  test('wait at the door in a line with an end, behind which they are sent away with 503; those let in are served', async (t) => {
    const { admitted, goOn } = await standstill(one!)
    t.after(goOn)
    const inLine = Array.from({ length: places }, () => get(one!))
    await eventually(async () => (await waiting()) === places)
    const away = await get(one!)
    assert.deepEqual(
      [away.status, away.body, away.headers.get('retry-after'), away.headers.get('cache-control')],
      [503, { message: 'The service has too much to do at the moment. Try again shortly.' }, '1', 'no-store'],
    )
    assert.match(away.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/)
    assert.equal(away.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal((await get(one!, '/staff', 'HEAD')).status, 503)
    assert.equal((await fetch(`${url}/healthz`)).status, 200, 'who watches over the service is answered')
    assert.equal(await metric('wattle_requests_sent_away_total{why="full"}'), 2)
    goOn()
    assert.ok((await statuses([...admitted, ...inLine])).every((status) => status === 200))
    assert.equal((await get(one!)).status, 200)
    assert.equal(await waiting(), 0)
  })

  test('an organisation that fills the line makes room for another, which has its turn before it', async (t) => {
    const { admitted, goOn } = await standstill(one!)
    t.after(goOn)
    const inLine = Array.from({ length: places }, () => get(one!))
    await eventually(async () => (await waiting()) === places)
    const [first, second] = [get(other!), get(other!)]
    await eventually(async () => (await metric('wattle_requests_sent_away_total{why="full"}')) === 4)
    assert.equal((await get(other!)).status, 503, 'each has half of it now')
    goOn()
    assert.deepEqual(await statuses([first, second]), [200, 200])
    assert.deepEqual((await statuses(inLine)).sort(), [200, 200, 503, 503])
    await statuses(admitted)
  })

  test('nobody waits longer than two seconds, whether anything moves or not', async (t) => {
    const { admitted, goOn } = await standstill(one!)
    t.after(goOn)
    const early = get(one!)
    await eventually(async () => (await waiting()) === 1)
    clock.advance(1900)
    const later = get(one!)
    await eventually(async () => (await waiting()) === 2)
    clock.advance(101)
    assert.equal((await early).status, 503)
    assert.equal(await metric('wattle_requests_sent_away_total{why="late"}'), 1)
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
    assert.ok((await statuses(admitted)).every((status) => status === 200))
  })
})
