import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setImmediate as nextTick } from 'node:timers/promises'
import { bodiesOf, boundedServer } from '../../../test/harness/bounded-server.ts'
import { eventually } from '../../../test/harness/processes.ts'
import { networkOf } from '../rate-limit/address-limit.ts'
import type { ConnectionLimits } from './connections.ts'

const whole = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const half = 'GET / HTTP/1.1\r\nHost: a\r\nX-'
const limits = (total: number, perAddress = total): ConnectionLimits => ({ max: total, maxPerAddress: perAddress })
const ok = (_: unknown, response: ServerResponse) => response.setHeader('content-length', 2).end('ok')

describe('at the limit of connections', () => {
  test('a new connection replaces the oldest with an incomplete request', async () => {
    const { connections, caller } = await boundedServer(ok, limits(5))
    const slow: Awaited<ReturnType<typeof caller>>[] = []
    for (let i = 0; i < 5; i++) {
      slow.push(await caller())
      slow[i]!.send(half)
    }
    await eventually(() => connections.open === 5)
    for (let i = 0; i < 3; i++) {
      const honest = await caller()
      honest.send(whole)
      await eventually(() => bodiesOf(honest.state.text).length === 1)
      await eventually(() => slow[i]!.state.isClosed)
    }
    assert.deepEqual(
      slow.map(({ state }) => state.isClosed),
      [true, true, true, false, false],
    )
    assert.deepEqual([connections.open, connections.dropped], [5, 3])
  })

  test('connections without a completed request are closed before keep-alive connections', async () => {
    const { connections, caller } = await boundedServer(ok, limits(3))
    const keptAlive = await caller()
    keptAlive.send(whole)
    await eventually(() => bodiesOf(keptAlive.state.text).length === 1)
    const slow = [await caller(), await caller()]
    for (const { send } of slow) send(half)
    await eventually(() => connections.open === 3)
    for (let i = 0; i < 20; i++) (await caller()).send(half)
    await eventually(() => slow.every(({ state }) => state.isClosed))
    keptAlive.send(whole)
    await eventually(() => bodiesOf(keptAlive.state.text).length === 2)
  })

  test('a connection with a request in progress is not closed; the new connection is', async () => {
    const open: ServerResponse[] = []
    const { connections, caller } = await boundedServer((_, response) => open.push(response), limits(2))
    const busy = [await caller(), await caller()]
    for (const { send } of busy) send(whole)
    await eventually(() => open.length === 2)
    const late = await caller()
    await eventually(() => late.state.isClosed)
    for (const response of open) ok(undefined, response)
    await eventually(() => busy.every(({ state }) => bodiesOf(state.text).length === 1))
    assert.equal(connections.dropped, 1)
  })

  test('a connection with an unread response is closed for a new one', async () => {
    const page = Buffer.alloc(20_000_000, 'x')
    const { connections, caller } = await boundedServer((_, response) => response.end(page), limits(1))
    const unread = await caller()
    unread.socket.pause()
    unread.send(whole)
    await eventually(() => connections.inFlight()[0]?.writableEnded === true)
    const next = await caller()
    next.send(whole)
    await eventually(() => next.state.text.length > 1_000_000)
    unread.socket.resume()
    await eventually(() => unread.state.isClosed)
  })
})

test('an address over its own limit closes its own connections only', async () => {
  const { connections, caller } = await boundedServer(ok, limits(100, 3))
  const others = [await caller('127.0.0.2'), await caller('127.0.0.2')]
  for (let i = 0; i < 10; i++) (await caller('127.0.0.3')).send(half)
  await eventually(() => connections.open === 5)
  assert.ok(others.every(({ state }) => !state.isClosed))
  assert.equal(connections.dropped, 7)
})

test('at the total limit, a connection of the address with most is closed', async () => {
  const { connections, caller } = await boundedServer(ok, limits(6, 5))
  const few = [await caller('127.0.0.2'), await caller('127.0.0.2')]
  const many: Awaited<ReturnType<typeof caller>>[] = []
  for (let i = 0; i < 4; i++) many.push(await caller('127.0.0.3'))
  await eventually(() => connections.open === 6)
  const honest = await caller('127.0.0.4')
  honest.send(whole)
  await eventually(() => bodiesOf(honest.state.text).length === 1)
  await eventually(() => many[0]!.state.isClosed)
  assert.ok([...few, ...many.slice(1)].every(({ state }) => !state.isClosed))
})

test('connections without a completed request are closed first, of any address', async () => {
  const { connections, caller } = await boundedServer(ok, limits(6))
  const honest = [await caller('127.0.0.2'), await caller('127.0.0.2'), await caller('127.0.0.2')]
  for (const { send } of honest) send(whole)
  await eventually(() => honest.every(({ state }) => bodiesOf(state.text).length === 1))
  for (let i = 3; i < 30; i++) (await caller(`127.0.0.${i}`)).send(half)
  await eventually(() => connections.open === 6 && connections.dropped === 24)
  assert.ok(honest.every(({ state }) => !state.isClosed))
})

test('if the address with most has no idle connection, one of another address is closed', async () => {
  const open: ServerResponse[] = []
  const { connections, caller } = await boundedServer(
    (request, response) => (request.url === '/' ? ok(request, response) : open.push(response)),
    limits(5),
  )
  for (let i = 0; i < 3; i++) (await caller('127.0.0.2')).send(whole.replace('/', '/long'))
  await eventually(() => open.length === 3)
  const slow = [await caller('127.0.0.3'), await caller('127.0.0.3')]
  for (const { send } of slow) send(half)
  await eventually(() => connections.open === 5)
  const honest = await caller('127.0.0.4')
  honest.send(whole)
  await eventually(() => bodiesOf(honest.state.text).length === 1)
  await eventually(() => slow[0]!.state.isClosed)
})

test('a response that stays unread for 30 seconds closes its connection', async () => {
  const page = Buffer.alloc(20_000_000, 'x')
  const { connections, caller } = await boundedServer((_, response) => response.end(page))
  const unread = await caller()
  unread.socket.pause()
  unread.send(whole)
  await eventually(() => connections.inFlight()[0]?.writableEnded === true)
  connections.closeUnread(1000)
  connections.closeUnread(30_999)
  assert.equal(connections.open, 1)
  connections.closeUnread(31_000)
  await eventually(() => connections.open === 0)
})

test('a chunked response that is read slowly is sent completely', async () => {
  const part = Buffer.alloc(64 * 1024, 'x')
  const parts = Array.from({ length: 400 }, () => part)
  const { connections, caller } = await boundedServer((_, response) => Readable.from(parts).pipe(response))
  const slow = await caller()
  let read = 0
  slow.socket.on('data', (bytes: Buffer) => {
    read += bytes.length
    slow.socket.pause()
  })
  slow.send(whole)
  // A megabyte every 20 seconds, of 25.
  let now = 0
  for (; read < parts.length * part.length && !slow.state.isClosed; now += 20_000) {
    const wanted = Math.min(read + 1_000_000, parts.length * part.length)
    while (read < wanted && !slow.state.isClosed) {
      slow.socket.resume()
      await nextTick()
    }
    connections.closeUnread(now)
  }
  assert.ok(now > 400_000, `${now} ms`)
  assert.ok(read >= parts.length * part.length)
})

test('the addresses of one IPv6 subscriber count as one', () => {
  for (const [address, network] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['', ''],
  ])
    assert.equal(networkOf(address!), network)
})
