import assert from 'node:assert/strict'
import { test } from 'node:test'
import { field, oneStep } from '../../../test/factories/forms/forms.ts'
import { dataOf, formPages, sending } from '../../../test/factories/forms/pages.ts'
import { harness } from '../../../test/harness/harness.ts'

const { app, db, clock, organisation } = await harness()
const acme = await organisation()
const { forms, get, post, addressOf, publish } = formPages(app, db, acme)

test('a link for a client shows the prefilled fields of that client, and no other link shows any', async () => {
  const person = { business_id: acme.businessId, first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS' }
  const { id } = (await acme.post('/clients', { ...person, address: '1 Wattle St' })).body.data
  const form = await forms.publishedForm({
    ...oneStep(field('client', 'who', { required: true }), field('address', 'home', { required: true })),
    client_prefill: { enabled: true, client_field: 'who', map: { home: 'address' } },
  })
  const address = await addressOf(form)
  const { url } = (await acme.post(`/forms/${form}/links`, { client_id: id, expires_in_days: 1 })).body
  const link = new URL(url).searchParams.get('for')!
  assert.deepEqual(dataOf((await get(`${address}?for=${link}`)).body).known, {
    fixed: 'who',
    answers: { who: 'Joan Hart', home: '1 Wattle St' },
  })
  assert.equal(dataOf((await get(address)).body).known, undefined)

  const sent = await post(address, { answers: { who: 'Mallory', home: '2 Elm St' }, sending: sending(), link })
  assert.equal(sent.statusCode, 201)
  const { rows } = await db.query('select id from form_submission where form_id = $1', [form])
  const { client, answers } = await forms.read(rows[0].id)
  assert.deepEqual([client, answers[1].value], [{ id, name: 'Joan Hart' }, '2 Elm St'])

  for (const wrong of [`${link}x`, 'x', '', `${link}&for=${link}`]) {
    const { statusCode, body } = await get(`${address}?for=${wrong}`)
    assert.equal(statusCode, 410)
    assert.match(body, /This link no longer works[\s\S]*Open the form without the link/)
    assert.ok(!body.includes('Joan'))
  }
  clock.advance(2 * 86_400_000)
  assert.equal((await get(`${address}?for=${link}`)).statusCode, 410)
  assert.equal((await post(address, { answers: {}, sending: sending(), link })).statusCode, 410)
  clock.advance(-2 * 86_400_000)
})

test('a link stops working without client_prefill, and a redirect from a trailing slash keeps its token', async () => {
  const prefill = { enabled: true, client_field: 'who', map: { home: 'address' } }
  const asked = oneStep(field('client', 'who'), field('text', 'home'))
  const id = await forms.publishedForm({ ...asked, client_prefill: prefill })
  const { rows } = await db.query(
    `insert into client (org_id, first_name, last_name, client_type, business_id, address)
     values ($1, 'Joan', 'Hart', 'NDIS', $2, '1 Secret St') returning id`,
    [acme.orgId, acme.businessId],
  )
  const { pathname, search } = new URL((await acme.post(`/forms/${id}/links`, { client_id: rows[0].id })).body.url)
  assert.match((await get(pathname + search)).body, /1 Secret St/)
  assert.equal((await get(`${pathname}/${search}`)).headers.location, pathname + search)
  await forms.publishedForm({ ...asked, client_prefill: { ...prefill, enabled: false } }, id)
  const { statusCode, body } = await get(pathname + search)
  assert.equal(statusCode, 410)
  assert.ok(!body.includes('Secret') && !body.includes('Joan'))
  const link = new URLSearchParams(search).get('for')
  assert.equal((await post(pathname, { answers: {}, sending: sending(), link })).statusCode, 410)
})

test('ids of clients cannot be probed: existing and unknown ids are rejected alike', async () => {
  const person = { business_id: acme.businessId, first_name: 'Joan', last_name: 'Hart', client_type: 'NDIS' }
  const { id } = (await acme.post('/clients', { ...person, address: '1 Wattle St' })).body.data
  const address = await publish({
    ...oneStep(field('client', 'who', { required: true }), field('address', 'home', { required: true })),
    client_prefill: { enabled: true, client_field: 'who', map: { home: 'address' } },
  })
  const [real, made] = await Promise.all(
    [id, id + 999].map((who) => post(address, { answers: { who }, sending: sending() })),
  )
  assert.equal(real!.statusCode, 422)
  assert.equal(real!.body, made!.body)
})
