import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseUrl } from '../../test/harness/database.ts'
import { harness } from '../../test/harness/harness.ts'
import { connectTo, resultOf } from '../../test/harness/mcp.ts'
import { eventually } from '../../test/harness/processes.ts'
import { ready, startService } from '../../test/harness/service.ts'

const { db, address, organisation } = await harness()

test('a call that was cut off by kill -9 after its commit makes no second record when it is repeated', async (t) => {
  const { orgId, token, businessId } = await organisation()
  const start = async () => {
    const service = startService(t, { DATABASE_URL: databaseUrl(address) })
    const { url } = await ready(service)
    return { service, url: `${new URL('/mcp', url)}` }
  }
  const args = { first_name: 'Ana', last_name: 'Ng', client_type: 'NDIS', business_id: businessId }
  const stored = async () => (await db.query('select id::int from client where org_id = $1', [orgId])).rows

  const first = await start()
  const client = await connectTo(first.url, token)
  // Whatever was sent of the answer, this caller has not read it.
  const cut = client.callTool({ name: 'save_client', arguments: args }).then(
    () => 'answered',
    () => 'cut off',
  )
  await eventually(async () => (await stored()).length > 0)
  first.service.child.kill('SIGKILL')
  await Promise.all([cut, first.service.ended])

  const second = await start()
  const { isError, data, text } = resultOf(
    await (await connectTo(second.url, token)).callTool({ name: 'save_client', arguments: args }),
  )
  assert.equal(isError, false, text)
  assert.equal(data.created, false)
  const rows = await stored()
  assert.deepEqual(rows, [{ id: data.client.id }])
})
