import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inOneProcess } from '../../test/cluster/environment.ts'
import { harness, type Organisation } from '../../test/harness/harness.ts'

const { organisation } = await harness()
const create = async (org: Organisation) => {
  const ada = { first_name: 'Ada', last_name: 'Byron', client_type: 'NDIS', business_id: org.businessId }
  return (await org.post('/clients', ada)).body.data
}

describe('one client of another organisation', () => {
  test('is a 404 on GET, PATCH and DELETE, and never changes', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const before = await create(org)
    for (const response of [
      await other.get(`/clients/${before.id}`),
      await other.patch(`/clients/${before.id}`, { first_name: 'Eva' }),
      await other.delete(`/clients/${before.id}`),
    ]) {
      assert.deepEqual([response.status, response.body], [404, { message: 'Client not found.' }])
    }
    assert.deepEqual((await org.get(`/clients/${before.id}`)).body.data, before)
    assert.deepEqual(await other.events(), [])
  })

  for (const id of ['abc', '0', '-1', '1.5', '1e3', '9007199254740992', '99999999999999999999', '%00', '1%2F2']) {
    const skip = id === '%00' && inOneProcess('nginx refuses %00 itself')
    test(`path id ${id} is 404, record not found`, { skip }, async () => {
      const org = await organisation()
      const { status, body } = await org.get(`/clients/${id}`)
      assert.deepEqual([status, body], [404, { message: 'Client not found.' }])
    })
  }
})
