import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness, type Organisation } from '../../test/harness/harness.ts'
import { untilLockWait } from '../../test/harness/locks.ts'

const { db, organisation } = await harness()

const clientOf = (org: Organisation, business_id: number) =>
  org.post('/clients', { first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS', business_id })

describe('a business location', () => {
  test('is created, listed in order of ids, offered to clients, and renamed; each change has its event', async () => {
    const org = await organisation()
    const { status, body } = await org.post('/businesses', { name: 'Coast', address: '1 Beach Rd' })
    assert.equal(status, 201)
    const { id, created_at, updated_at, ...fields } = body.data
    assert.deepEqual(fields, { name: 'Coast', address: '1 Beach Rd' })
    const listed = (await org.get('/businesses')).body
    assert.deepEqual(
      [listed.data.map(({ name }: { name: string }) => name), listed.meta.total],
      [['North', 'Coast'], 2],
    )
    assert.equal((await clientOf(org, id)).status, 201)

    const renamed = await org.patch(`/businesses/${id}`, { name: 'Central Coast', address: null })
    assert.deepEqual([renamed.body.data.name, renamed.body.data.address], ['Central Coast', null])
    const { data: options } = (await org.get('/clients/options')).body
    assert.deepEqual(options.businesses.at(-1), { id, name: 'Central Coast' })
    await org.patch(`/businesses/${id}`, { name: 'Central Coast' })
    const events = (await org.events()).filter(({ type }) => type.startsWith('business.'))
    assert.deepEqual(
      events.map(({ type, subject_id, fields, connection_id }) => [type, subject_id, fields, connection_id]),
      [
        ['business.created', id, ['name', 'address'], org.connectionId],
        ['business.updated', id, ['name', 'address'], org.connectionId],
      ],
    )
  })

  test('without a name, with a blank one or an unknown field is a 422 that names the field', async () => {
    const org = await organisation()
    for (const [body, fields] of [
      [{}, ['name']],
      [{ name: ' ' }, ['name']],
      [{ name: 'X', suburb: 'Ryde' }, ['suburb']],
      [{ name: 'x'.repeat(256), address: 'y'.repeat(501) }, ['address', 'name']],
    ] as const) {
      const response = await org.post('/businesses', body)
      assert.deepEqual([response.status, Object.keys(response.body.errors).sort()], [422, fields])
    }
    assert.deepEqual(await org.events(), [])
  })

  test('that no client uses is deleted; with clients it is a 422 with their number, archived ones included', async () => {
    const org = await organisation()
    const { id } = (await org.post('/businesses', { name: 'Coast' })).body.data
    for (const n of [1, 2]) {
      const client = (await clientOf(org, id)).body.data.id
      await org.delete(`/clients/${client}`)
      const { status, body } = await org.delete(`/businesses/${id}`)
      assert.equal(status, 422)
      assert.match(body.message, n === 1 ? /has 1 client and/ : /has 2 clients and/)
    }
    await db.query('update client set business_id = $2 where org_id = $1', [org.orgId, org.businessId])
    assert.deepEqual((await org.delete(`/businesses/${id}`)).body, { deleted: id })
    assert.equal((await org.delete(`/businesses/${id}`)).status, 404)
    assert.deepEqual((await org.events()).at(-1)!.type, 'business.deleted')
  })

  test('of another organisation is a 404 and never changes', async () => {
    const [org, other] = [await organisation(), await organisation()]
    for (const response of [
      await other.patch(`/businesses/${org.businessId}`, { name: 'Theirs' }),
      await other.delete(`/businesses/${org.businessId}`),
    ]) {
      assert.deepEqual([response.status, response.body], [404, { message: 'Business location not found.' }])
    }
    assert.equal((await org.get('/businesses')).body.data[0].name, 'North')
    assert.deepEqual(await other.events(), [])
  })

  test('that is deleted while a client is created for it: the client is a 422', async () => {
    const org = await organisation()
    const { id } = (await org.post('/businesses', { name: 'Coast' })).body.data
    const rival = await db.connect()
    await rival.query('begin')
    await rival.query('delete from business_location where org_id = $1 and id = $2', [org.orgId, id])
    const creating = clientOf(org, id)
    await untilLockWait(db)
    await rival.query('commit')
    rival.release()
    const { status, body } = await creating
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['business_id']])
  })
})
