import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { nestedRequests, rejectedRequests } from '../../../test/harness/ambiguous-requests.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'
import { basePath } from '../../app.ts'

const { app, db, organisation } = await harness()
let port: number
let org: Organisation
before(async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
  org = await organisation()
})
after(() => app.server.closeAllConnections())

/** Sends bytes and returns the statuses of all responses, once the service has closed the connection. */
function exchange(bytes: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status!)))
  })
}
const written = async () => (await db.query('select count(*) from staff')).rows[0].count

describe('a second request hidden behind an ambiguous one', () => {
  for (const [name, bytes] of Object.entries(rejectedRequests('TOKEN'))) {
    test(`${name}: rejected, the connection closed, and nothing handled`, async () => {
      const statuses = await exchange(bytes.replaceAll('TOKEN', org.token))
      // The parser may reject the rest as well, with a second response.
      assert.deepEqual([...new Set(statuses)], [name === 'CONNECT' ? '404' : '400'])
      assert.equal(await written(), 0)
    })
  }
})

describe('a second request inside a body', () => {
  for (const [name, bytes] of Object.entries(nestedRequests('TOKEN'))) {
    test(`${name}: is only a body`, async () => {
      // The same length, so that Content-Length is still correct.
      const statuses = await exchange(bytes.replaceAll('TOKEN'.padEnd(org.token.length, 'x'), org.token))
      assert.equal(statuses.length, 1)
      assert.equal(await written(), 0)
    })
  }
})

test('the hidden request is handled if it is sent alone', async () => {
  const bytes = rejectedRequests(org.token)['no host']!
  const alone = bytes.slice(bytes.indexOf(`POST ${basePath}`)).replace('Host: x', 'Host: x\r\nConnection: close')
  assert.deepEqual(await exchange(alone), ['201'])
  assert.equal(await written(), 1)
})
