import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { lookupByServers, lookupBySystem } from './lookup.ts'

type Answer = { code: number; addresses?: string[] }
const [ok, serverFailure, noSuchName] = [0, 2, 3]
const recordTypes = { a: 1, aaaa: 28 }

/** A name server on loopback that answers questions for IPv4 and IPv6 addresses. Both are sent as bytes in hexadecimal. */
async function nameServer(answers: { a: Answer; aaaa: Answer }): Promise<string> {
  const socket = createSocket('udp4')
  after(() => socket.close())
  socket.on('message', (query, { port }) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const type = question.readUInt16BE(question.length - 4)
    const { code, addresses = [] } = type === recordTypes.a ? answers.a : answers.aaaa
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80 | code, 0, 1, 0, addresses.length, 0, 0, 0, 0])
    const records = addresses.map((hex) => {
      const data = Buffer.from(hex, 'hex')
      return Buffer.concat([Buffer.of(0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length), data])
    })
    socket.send(Buffer.concat([header, question, ...records]), port, '127.0.0.1')
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return `127.0.0.1:${socket.address().port}`
}

const ipv4 = { code: ok, addresses: ['08080808', '7f000001'] }
const ipv6 = { code: ok, addresses: [`${'00'.repeat(15)}01`] }
const nothing = { code: ok }

for (const [name, a, aaaa, found] of [
  ['IPv4 addresses come before IPv6 addresses, and none is left out', ipv4, ipv6, ['8.8.8.8', '127.0.0.1', '::1']],
  ['one family is enough', nothing, ipv6, ['::1']],
  [
    'a failure of one family does not hide the addresses of the other',
    ipv4,
    { code: serverFailure },
    ['8.8.8.8', '127.0.0.1'],
  ],
] as const)
  test(name, async () => {
    const server = await nameServer({ a, aaaa })
    assert.deepEqual(await lookupByServers('hooks.example.org', [server]), found)
  })

for (const [name, a, aaaa, code] of [
  ['a name that does not exist is ENOTFOUND', { code: noSuchName }, { code: noSuchName }, 'ENOTFOUND'],
  ['a name without addresses is ENODATA', nothing, nothing, 'ENODATA'],
  [
    'no address of one family, and a failure of the other, is that failure',
    nothing,
    { code: serverFailure },
    'ESERVFAIL',
  ],
] as const)
  test(name, async () => {
    const server = await nameServer({ a, aaaa })
    await assert.rejects(lookupByServers('hooks.example.org', [server]), { code })
  })

test('the look-up of the system knows the names of the hosts file', async () => {
  const addresses = await lookupBySystem('localhost')
  assert.ok(addresses.includes('127.0.0.1') || addresses.includes('::1'))
})
