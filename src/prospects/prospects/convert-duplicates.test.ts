import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prospectsOf, storedProspects } from '../../../test/factories/prospects.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()
const prospects = async () => prospectsOf(db, await organisation())

describe('a prospect that matches an existing client', () => {
  test('is a 422 that lists the clients by id with what is the same, archived ones too, also in a dry run', async () => {
    const { org, create, client, convert } = await prospects()
    const named = await client({ first_name: 'MAX', last_name: 'roe', status: 'Archived' })
    const reached = await client({ primary_contact_email: 'Max@Example.com' })
    const called = await client({ primary_contact_number: '(0491) 570-158' })
    const whole = { primary_contact_email: 'MAX@example.com', primary_contact_number: '61491570158' }
    const same = await client({ first_name: 'Max', last_name: 'Roe', ...whole })
    await client({ first_name: 'Roe', last_name: 'Max', primary_contact_number: '0491 570 159' })
    const { id } = await create({ email: 'max@example.com', phone: '+61 491 570 158' })
    const before = await storedProspects(db, org.orgId)
    for (const more of [{}, { dry_run: true }, { allow_duplicate: false }]) {
      const { status, body } = await convert(id, more)
      assert.deepEqual(
        [status, body],
        [
          422,
          {
            message: 'This prospect looks like an existing client.',
            errors: {
              allow_duplicate: [
                'allow_duplicate must be true to create a client nevertheless; or send link_client_id to link one of duplicates.',
              ],
            },
            duplicates: [
              { client_id: named, name: 'MAX roe', status: 'Archived', matches: ['name'] },
              { client_id: reached, name: 'Joan Hart', status: 'Active', matches: ['email'] },
              { client_id: called, name: 'Joan Hart', status: 'Active', matches: ['phone'] },
              { client_id: same, name: 'Max Roe', status: 'Active', matches: ['name', 'email', 'phone'] },
            ],
          },
        ],
      )
    }
    assert.deepEqual(await storedProspects(db, org.orgId), before)
  })

  test('matches despite blanks around the name; a few digits are no phone number', async () => {
    const { create, client, convert } = await prospects()
    const known = await client({ first_name: 'Max', last_name: 'Roe', primary_contact_number: '000' })
    const { id } = await create({ first_name: ' Max ', last_name: 'Roe ', phone: '000' })
    const { status, body } = await convert(id)
    assert.deepEqual(
      [status, body.duplicates],
      [422, [{ client_id: known, name: 'Max Roe', status: 'Active', matches: ['name'] }]],
    )
    const other = await create({ first_name: ' Ida ', last_name: 'Roe', phone: '000', suburb: ' ' })
    const made = await convert(other.id)
    assert.equal(made.status, 200)
    const { rows } = await db.query('select first_name, address from client where id = $1', [made.body.created])
    assert.deepEqual(rows, [{ first_name: 'Ida', address: null }])
  })

  test('becomes another client with allow_duplicate, or the same with link_client_id', async () => {
    const { create, client, convert } = await prospects()
    const clientId = await client({ first_name: 'Max', last_name: 'Roe' })
    const [first, second] = [await create(), await create()]
    const { status, body } = await convert(first.id, { allow_duplicate: true })
    assert.equal(status, 200)
    assert.notEqual(body.created, clientId)
    assert.equal((await convert(second.id, { link_client_id: clientId })).body.linked, clientId)
  })

  test('lists ten at most', async () => {
    const { org, create, convert } = await prospects()
    const { rows } = await db.query(
      `insert into client (org_id, first_name, last_name, client_type, business_id, primary_contact_email, primary_contact_number)
       select $1, case n % 3 when 0 then 'Max' else 'Joan' end, 'Roe', 'HCP', $2, case n % 3 when 1 then 'max@example.com' end,
         case n % 3 when 2 then '0491570158' end
       from generate_series(1, 33) n returning id`,
      [org.orgId, org.businessId],
    )
    const { id } = await create({ email: 'max@example.com', phone: '0491 570 158' })
    const { duplicates } = (await convert(id)).body
    assert.deepEqual(
      duplicates.map(({ client_id }: { client_id: number }) => client_id),
      rows.slice(0, 10).map((row) => row.id),
    )
  })

  test('does not match by a phone without digits, a missing email, or another organisation’s client', async () => {
    const { create, client, convert } = await prospects()
    const other = await prospects()
    await other.client({ first_name: 'Max', last_name: 'Roe', primary_contact_number: '0491 570 158' })
    await client({ primary_contact_number: 'none' })
    await client()
    const { id } = await create({ phone: 'n/a', email: null })
    assert.equal((await convert(id)).status, 200)
    const called = await create({ first_name: 'Lee', phone: '0491 570 158' })
    assert.equal((await convert(called.id)).status, 200)
  })
})

describe('conversions at once', () => {
  test('of one prospect create one client and return the same response', async () => {
    const { org, create, convert, history, eventsOf } = await prospects()
    const { id } = await create({ email: 'max@example.com' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => convert(id)))
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal((await org.get('/clients')).body.meta.total, 1)
    assert.deepEqual(await history(id), ['New', 'Won'])
    assert.equal((await eventsOf('client.created')).length, 1)
    assert.equal((await eventsOf('prospect.converted')).length, 1)
  })

  test('of one prospect that link different clients link one of them', async () => {
    const { create, client, org, history } = await prospects()
    const { id } = await create()
    const clients = await Promise.all(Array.from({ length: 6 }, () => client()))
    const answers = await Promise.all(
      clients.map((link_client_id) => org.post(`/prospects/${id}/convert`, { link_client_id })),
    )
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.deepEqual(await history(id), ['New', 'Won'])
  })

  test('of prospects with the same email create one client; the other responses name it', async () => {
    const { org, create, convert } = await prospects()
    const leads = await Promise.all(
      ['A', 'B', 'C', 'D', 'E'].map((first_name) => create({ first_name, email: 'x@y.example' })),
    )
    const answers = await Promise.all(leads.map(({ id }) => convert(id)))
    const [done, ...rest] = answers.toSorted((a, b) => a.status - b.status)
    assert.equal(done!.status, 200)
    for (const { status, body } of rest) {
      assert.deepEqual([status, body.duplicates.length, body.duplicates[0].client_id], [422, 1, done!.body.created])
    }
    assert.equal((await org.get('/clients')).body.meta.total, 1)
  })

  test('and a change of the stage: it comes before, or finds the stage fixed', async () => {
    const { create, change, convert, read, history } = await prospects()
    for (let round = 0; round < 5; round++) {
      const { id } = await create({ last_name: `R${round}` })
      const [moved, converted] = await Promise.all([change(id, { stage: 'Lost' }), convert(id)])
      assert.equal(converted.status, 200)
      assert.equal((await read(id)).stage, 'Won')
      assert.deepEqual(await history(id), moved.status === 200 ? ['New', 'Lost', 'Won'] : ['New', 'Won'])
    }
  })
})
