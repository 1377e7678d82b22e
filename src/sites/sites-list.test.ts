import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness, type Organisation } from '../../test/harness/harness.ts'

const { db, organisation } = await harness()

const site = async (org: Organisation, fields: object = {}): Promise<number> =>
  (await org.post('/sites', { name: 'Banksia House', ...fields })).body.data.id
const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)

test('orders by name in Unicode order without case, then by id', async () => {
  const org = await organisation()
  const order = ['House 1', 'banksia', 'Zed', 'Élan', 'eland', 'Banksia', 'élan', 'apple', 'Über', 'unter']
  const ids = new Map<number, string>()
  for (const name of order) ids.set(await site(org, { name }), name)
  const { body } = await org.get('/sites')
  assert.deepEqual(names(body), [
    ...['apple', 'banksia', 'Banksia', 'Élan', 'élan', 'eland', 'House 1', 'Über', 'unter', 'Zed'],
  ])
})

test('returns the first 50 by name, and the number of matches in X-Total-Count', async () => {
  const org = await organisation()
  await db.query(
    `insert into site (org_id, name, status)
     select $1, case when g % 3 = 0 then 'house ' else 'House ' end || lpad(g::text, 3, '0'), case when g % 2 = 0 then 'Active' else 'Closed' end from generate_series(1, 120) g`,
    [org.orgId],
  )
  const { body, headers } = await org.get('/sites')
  assert.deepEqual([body.data.length, headers['x-total-count'], Object.keys(body)], [50, '120', ['data']])
  assert.deepEqual([body.data[0].name, body.data[49].name], ['House 001', 'House 050'])
  const closed = await org.get('/sites?status=Closed&query=house%2001')
  assert.deepEqual(names(closed.body), ['House 011', 'House 013', 'house 015', 'House 017', 'House 019'])
  assert.equal(closed.headers['x-total-count'], '5')
})

test('query is a case-insensitive part of the name; % _ and \\ are literal', async () => {
  const org = await organisation()
  for (const name of ['100% Élan', '100 Banksia', 'a_b', 'a\\b', 'axb']) await site(org, { name })
  for (const [query, expected] of [
    ['ÉLAN', ['100% Élan']],
    ['BANK', ['100 Banksia']],
    ['0%', ['100% Élan']],
    ['A_B', ['a_b']],
    ['a\\b', ['a\\b']],
    ['_', ['a_b']],
    ['nothing', []],
  ] as const) {
    const { body, headers } = await org.get(`/sites?query=${encodeURIComponent(query)}`)
    assert.deepEqual([names(body), headers['x-total-count']], [[...expected], String(expected.length)])
  }
})

test('status matches exactly and may be any text; an empty filter is rejected', async () => {
  const org = await organisation()
  await site(org)
  await site(org, { name: 'B', status: 'On hold' })
  assert.deepEqual(names((await org.get('/sites?status=On%20hold')).body), ['B'])
  for (const status of ['active', 'ACTIVE', 'Act', 'gone']) {
    const { status: code, body } = await org.get(`/sites?status=${status}`)
    assert.deepEqual([code, body], [200, { data: [] }])
  }
  assert.deepEqual(Object.keys((await org.get('/sites?status=&query=&include_staff=1')).body.errors), [
    ...['query', 'status', 'include_staff'],
  ])
})

test('include_staff adds support and admin staff; without it they are omitted', async () => {
  const org = await organisation({ roster: 'read', sites: 'read-write', staff: 'read-write' })
  const ana = (await org.post('/staff', { first_name: 'Ana', last_name: 'Li' })).body.data.id
  const id = await site(org, { support_staff_ids: [ana] })
  for (const path of ['/sites', `/sites/${id}`]) {
    const { data } = (await org.get(`${path}?include_staff=true`)).body
    const [record] = [data].flat()
    assert.deepEqual([record.support_staff, record.admin_staff], [[{ id: ana, name: 'Ana Li' }], []])
    for (const query of ['', '?include_staff=false']) {
      const [plain] = [(await org.get(`${path}${query}`)).body.data].flat()
      assert.deepEqual(Object.keys(plain), ['id', 'name', 'status', 'participants'])
    }
  }
})

test('links of equal ids in two organisations do not mix', async () => {
  const [org, other] = [await organisation(), await organisation()]
  const id = await site(org)
  const joan = (
    await org.post('/clients', {
      ...{ first_name: 'Joan', last_name: 'Hart' },
      client_type: 'NDIS',
      business_id: org.businessId,
    })
  ).body.data.id
  await db.query(
    `insert into client (org_id, id, first_name, last_name, client_type, business_id) values ($1, $2, 'Not', 'Joan', 'HCP', $3)`,
    [other.orgId, joan, other.businessId],
  )
  await db.query(`insert into site (org_id, id, name) values ($1, $2, 'Theirs')`, [other.orgId, id])
  await org.patch(`/sites/${id}`, { participant_ids: [joan] })
  assert.deepEqual((await org.get('/sites')).body.data[0].participants, [{ id: joan, name: 'Joan Hart' }])
  assert.deepEqual((await other.get('/sites')).body.data[0].participants, [])
})
