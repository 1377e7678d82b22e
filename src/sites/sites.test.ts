import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness, type Organisation } from '../../test/harness/harness.ts'

const { db, organisation } = await harness()

const client = async (org: Organisation, first_name = 'Joan', last_name = 'Hart'): Promise<number> =>
  (await org.post('/clients', { first_name, last_name, client_type: 'NDIS', business_id: org.businessId })).body.data.id
const person = async (org: Organisation, first_name = 'Ana', last_name = 'Li'): Promise<number> =>
  (await org.post('/staff', { first_name, last_name })).body.data.id
async function supplier(org: Organisation): Promise<number> {
  const id = await person(org)
  await db.query('update staff set supplier = true where org_id = $1 and id = $2', [org.orgId, id])
  return id
}
const site = async (org: Organisation, fields: object = {}): Promise<number> =>
  (await org.post('/sites', { name: 'Banksia House', ...fields })).body.data.id
const eventsOf = async (org: Organisation) =>
  (await org.events()).filter(({ type }) => type.startsWith('site.')).map(({ type, fields }) => [type, fields])

describe('POST /sites', () => {
  test('creates a site with people in the order of the body, fields in the order of the record, and one event', async () => {
    const org = await organisation()
    const [joan, max, ana, bo] = [
      await client(org),
      await client(org, 'Max', 'Roe'),
      await person(org),
      await person(org, 'Bo', 'Ng'),
    ]
    const body = {
      ...{ name: 'Banksia House', type: 'SIL', status: 'Opening', address: '1 Gum St', client_capacity: 4 },
      ...{ manager: 'Ana Li', tags: ['respite', 'north'] },
      ...{ participant_ids: [max, joan], support_staff_ids: [bo, ana], admin_staff_ids: [ana] },
    }
    const response = await org.post('/sites', body)
    const { participant_ids, support_staff_ids, admin_staff_ids, ...fields } = body
    const [anaLi, boNg] = [
      { id: ana, name: 'Ana Li' },
      { id: bo, name: 'Bo Ng' },
    ]
    assert.equal(response.status, 201)
    assert.equal(
      response.text,
      JSON.stringify({
        data: {
          id: response.body.data.id,
          ...fields,
          participants: [
            { id: max, name: 'Max Roe' },
            { id: joan, name: 'Joan Hart' },
          ],
          support_staff: [boNg, anaLi],
          admin_staff: [anaLi],
        },
      }),
    )
    assert.equal((await org.get(`/sites/${response.body.data.id}?include_staff=true`)).text, response.text)
    assert.deepEqual(await eventsOf(org), [['site.created', Object.keys(body)]])
  })

  test('is Active by default, and omits fields without a value', async () => {
    const org = await organisation()
    const bare = { status: 'Active', participants: [], support_staff: [], admin_staff: [] }
    for (const body of [
      { name: 'A' },
      { name: 'A', type: null, address: null, client_capacity: null, manager: null, tags: null, participant_ids: null },
      { name: 'A', type: '', address: '', manager: '', tags: [], support_staff_ids: [] },
    ]) {
      const { id, ...rest } = (await org.post('/sites', body)).body.data
      assert.deepEqual(rest, { name: 'A', ...bare })
    }
  })

  test('a capacity of 0 is a value', async () => {
    const org = await organisation()
    const { data } = (await org.post('/sites', { name: 'A', client_capacity: 0 })).body
    assert.equal(data.client_capacity, 0)
  })

  test('names every invalid field, and creates nothing', async () => {
    const org = await organisation()
    const { status, body } = await org.post('/sites', {
      ...{ name: ' ', type: 5, status: null, address: 'x'.repeat(501), client_capacity: 10_001, manager: false },
      ...{ tags: ['a', 'a'], participant_ids: [1, 1], support_staff_ids: [0], shoe_size: 7 },
      admin_staff_ids: Array.from({ length: 201 }, (_, i) => i + 1),
    })
    assert.equal(status, 422)
    assert.deepEqual(body.errors, {
      shoe_size: [body.errors.shoe_size[0]],
      name: ['name must not be blank.'],
      type: ['type must be a text or null.'],
      status: ['status must be a text.'],
      address: ['address must have at most 500 characters.'],
      client_capacity: ['client_capacity must be from 0 to 10000.'],
      manager: ['manager must be a text or null.'],
      tags: ['tags must not have an item twice.'],
      participant_ids: ['participant_ids must not have an item twice.'],
      'support_staff_ids.0': ['support_staff_ids.0 must be 1 or greater.'],
      admin_staff_ids: ['admin_staff_ids must have 0 to 200 items.'],
    })
    assert.deepEqual(Object.keys((await org.post('/sites', {})).body.errors), ['name'])
    assert.deepEqual((await org.get('/sites')).body.data, [])
  })

  test('rejects unknown people and suppliers, and names the field and ids', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const [mine, theirs, ana] = [await client(org), await client(other), await person(org)]
    const [firm, stranger] = [await supplier(org), await person(other)]
    const { status, body } = await org.post('/sites', {
      name: 'A',
      participant_ids: [theirs, mine, 999_999],
      support_staff_ids: [ana, firm],
      admin_staff_ids: [stranger],
    })
    const rule = (who: string) => `must be ids of ${who} of this organisation; these are not:`
    assert.deepEqual(
      [status, body.errors],
      [
        422,
        {
          participant_ids: [`participant_ids ${rule('clients')} ${theirs}, 999999.`],
          support_staff_ids: [`support_staff_ids ${rule('staff')} ${firm}.`],
          admin_staff_ids: [`admin_staff_ids ${rule('staff')} ${stranger}.`],
        },
      ],
    )
    assert.deepEqual([(await org.get('/sites')).body.data, await eventsOf(org)], [[], []])
  })
})

describe('PATCH /sites/{id}', () => {
  test('updates only the fields in the body, clears with null, replaces lists, and records the changed fields', async () => {
    const org = await organisation()
    const [joan, max, ana] = [await client(org), await client(org, 'Max', 'Roe'), await person(org)]
    const id = await site(org, { manager: 'Ana Li', participant_ids: [joan, max], support_staff_ids: [ana] })
    const { data } = (
      await org.patch(`/sites/${id}`, { name: 'Wattle House', manager: null, participant_ids: [max], tags: ['new'] })
    ).body
    assert.deepEqual(data, {
      ...{ id, name: 'Wattle House', status: 'Active', tags: ['new'], participants: [{ id: max, name: 'Max Roe' }] },
      ...{ support_staff: [{ id: ana, name: 'Ana Li' }], admin_staff: [] },
    })
    const swapped = (await org.patch(`/sites/${id}`, { participant_ids: [joan, max], support_staff_ids: null })).body
    assert.deepEqual(
      [swapped.data.participants.map((p: { id: number }) => p.id), swapped.data.support_staff],
      [[joan, max], []],
    )
    assert.deepEqual(
      (await org.patch(`/sites/${id}`, { participant_ids: [max, joan] })).body.data.participants.map(
        (p: { id: number }) => p.id,
      ),
      [max, joan],
    )
    assert.deepEqual((await eventsOf(org)).slice(1), [
      ['site.updated', ['name', 'manager', 'tags', 'participant_ids']],
      ['site.updated', ['participant_ids', 'support_staff_ids']],
      ['site.updated', ['participant_ids']],
    ])
  })

  test('a person moves from one role to the other, or has both', async () => {
    const org = await organisation()
    const [ana, bo] = [await person(org), await person(org, 'Bo', 'Ng')]
    const id = await site(org, { support_staff_ids: [ana, bo] })
    const { data } = (await org.patch(`/sites/${id}`, { support_staff_ids: [bo], admin_staff_ids: [ana, bo] })).body
    const roles = [data.support_staff, data.admin_staff].map((list: { id: number }[]) => list.map((p) => p.id))
    assert.deepEqual(roles, [[bo], [ana, bo]])
  })

  test('an update that changes nothing records no event', async () => {
    const org = await organisation()
    const [joan, ana] = [await client(org), await person(org)]
    const id = await site(org, { tags: ['a'], participant_ids: [joan], admin_staff_ids: [ana] })
    const before = (await db.query('select * from site where org_id = $1', [org.orgId])).rows
    for (const body of [{}, { name: 'Banksia House', tags: ['a'], participant_ids: [joan], type: null }]) {
      assert.equal((await org.patch(`/sites/${id}`, body)).status, 200)
    }
    assert.deepEqual((await db.query('select * from site where org_id = $1', [org.orgId])).rows, before)
    assert.equal((await eventsOf(org)).length, 1)
  })

  test('an invalid link is a 422 and changes nothing else', async () => {
    const org = await organisation()
    const firm = await supplier(org)
    const id = await site(org)
    const { status, body } = await org.patch(`/sites/${id}`, { name: 'New', admin_staff_ids: [firm] })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['admin_staff_ids']])
    assert.equal((await org.get(`/sites/${id}`)).body.data.name, 'Banksia House')
  })

  test('preserves people in omitted lists, including one who has become a supplier', async () => {
    const org = await organisation()
    const ana = await person(org)
    const id = await site(org, { support_staff_ids: [ana] })
    await db.query('update staff set supplier = true where org_id = $1 and id = $2', [org.orgId, ana])
    const { status, body } = await org.patch(`/sites/${id}`, { name: 'New', support_staff_ids: [ana] })
    assert.deepEqual([status, body.data.support_staff.length], [200, 1])
  })

  test('another organisation’s site is a 404 and does not change', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const id = await site(org)
    for (const response of [
      await other.get(`/sites/${id}`),
      await other.patch(`/sites/${id}`, { name: 'Mine', participant_ids: [await client(other)] }),
      await org.get('/sites/x'),
    ]) {
      assert.deepEqual([response.status, response.body], [404, { message: 'Site not found.' }])
    }
    assert.deepEqual((await org.get(`/sites/${id}`)).body.data, {
      ...{ id, name: 'Banksia House', status: 'Active', participants: [] },
    })
    assert.deepEqual([await eventsOf(other), (await other.get('/sites')).body.data], [[], []])
  })

  test('concurrent updates are all applied, and lists are never mixed', async () => {
    const org = await organisation()
    const clients = await Promise.all(Array.from({ length: 6 }, () => client(org)))
    const id = await site(org)
    const lists = [clients.slice(0, 4), clients.slice(2).reverse(), [clients[5]!, clients[0]!]]
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        ...lists.map((participant_ids) => org.patch(`/sites/${id}`, { participant_ids })),
        org.patch(`/sites/${id}`, { manager: `Manager ${round}` }),
        org.patch(`/sites/${id}`, { tags: [`tag-${round}`] }),
      ])
      const { data } = (await org.get(`/sites/${id}`)).body
      const found = data.participants.map((p: { id: number }) => p.id)
      assert.ok(
        lists.some((list) => list.join() === found.join()),
        `${found} is none of the lists sent`,
      )
      assert.deepEqual([data.manager, data.tags], [`Manager ${round}`, [`tag-${round}`]])
    }
  })
})
