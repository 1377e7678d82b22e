import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { harness } from '../../test/harness.ts'
import { eventually } from '../../test/processes.ts'
import { basePath } from '../app.ts'
import { waitingFor } from '../db/statement.ts'

const places = 40
const { app, db, clock, organisation } = await harness({ maxWaiting: places })
let url: string
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
after(() => app.server.closeAllConnections())

test('a line that stands has no more places than those who are let in in time: others hear at once', {
  skip: inOneProcess('it looks at one node’s own door'),
}, async (t) => {
  const { token } = await organisation()
  const get = async () =>
    (await fetch(`${url}${basePath}/staff`, { headers: { authorization: `Bearer ${token}` } })).status
  const waiting = async () =>
    Number(/^wattle_requests_waiting (\d+)/m.exec(await (await fetch(`${url}/metrics`)).text())![1])
  assert.equal(await get(), 200)
  const held = await Promise.all(Array.from({ length: db.options.max }, () => db.connect()))
  const goOn = () => {
    for (const connection of held.splice(0)) connection.release()
  }
  t.after(goOn)
  const admitted = Array.from({ length: db.options.max * 2 }, get)
  await eventually(() => waitingFor(db) === db.options.max * 2)

  const first = get()
  await eventually(async () => (await waiting()) === 1)
  clock.advance(450)
  const later = [get()]
  await eventually(async () => (await waiting()) === 2)
  clock.advance(51) // it has not been empty for half a second
  assert.equal(await first, 503)
  later.push(...Array.from({ length: 15 }, get))
  await eventually(async () => (await waiting()) === 16)
  assert.equal(await Promise.race([get(), eventually(async () => (await waiting()) > 16)]), 503)
  goOn()
  assert.ok((await Promise.all([...admitted, ...later])).every((status) => status === 200))
})
