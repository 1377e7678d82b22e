import assert from 'node:assert/strict'
import type { AddressInfo, Socket } from 'node:net'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type pg from 'pg'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { harness, type Organisation } from '../../test/harness.ts'
import { eventually } from '../../test/processes.ts'
import { headOf, rawCaller } from '../../test/raw-caller.ts'
import { basePath } from '../app.ts'
import { waitingFor } from '../db/statement.ts'

/** Over connections of its own, byte by byte: what is looked at here is never read as HTTP. */
const places = 4
const { app, db, organisation } = await harness({ maxWaiting: places })
let port: number
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
after(() => app.server.closeAllConnections())

/** The service's ends of connections, by the port of the other. */
const connections = new Map<number, Socket>()
app.server.on('connection', (socket: Socket) => connections.set(socket.remotePort!, socket))

let [one, other]: Organisation[] = []
let held: pg.PoolClient[] = []
let waiting: Promise<number>[] = []

const get = async ({ token }: Organisation) => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`http://127.0.0.1:${port}${basePath}/staff`, { headers })).status
}
const metric = async (name: string) => {
  const lines = (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n')
  return Number(
    lines
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1),
  )
}
const away = () => metric('wattle_requests_sent_away_total{why="full"}')

/** PostgreSQL is busy, as many wait for it as may, and the line behind them is full. */
beforeEach(async () => {
  ;[one, other] = [await organisation(), await organisation()]
  for (const org of [one, other]) assert.equal(await get(org), 200) // known from here on, so that each waits as its own
  held = await Promise.all(Array.from({ length: db.options.max }, () => db.connect()))
  waiting = Array.from({ length: db.options.max * 2 }, () => get(one!))
  await eventually(() => waitingFor(db) === db.options.max * 2)
  waiting.push(...Array.from({ length: places }, () => get(one!)))
  await eventually(async () => (await metric('wattle_requests_waiting')) === places)
})
async function goOn() {
  for (const connection of held.splice(0)) connection.release()
  await Promise.all(waiting)
}
afterEach(goOn)

/** A connection that a request was sent away on, and then another, so that Node has read one since it is watched. */
async function watched(org: Organisation) {
  const one = rawCaller(port, org.token)
  one.send(one.me)
  await one.heard(1)
  one.send(one.me)
  assert.deepEqual(await one.heard(2), ['503', '503'])
  return one
}
describe('a connection that a request was sent away on', {
  skip: inOneProcess('it looks at one node’s own door'),
}, () => {
  test('has the same answer again, whoever gives it', async () => {
    const { send, me, request, heard, answers } = await watched(one!)
    const before = await away()
    let read = 0
    app.server.on('request', () => read++)
    send(me)
    await heard(3)
    send(request(`POST ${basePath}/clients`, 'Content-Type: application/json\r\nContent-Length: 2\r\n', '{}'))
    await heard(4)
    send(request(`GET ${basePath}/staff`, 'X-Request-Id: abc-1\r\n'))
    assert.deepEqual(await heard(5), ['503', '503', '503', '503', '503'])
    assert.equal(read, 0, 'Node has read none of them')
    assert.equal((await away()) - before, 3)
    const [first, , , , last] = answers()
    assert.deepEqual(headOf(last!), headOf(first!))
    assert.equal(last!.split('\r\n\r\n')[1], first!.split('\r\n\r\n')[1])
    assert.match(last!, /\r\nx-request-id: abc-1\r\n/)
    assert.match(answers()[2]!, /\r\nx-request-id: [0-9a-f-]{36}\r\n/)
  })

  test('is served on once there is room', async () => {
    const { send, me, heard } = await watched(one!)
    send(me)
    await heard(3)
    await goOn()
    send(me)
    assert.deepEqual((await heard(4)).at(-1), '200')
  })

  test('ends with its answer where it is asked to', async () => {
    const { send, request, answers, isOver } = await watched(one!)
    send(request(`GET ${basePath}/me`, 'Connection: close\r\n'))
    await eventually(isOver)
    assert.match(answers()[2]!, /^HTTP\/1\.1 503 /)
  })

  test('a HEAD has no body', async () => {
    const { send, request, me, answers, heard } = await watched(one!)
    send(request(`HEAD ${basePath}/me`))
    await eventually(() => answers().length === 3)
    assert.match(answers()[2]!, /^HTTP\/1\.1 503 .*\r\n\r\n$/s)
    send(me)
    assert.deepEqual(await heard(4), ['503', '503', '503', '503'])
  })

  test('whoever has fewer places in line is let in all the same, and who watches over the service is answered', async () => {
    const { send, request, answers } = await watched(one!)
    send(request('GET /healthz'))
    await eventually(() => answers().length === 3)
    assert.match(answers()[2]!, /^HTTP\/1\.1 200 /)
    send(request(`GET ${basePath}/me`).replace(one!.token, other!.token))
    const line = get(other!)
    await goOn()
    await eventually(() => answers().length === 4)
    assert.match(answers()[3]!, /^HTTP\/1\.1 200 /)
    assert.equal(await line, 200)
  })

  test('several requests at once, and one in pieces, are answered one by one in their order', async () => {
    const { socket, send, me, request, heard, answers } = await watched(one!)
    send(request(`GET ${basePath}/me`, 'X-Request-Id: a\r\n') + request(`GET ${basePath}/me`, 'X-Request-Id: b\r\n'))
    await heard(4)
    send(me.slice(0, 30))
    await new Promise((resolve) => setTimeout(resolve, 20))
    send(me.slice(30))
    await heard(5)
    send(me)
    await heard(6)
    // As if the second arrived before the first was answered: one is answered by hand, the other is for Node.
    const [c, d] = ['c', 'd'].map((id) => request(`GET ${basePath}/me`, `X-Request-Id: ${id}\r\n`))
    const there = connections.get(socket.localPort!)!
    there.emit('data', Buffer.from(c!))
    there.emit('data', Buffer.from(d!.repeat(2)))
    await heard(9)
    const ids = answers().map((answer) => /x-request-id: (.*)\r/.exec(answer)![1])
    assert.deepEqual([...ids.slice(2, 4), ...ids.slice(6)], ['a', 'b', 'c', 'd', 'd'])
  })

  test('also where the first of them came together with others', async () => {
    const { send, me, heard } = rawCaller(port, one!.token)
    send(me.repeat(3))
    assert.deepEqual(await heard(3), ['503', '503', '503'])
    send(me)
    await heard(4)
    await goOn()
    send(me)
    assert.equal((await heard(5)).at(-1), '200')
  })

  const odd: [what: string, request: string][] = [
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a length that is none', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a line that ends early', 'GET / HTTP/1.1\r\nHost: x\nX: y\r\n\r\n'],
    ['a blank before a colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a folded line', 'GET / HTTP/1.1\r\nHost: x\r\n y\r\n\r\n'],
    ['no HTTP', 'GET /\r\n\r\n'],
  ]
  for (const [what, request] of odd) {
    test(`what can be read in two ways is still refused, and ends it: ${what}`, async () => {
      const { send, answers, isOver } = await watched(one!)
      send(request)
      await eventually(isOver)
      assert.match(answers()[2]!, /^HTTP\/1\.1 400 /)
      assert.equal(answers().length, 3)
    })
  }

  test('a request without a host is not taken for a plain one', async () => {
    const { send, me, answers, isOver } = await watched(one!)
    send(me.replace('Host: x\r\n', ''))
    await eventually(isOver)
    assert.match(answers()[2]!, /^HTTP\/1\.1 400 /)
  })

  test('what belongs to the body of another request is not taken for one', async () => {
    const { send, me, request, heard, answers } = await watched(one!)
    const more = `Content-Type: application/json\r\nContent-Length: ${me.length * 2}\r\n`
    send(request(`POST ${basePath}/clients`, more))
    await heard(3)
    const before = await away()
    send(me)
    send(me)
    send(request('GET /healthz'))
    await eventually(() => answers().length === 4)
    assert.match(answers()[3]!, /^HTTP\/1\.1 200 /)
    assert.equal(await away(), before)
  })
})
