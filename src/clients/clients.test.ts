import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness, type Organisation } from '../../test/harness/harness.ts'
import { allStatements } from '../db/statement.ts'

const { db, organisation } = await harness()
const ada = { first_name: 'Ada', last_name: 'Byron', client_type: 'NDIS' }
const create = async (org: Organisation, fields: object = {}) =>
  (await org.post('/clients', { ...ada, business_id: org.businessId, ...fields })).body.data
const rowsOf = async (orgId: number) =>
  (await db.query('select * from client where org_id = $1 order by id', [orgId])).rows

describe('POST /clients', () => {
  test('creates an active English-speaking client and records client.created', async () => {
    const org = await organisation()
    const { status, body } = await org.post('/clients', { ...ada, business_id: org.businessId })

    assert.equal(status, 201)
    assert.deepEqual(Object.keys(body), ['data'])
    assert.deepEqual(Object.keys(body.data), [
      ...[
        'id',
        'first_name',
        'last_name',
        'client_type',
        'business_id',
        'language',
        'address',
        'primary_contact_email',
      ],
      ...['primary_contact_number', 'status', 'created_at', 'updated_at'],
    ])
    assert.match(body.data.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    assert.equal(body.data.updated_at, body.data.created_at)
    assert.deepEqual(
      [
        body.data.language,
        body.data.status,
        body.data.address,
        body.data.primary_contact_email,
        body.data.primary_contact_number,
      ],
      ['English', 'Active', null, null, null],
    )
    assert.deepEqual(await org.events(), [
      {
        type: 'client.created',
        subject_id: body.data.id,
        fields: ['first_name', 'last_name', 'client_type', 'business_id', 'language', 'status'],
        detail: null,
        connection_id: org.connectionId,
      },
    ])
  })

  test('accepts every field, including status Archived', async () => {
    const org = await organisation()
    const all = {
      ...ada,
      business_id: org.businessId,
      language: 'Welsh',
      address: '1 Long St',
      primary_contact_email: 'ada@example.com',
      primary_contact_number: '0491 570 156',
      status: 'Archived',
    }
    const { body } = await org.post('/clients', all)
    const { id, created_at, updated_at, ...kept } = body.data
    assert.deepEqual(kept, all)
  })

  test('names every missing and unsupported field at once, and creates nothing', async () => {
    const org = await organisation()
    const { status, body } = await org.post('/clients', {
      first_name: 'Ada',
      client_type: 'NDIS',
      business_id: org.businessId,
      shoe_size: 7,
    })

    assert.equal(status, 422)
    assert.equal(body.message, 'The given data was invalid.')
    assert.deepEqual(Object.keys(body.errors).sort(), ['last_name', 'shoe_size'])
    assert.deepEqual(body.errors.last_name, ['last_name is required.'])
    assert.match(body.errors.shoe_size[0], /^shoe_size is not supported; supported fields are first_name, /)
    assert.deepEqual([await rowsOf(org.orgId), await org.events()], [[], []])
  })

  const invalid: [field: string, value: unknown, message: RegExp][] = [
    ['first_name', 'A\u0000', /U\+0000/],
    ['first_name', '\ud800', /surrogate/],
    ['first_name', '', /must not be empty/],
    ['first_name', '   ', /must not be blank/],
    ['first_name', 'x'.repeat(101), /at most 100 characters/],
    ['first_name', null, /must be a text/],
    ['last_name', 7, /must be a text/],
    ['language', 'x'.repeat(101), /at most 100 characters/],
    ['address', 'x'.repeat(501), /at most 500 characters/],
    ['primary_contact_number', '1'.repeat(41), /at most 40 characters/],
    ['primary_contact_email', 'ada@', /valid email/],
    ['primary_contact_email', `${'a'.repeat(250)}@ex.com`, /at most 255 characters/],
    ['client_type', 'Vip', /must be one of HCP, SaH, THCP, GHCP, NDIS, Private/],
    ['status', 'Gone', /must be one of Active, Archived/],
    ['business_id', '1', /must be a whole number/],
    ['business_id', 1.5, /must be a whole number/],
    ['business_id', 2 ** 53, /must be 1 or greater|from 1 to/],
    ['business_id', 0, /must be/],
    ['business_id', 2 ** 53 - 1, /must be the id of a business location/],
  ]
  for (const [field, value, message] of invalid) {
    test(`responds 422 with the rule of ${field} for ${JSON.stringify(value).slice(0, 30)}`, async () => {
      const org = await organisation()
      const { status, body } = await org.post('/clients', { ...ada, business_id: org.businessId, [field]: value })
      assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      assert.match(body.errors[field][0], message)
      assert.deepEqual(await rowsOf(org.orgId), [])
    })
  }

  test('limits lengths in characters, not bytes or code units, and stores them unchanged', async () => {
    const org = await organisation()
    const name = '🌾'.repeat(100)
    assert.equal((await create(org, { first_name: name })).first_name, name)
  })

  test('rejects the business location of another organisation', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const { status, body } = await org.post('/clients', { ...ada, business_id: other.businessId })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['business_id']])
  })
})

describe('PATCH /clients/{id}', () => {
  test('preserves omitted fields, clears null fields, and records the names of changed fields', async () => {
    const org = await organisation()
    const before = await create(org, { address: '1 Long St', language: 'Welsh' })
    const { status, body } = await org.patch(`/clients/${before.id}`, {
      address: null,
      language: 'Welsh',
      first_name: 'Eva',
    })

    assert.equal(status, 200)
    assert.ok(body.data.updated_at > before.updated_at)
    assert.deepEqual(body.data, { ...before, address: null, first_name: 'Eva', updated_at: body.data.updated_at })
    const [, event] = await org.events()
    assert.deepEqual(
      [event.type, event.subject_id, event.fields.sort()],
      ['client.updated', before.id, ['address', 'first_name']],
    )
  })

  for (const [what, patch] of Object.entries({ '{}': {}, 'the same values': ada })) {
    test(`with ${what} responds 200, preserves updated_at and records no event`, async () => {
      const org = await organisation()
      const before = await create(org)
      const { status, body } = await org.patch(`/clients/${before.id}`, patch)
      assert.deepEqual([status, body.data], [200, before])
      assert.equal((await org.events()).length, 1)
    })
  }

  test('archives and restores by status, with an event for each', async () => {
    const org = await organisation()
    const { id } = await create(org)
    assert.equal((await org.patch(`/clients/${id}`, { status: 'Archived' })).body.data.status, 'Archived')
    assert.equal(
      (await org.patch(`/clients/${id}`, { status: 'Active', last_name: 'King' })).body.data.status,
      'Active',
    )
    assert.deepEqual(
      (await org.events()).map(({ type }) => type),
      ['client.created', 'client.archived', 'client.restored'],
    )
  })

  test('rejects null in a field that is not nullable, unknown fields and unknown business locations, and changes nothing', async () => {
    const org = await organisation()
    const before = await create(org)
    const { status, body } = await org.patch(`/clients/${before.id}`, { language: null, id: 9, created_at: 'now' })
    assert.deepEqual([status, Object.keys(body.errors).sort()], [422, ['created_at', 'id', 'language']])
    assert.equal((await org.patch(`/clients/${before.id}`, { business_id: 999_999 })).status, 422)
    assert.deepEqual((await org.get(`/clients/${before.id}`)).body.data, before)
  })

  test('concurrent updates of different fields are both applied, each with its event', async () => {
    const org = await organisation()
    for (let round = 0; round < 10; round++) {
      const { id } = await create(org)
      const [a, b] = await Promise.all([
        org.patch(`/clients/${id}`, { first_name: 'Eva' }),
        org.patch(`/clients/${id}`, { address: '2 New St' }),
      ])
      assert.deepEqual([a.status, b.status], [200, 200])
      const { data } = (await org.get(`/clients/${id}`)).body
      assert.deepEqual([data.first_name, data.address], ['Eva', '2 New St'])
      const events = (await org.events()).filter((event) => event.subject_id === id && event.type === 'client.updated')
      assert.deepEqual(events.map(({ fields }) => fields).sort(), [['address'], ['first_name']])
    }
  })

  test('every combination of fields works, with at most 64 prepared statements', async () => {
    const org = await organisation()
    const { id } = await create(org)
    const fields = ['first_name', 'last_name', 'language', 'address', 'primary_contact_number', 'client_type', 'status']
    const choices: Record<string, string[]> = { client_type: ['HCP', 'SaH'], status: ['Archived', 'Active'] }
    for (let mask = 1; mask < 2 ** fields.length; mask++) {
      const chosen = fields.filter((_, bit) => mask & (1 << bit))
      const patch = Object.fromEntries(chosen.map((field) => [field, choices[field]?.[mask % 2] ?? `value ${mask}`]))
      const { status, body } = await org.patch(`/clients/${id}`, patch)
      assert.equal(status, 200)
      for (const [field, value] of Object.entries(patch)) assert.equal(body.data[field], value)
    }
    const prepared = [...allStatements.keys()].filter((name) => name.startsWith('clients.update:'))
    assert.ok(prepared.length <= 64, String(prepared.length))
  })

  test('equal concurrent updates are one change', async () => {
    const org = await organisation()
    const { id } = await create(org)
    await Promise.all(Array.from({ length: 8 }, () => org.patch(`/clients/${id}`, { first_name: 'Eva' })))
    assert.equal((await org.events()).filter(({ type }) => type === 'client.updated').length, 1)
  })
})

describe('DELETE /clients/{id}', () => {
  test('archives the client; a second time it responds 200 and changes nothing', async () => {
    const org = await organisation()
    const before = await create(org)
    const { status, body } = await org.delete(`/clients/${before.id}`)
    assert.deepEqual([status, body.data], [200, { ...before, status: 'Archived', updated_at: body.data.updated_at }])
    const again = await org.delete(`/clients/${before.id}`)
    assert.deepEqual([again.status, again.body.data], [200, body.data])
    assert.deepEqual(
      (await org.events()).map(({ type }) => type),
      ['client.created', 'client.archived'],
    )
  })
})
