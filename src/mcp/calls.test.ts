import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { harness } from '../../test/harness/harness.ts'
import { mcpClients } from '../../test/harness/mcp.ts'

const lines: Record<string, unknown>[] = []
const logger = pino(
  new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  }),
)
const { app, db, organisation, numberEvents } = await harness({}, { logger, toolCallMilliseconds: 300 })
const { connect } = await mcpClients(app)

describe('a call of a tool', () => {
  test('that takes too long is answered, and says that the change may still be made', async () => {
    const { orgId, token, businessId, post, get } = await organisation()
    const { body } = await post('/clients', {
      first_name: 'A',
      last_name: 'B',
      client_type: 'NDIS',
      business_id: businessId,
    })
    const { id } = body.data
    const { call } = await connect(token)
    const tx = await db.connect()
    try {
      await tx.query('begin')
      await tx.query('select from client where org_id = $1 and id = $2 for update', [orgId, id])
      const { isError, text } = await call('save_client', { id, language: 'Welsh' })
      assert.ok(isError)
      assert.match(text, /took too long.*may still be made/)
    } finally {
      await tx.query('rollback')
      tx.release()
    }
    while ((await get(`/clients/${id}`)).body.data.language !== 'Welsh');
  })

  test('is logged with its tool and its outcome, and neither arguments nor results are', async () => {
    const { orgId, tokenId, token, businessId } = await organisation()
    const { call } = await connect(token)
    lines.length = 0
    const secret = 'Zebedee'
    await call('save_client', { first_name: secret, last_name: 'B', client_type: 'NDIS', business_id: businessId })
    await call('save_client', { first_name: secret })
    await call('find_people', { query: secret })
    await call('write_operation', { operation: 'archiveClient', path: { id: 999_999 } })
    const calls = lines.filter(({ msg }) => msg === 'tool call')
    assert.deepEqual(
      calls.map(({ tool, outcome, org, token }) => [tool, outcome, org, token]),
      [
        ['save_client', 'ok', orgId, tokenId],
        ['save_client', 'refused', orgId, tokenId],
        ['find_people', 'ok', orgId, tokenId],
        ['write_operation', 'refused', orgId, tokenId],
      ],
    )
    assert.doesNotMatch(JSON.stringify(lines), /Zebedee/)
    // The requests of a call have the id of its message.
    const { reqId } = calls[0]!
    const routes = lines.filter((line) => line.reqId === reqId && line.msg === 'request').map(({ route }) => route)
    assert.deepEqual(routes.sort(), ['/api/integrations/v1/clients', '/mcp'])
  })

  test('is recorded as a read of the clients that it shows, and as an event of the connection', async () => {
    const { orgId, token, businessId } = await organisation()
    const { call } = await connect(token)
    const { data } = await call('save_client', {
      first_name: 'A',
      last_name: 'B',
      client_type: 'NDIS',
      business_id: businessId,
    })
    await call('get_client', { id: data.client.id, include: ['notes'] })
    await app.jobs['store reads of clients']!.work()
    const { rows } = await db.query('select operation from client_read where org_id = $1 order by 1', [orgId])
    assert.deepEqual(
      rows.map(({ operation }) => operation),
      ['createClient', 'getClient', 'listClientNotes'],
    )
    await numberEvents()
    const { data: changes } = await call('list_changes', { subject: `client:${data.client.id}` })
    assert.deepEqual(
      changes.events.map(({ type, connection }: Record<string, string>) => [type, connection]),
      [['client.created', 'Payroll sync']],
    )
  })
})
