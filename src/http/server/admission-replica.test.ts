import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import type pg from 'pg'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { eventually } from '../../../test/harness/processes.ts'
import { takenReplica } from '../../../test/harness/replica.ts'
import { basePath } from '../../app.ts'
import { openPool } from '../../db/connect/pool.ts'

const places = 4
const size = 2
/** The same database three times: as the primary that is written to, the primary that is read from, and the replica. */
let [reader, replica]: pg.Pool[] = []
const { app, db, clock, organisation } = await harness(
  { maxWaiting: places },
  {
    reading: (_, address) => {
      reader = openPool(address, { size })
      replica = openPool(address, { size })
      return takenReplica(reader, replica)
    },
  },
)
let url: string
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
after(() => app.server.closeAllConnections())
after(() => Promise.all([reader!.end(), replica!.end()]))

let org: Organisation
beforeEach(async () => {
  org = await organisation()
  assert.equal(await get(), 200)
})

async function send(method: 'GET' | 'POST', path: string, body?: object): Promise<number> {
  const headers = { authorization: `Bearer ${org.token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}${basePath}${path}`, { method, headers, body: body ? JSON.stringify(body) : null })
  await answer.text()
  return answer.status
}
/** Sites are read one statement for one request, so that the number of those that wait is exact. */
const get = () => send('GET', '/sites')
const post = () => send('POST', '/staff', { first_name: 'Bo', last_name: 'Ek' })
const waiting = async () => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^wattle_http_requests_queued (\d+)/m.exec(text)![1])
}

/** Takes every connection of a pool, sends as many requests as are admitted to wait for one, and fills the queue. */
async function fill(pool: pg.Pool, request: () => Promise<number>) {
  const connections = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const most = pool.options.max * 2
  const requests = Array.from({ length: most }, request)
  await eventually(() => pool.waitingCount === most)
  requests.push(...Array.from({ length: places }, request))
  await eventually(async () => (await waiting()) === places)
  let isHeld = true
  const goOn = () => {
    if (isHeld) for (const connection of connections) connection.release()
    isHeld = false
  }
  return { requests, goOn }
}

describe('with a replica', { skip: inOneProcess('it looks at one node’s own queue') }, () => {
  test('more reads than it can serve wait in the queue and are rejected, while writes go on', async (t) => {
    const { requests, goOn } = await fill(replica!, get)
    t.after(goOn)
    assert.equal(await get(), 503)
    assert.equal(await post(), 201)
    goOn()
    assert.deepEqual(
      (await Promise.all(requests)).filter((status) => status !== 200),
      [],
    )
  })

  test('writes that wait, as for a lost replica, do not delay reads or the look-up of tokens', async (t) => {
    const { requests, goOn } = await fill(db, post)
    t.after(goOn)
    assert.equal(await post(), 503)
    clock.advance(950) // longer than nodes remember tokens, and less than the longest wait
    assert.equal(await get(), 200)
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
    goOn()
    await Promise.all(requests)
  })
})
