import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import type pg from 'pg'
import { inOneProcess } from '../../../test/cluster/environment.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { eventually } from '../../../test/harness/processes.ts'
import { assumedReplica } from '../../../test/harness/replica.ts'
import { basePath } from '../../app.ts'
import { openPool } from '../../db/connect/pool.ts'

const maxWaiting = 4
const size = 2
/** Three pools of the same database: for writes on the primary, for reads on the primary, and as the replica. */
let [reader, replica]: pg.Pool[] = []
const { app, db, clock, organisation } = await harness(
  { maxWaiting },
  {
    reading: (_, address) => {
      reader = openPool(address, { size })
      replica = openPool(address, { size })
      return assumedReplica(reader, replica)
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

async function send(method: 'GET' | 'POST', path: string, body?: object): Promise<number> {
  const headers = { authorization: `Bearer ${org.token}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}${basePath}${path}`, {
    method,
    headers,
    body: body ? JSON.stringify(body) : null,
  })
  await response.text()
  return response.status
}
/** GET /sites is one statement, so the number of waiting requests is exact. */
const get = () => send('GET', '/sites')
const post = () => send('POST', '/staff', { first_name: 'Bo', last_name: 'Ek' })
const waiting = async () => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^wattle_http_requests_queued (\d+)/m.exec(text)![1])
}

/** Takes every connection of a pool, sends as many requests as are admitted, and fills the queue. */
async function fill(pool: pg.Pool, request: () => Promise<number>) {
  const connections = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const admitted = pool.options.max * 2
  const requests = Array.from({ length: admitted }, request)
  await eventually(() => pool.waitingCount === admitted)
  requests.push(...Array.from({ length: maxWaiting }, request))
  await eventually(async () => (await waiting()) === maxWaiting)
  let isTaken = true
  const release = () => {
    if (isTaken) for (const connection of connections) connection.release()
    isTaken = false
  }
  return { requests, release }
}

describe('with a replica', { skip: inOneProcess('it reads the queue of one node') }, () => {
  beforeEach(async () => {
    org = await organisation()
    assert.equal(await get(), 200)
  })

  test('excess reads wait in the queue and are rejected with 503, while writes succeed', async (t) => {
    const { requests, release } = await fill(replica!, get)
    t.after(release)
    assert.equal(await get(), 503)
    assert.equal(await post(), 201)
    release()
    assert.deepEqual(
      (await Promise.all(requests)).filter((status) => status !== 200),
      [],
    )
  })

  test('waiting writes, as with a lost replica, do not delay reads or token lookups', async (t) => {
    const { requests, release } = await fill(db, post)
    t.after(release)
    assert.equal(await post(), 503)
    clock.advance(950) // longer than tokens are cached, and shorter than the longest wait
    assert.equal(await get(), 200)
    assert.equal((await fetch(`${url}/readyz`)).status, 200)
    release()
    await Promise.all(requests)
  })
})
