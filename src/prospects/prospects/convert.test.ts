import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prospectsOf, storedProspects } from '../../../test/factories/prospects.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const prospects = async () => {
  const made = prospectsOf(db, await organisation())
  await made.setOptions()
  return made
}
const contact = { email: 'max@example.com', phone: '+61 491 570 158', suburb: 'Ryde' }
const bySort = (events: unknown[][]) => events.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))

describe('POST /prospects/{id}/convert', () => {
  test('creates an Active client from the prospect, which is won with it', async () => {
    const { org, create, convert, read, history, events } = await prospects()
    const before = await create(contact)
    const { status, body } = await convert(before.id)
    assert.equal(status, 200)
    const { created, data } = body
    const after = { stage: 'Signed', converted: true, client_id: created, updated_at: data.updated_at }
    assert.deepEqual(body, { created, data: { ...before, ...after } })
    assert.deepEqual(await read(before.id), data)
    assert.deepEqual(await history(before.id), ['New', 'Signed'])

    const client = (await org.get(`/clients/${created}`)).body.data
    const { created_at, updated_at, ...fields } = client
    assert.deepEqual(fields, {
      ...{ id: created, first_name: 'Max', last_name: 'Roe', client_type: 'HCP', business_id: org.businessId },
      ...{ language: 'English', address: 'Ryde', primary_contact_email: contact.email },
      ...{ primary_contact_number: contact.phone, status: 'Active' },
    })
    const names = Object.keys(fields).filter((field) => field !== 'id')
    const detail = { client_id: created, conversion: 'created', from: 'New', to: 'Signed' }
    assert.deepEqual(bySort((await events()).slice(1)), [
      ['client.created', created, names, null],
      ['prospect.converted', before.id, ['converted', 'client_id', 'stage'], detail],
    ])
    assert.equal((await org.get('/clients')).body.meta.total, 1)
  })

  test('links an existing client, archived or not; client_type and business_id are optional then', async () => {
    const { org, create, client, events } = await prospects()
    const clientId = await client({ status: 'Archived' })
    const before = await create(contact)
    const { status, body } = await org.post(`/prospects/${before.id}/convert`, { link_client_id: clientId })
    const after = { stage: 'Signed', converted: true, client_id: clientId, updated_at: body.data.updated_at }
    assert.deepEqual([status, body], [200, { linked: clientId, data: { ...before, ...after } }])
    const detail = { client_id: clientId, conversion: 'linked', from: 'New', to: 'Signed' }
    assert.deepEqual((await events()).at(-1), [
      ...['prospect.converted', before.id, ['converted', 'client_id', 'stage'], detail],
    ])
    assert.equal((await org.get('/clients')).body.meta.total, 1)
  })

  test('leaves a stage that is won, and any stage where none is', async () => {
    const { setOptions, create, convert, history, eventsOf } = await prospects()
    const won = await create({ stage: 'Moved in' })
    const { body } = await convert(won.id)
    assert.equal(body.data.stage, 'Moved in')
    assert.deepEqual(await history(won.id), ['Moved in'])
    await setOptions({ stages: [{ name: 'Qualified', category: 'open' }] })
    const open = await create({ last_name: 'Ng' })
    const { data } = (await convert(open.id)).body
    assert.deepEqual([data.stage, data.converted], ['New', true])
    const fields = ['converted', 'client_id']
    assert.deepEqual(await eventsOf('prospect.converted'), [
      [won.id, fields, { client_id: body.created, conversion: 'created' }],
      [open.id, fields, { client_id: data.client_id, conversion: 'created' }],
    ])
  })

  test('again with any body returns the same response and changes nothing', async () => {
    const { org, create, client, convert } = await prospects()
    const [first, second, other] = [await create(contact), await create({ last_name: 'Li' }), await client()]
    const answers = [await convert(first.id), await convert(second.id, { link_client_id: other })]
    const before = await storedProspects(db, org.orgId)
    for (const more of [
      {},
      { client_type: 'NDIS', business_id: 999_999_999, allow_duplicate: true },
      { link_client_id: other },
      { link_client_id: 999_999_999 },
    ]) {
      assert.deepEqual((await convert(first.id, more)).body, answers[0]!.body)
      assert.deepEqual((await convert(second.id, more)).body, answers[1]!.body)
    }
    assert.deepEqual(await storedProspects(db, org.orgId), before)
  })

  for (const [what, body, errors] of [
    [
      'nothing is sent',
      {},
      {
        client_type: ['client_type is required where no link_client_id is sent.'],
        business_id: ['business_id is required where no link_client_id is sent.'],
      },
    ],
    [
      'the business location is not the organisation’s',
      { client_type: 'HCP', business_id: 999_999_999 },
      { business_id: ['business_id must be the id of a business location of this organisation.'] },
    ],
    [
      'the client to link is not the organisation’s',
      { link_client_id: 999_999_999 },
      { link_client_id: ['link_client_id must be the id of a client of this organisation.'] },
    ],
    [
      'the type is none',
      { client_type: 'CHSP', business_id: 1 },
      { client_type: ['client_type must be one of HCP, SaH, THCP, GHCP, NDIS, Private.'] },
    ],
    ['a field is unknown', { link_client_id: 1, stage: 'Signed' }, undefined],
  ] as const) {
    test(`is 422 where ${what}, and nothing changes, in a dry run too`, async () => {
      const { org, create } = await prospects()
      const { id } = await create(contact)
      const before = await storedProspects(db, org.orgId)
      for (const more of [{}, { dry_run: true }]) {
        const response = await org.post(`/prospects/${id}/convert`, { ...body, ...more })
        assert.equal(response.status, 422)
        if (errors) assert.deepEqual(response.body, { message: 'The given data was invalid.', errors })
        else assert.deepEqual(Object.keys(response.body.errors), ['stage'])
      }
      assert.deepEqual(await storedProspects(db, org.orgId), before)
    })
  }

  test('a client or location of another organisation is unknown, and a prospect of another is 404', async () => {
    const [mine, theirs] = [await prospects(), await prospects()]
    const { id } = await mine.create()
    const before = [await storedProspects(db, mine.org.orgId), await storedProspects(db, theirs.org.orgId)]
    const { status, body } = await theirs.convert(id)
    assert.deepEqual([status, body], [404, { message: 'Prospect not found.' }])
    assert.equal((await mine.convert(id, { business_id: theirs.org.businessId })).status, 422)
    assert.deepEqual([await storedProspects(db, mine.org.orgId), await storedProspects(db, theirs.org.orgId)], before)
    const stranger = await theirs.client()
    assert.deepEqual(Object.keys((await mine.convert(id, { link_client_id: stranger })).body.errors), [
      'link_client_id',
    ])
  })

  test('a dry run returns the result, and writes nothing', async () => {
    const { org, create, client, convert } = await prospects()
    const [first, second, other] = [await create(contact), await create({ last_name: 'Li' }), await client()]
    const before = await storedProspects(db, org.orgId)
    const made = await convert(first.id, { dry_run: true })
    const { updated_at } = made.body.data
    const would = { ...first, stage: 'Signed', converted: true, client_id: null, updated_at }
    assert.deepEqual([made.status, made.body], [200, { dry_run: true, created: null, data: would }])
    const linked = (await convert(second.id, { link_client_id: other, dry_run: true })).body
    assert.deepEqual([linked.dry_run, linked.linked, linked.data.client_id], [true, other, other])
    assert.deepEqual(await storedProspects(db, org.orgId), before)
    const { created, data } = (await convert(first.id)).body
    const done = await storedProspects(db, org.orgId)
    assert.deepEqual((await convert(first.id, { dry_run: true })).body, { dry_run: true, created, data })
    assert.deepEqual(await storedProspects(db, org.orgId), done)
  })

  test('repeated with the same Idempotency-Key is one conversion, and a rejection stays one', async () => {
    const { org, create, convert } = await prospects()
    const { id } = await create(contact)
    const key = { 'idempotency-key': 'convert-1' }
    const [first, second] = [await convert(id, {}, key), await convert(id, {}, key)]
    assert.deepEqual([second.status, second.text, second.headers['idempotency-replayed']], [200, first.text, 'true'])
    const twin = await create(contact)
    const dry = { dry_run: true, allow_duplicate: true }
    const [dryFirst, drySecond] = [
      await convert(twin.id, dry, { 'idempotency-key': 'dry' }),
      await convert(twin.id, dry, { 'idempotency-key': 'dry' }),
    ]
    assert.deepEqual([dryFirst.body.created, drySecond.text], [null, dryFirst.text])
    const rejected = { 'idempotency-key': 'convert-2' }
    const [no, again] = [await convert(twin.id, {}, rejected), await convert(twin.id, {}, rejected)]
    assert.deepEqual([no.status, again.status, again.text], [422, 422, no.text])
    assert.equal((await org.get('/clients')).body.meta.total, 1)
  })

  test('needs both areas: with only one of them it is 403 that names both', async () => {
    for (const access of [
      { prospects: 'read-write', clients: 'read' },
      { prospects: 'read', clients: 'read-write' },
      { prospects: 'read-write' },
      { clients: 'read-write' },
    ] as const) {
      const { status, headers } = await prospectsOf(db, await organisation(access)).convert(1)
      assert.deepEqual([status, headers['x-required-access']], [403, 'prospects=read-write, clients=read-write'])
    }
    const both = prospectsOf(db, await organisation({ prospects: 'read-write', clients: 'read-write' }))
    assert.equal((await both.convert((await both.create()).id)).status, 200)
  })
})
