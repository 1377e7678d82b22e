import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { trackRequests } from './shutdown.ts'

test('requests behind one that was never answered are forgotten with their connection', async (t) => {
  const server = createServer(() => {})
  const { inFlight } = trackRequests(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const [[connection], client] = await Promise.all([
    once(server, 'connection'),
    connect((server.address() as AddressInfo).port, '127.0.0.1'),
  ])
  let came = 0
  const all = new Promise((resolve) => server.on('request', () => ++came === 3 && resolve(came)))
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3))
  await all
  assert.equal(inFlight().length, 3)
  const closed = once(connection, 'close')
  client.destroy()
  await closed
  assert.equal(inFlight().length, 0)
})
