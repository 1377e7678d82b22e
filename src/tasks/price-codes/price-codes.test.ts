import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tasksOf } from '../../../test/factories/tasks/tasks.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()

const codes = async (org: Organisation, search = ''): Promise<string[]> => {
  const { status, body, text } = await org.get(`/price-codes${search}`)
  assert.equal(status, 200, text)
  assert.equal(body.meta.total, body.data.length)
  return body.data.map(({ code }: { code: string }) => code)
}

test('shows every field with a value, the price as a number, and leaves out what has none', async () => {
  const org = await organisation({ tasks: 'read' })
  const { priceCode } = tasksOf(db, org)
  const full = {
    ...{ code: '01_011', name: 'Self-care', unit: 'hour', price: 67.56, funding_type: 'NDIS' },
    ...{ claim_types: ['Standard', 'Travel'], effective_from: '2026-07-01', effective_to: '2027-06-30' },
  }
  const ids = [await priceCode(full), await priceCode({ code: 'KM', name: 'Travel', unit: 'each', price: '0.1' })]
  const { body } = await org.get('/price-codes')
  assert.deepEqual(body, {
    data: [
      { id: ids[0], ...full },
      { id: ids[1], code: 'KM', name: 'Travel', unit: 'each', price: 0.1, claim_types: [] },
    ],
    meta: { page: 1, per_page: 50, total: 2, last_page: 1 },
  })
})

test('client_id returns codes for the client’s type and codes for all', async () => {
  const org = await organisation()
  const { priceCode, client } = tasksOf(db, org)
  for (const funding_type of ['NDIS', 'HCP', null]) await priceCode({ code: `for ${funding_type}`, funding_type })
  const [joan, max] = [await client(), await client('Max', { client_type: 'HCP' })]
  assert.deepEqual(await codes(org, `?client_id=${joan}`), ['for NDIS', 'for null'])
  assert.deepEqual(await codes(org, `?client_id=${max}`), ['for HCP', 'for null'])
  assert.deepEqual(await codes(org), ['for NDIS', 'for HCP', 'for null'])
})

test('client_id that is no client of the organisation is a 422', async () => {
  const [org, other] = [await organisation(), await organisation()]
  const theirs = await tasksOf(db, other).client()
  for (const id of [theirs, 999_999_999]) {
    const { status, body } = await org.get(`/price-codes?client_id=${id}`)
    const errors = { client_id: ['client_id must be the id of a client of this organisation.'] }
    assert.deepEqual([status, body], [422, { message: 'The given data was invalid.', errors }])
  }
})

test('date returns the codes in effect that day, including the first and the last day', async () => {
  const org = await organisation()
  const { priceCode } = tasksOf(db, org)
  await priceCode({ code: 'old', effective_to: '2026-06-30' })
  await priceCode({ code: 'year', effective_from: '2026-07-01', effective_to: '2027-06-30' })
  await priceCode({ code: 'new', effective_from: '2027-07-01' })
  await priceCode({ code: 'ever' })
  for (const [date, expected] of [
    ['2026-06-30', ['old', 'ever']],
    ['2026-07-01', ['year', 'ever']],
    ['2027-06-30', ['year', 'ever']],
    ['2027-07-01', ['new', 'ever']],
    ['0001-01-01', ['old', 'ever']],
    ['9999-12-31', ['new', 'ever']],
  ] as const) {
    assert.deepEqual(await codes(org, `?date=${date}`), [...expected], date)
  }
})

test('query is part of the code or of the name in any case, never of both; % _ and \\ mean themselves', async () => {
  const org = await organisation()
  const { priceCode } = tasksOf(db, org)
  for (const [code, name] of [
    ['01_011', 'Élan weekday'],
    ['01X011', '100% night'],
    ['AB', 'CD'],
    ['a\\b', 'slash'],
  ]) {
    await priceCode({ code: code!, name: name! })
  }
  for (const [query, expected] of [
    ['01_', ['01_011']],
    ['éLAN', ['01_011']],
    ['0%', ['01X011']],
    ['ab', ['AB']],
    ['bc', []],
    ['b c', []],
    ['\\', ['a\\b']],
    ['01', ['01_011', '01X011']],
  ] as const) {
    assert.deepEqual(await codes(org, `?query=${encodeURIComponent(query)}`), [...expected], query)
  }
})

test('filters must all match, and a page has the exact total with and without them', async () => {
  const org = await organisation()
  const { client, priceCode } = tasksOf(db, org)
  await db.query(
    `insert into price_code (org_id, code, name, unit, price, funding_type, effective_from)
     select $1, 'C' || g, 'Code', 'hour', g, case when g % 2 = 0 then 'NDIS' else 'HCP' end, date '2026-01-01' + g % 3
     from generate_series(1, 700) g`,
    [org.orgId],
  )
  await priceCode({ code: 'C7', name: 'Other', funding_type: 'NDIS' })
  const joan = await client()
  const all = await org.get('/price-codes?per_page=100&page=8')
  assert.deepEqual([all.body.data.length, all.body.meta], [1, { page: 8, per_page: 100, total: 701, last_page: 8 }])
  const far = await org.get('/price-codes?per_page=10&page=60')
  assert.deepEqual(
    far.body.data.map(({ code }: { code: string }) => code),
    Array.from({ length: 10 }, (_, i) => `C${591 + i}`),
  )
  const narrow = await org.get(`/price-codes?client_id=${joan}&date=2026-01-01&query=c7&per_page=1&page=2`)
  const expected = Array.from({ length: 700 }, (_, i) => i + 1).filter(
    (g) => g % 2 === 0 && g % 3 === 0 && `C${g}`.startsWith('C7'),
  )
  assert.deepEqual(narrow.body.meta.total, expected.length + 1)
  assert.equal(narrow.body.data[0].code, `C${expected[1]}`)
  const past = await org.get('/price-codes?page=99')
  assert.deepEqual([past.status, past.body.data, past.body.meta.total], [200, [], 701])
})

test('what is no filter is a 422 by name; another organisation’s codes are never listed', async () => {
  const [org, other] = [await organisation(), await organisation()]
  await tasksOf(db, other).priceCode()
  assert.deepEqual(await codes(org), [])
  const { status, body } = await org.get('/price-codes?client_id=x&query=&date=2026-02-30&page=0&per_page=101')
  assert.deepEqual([status, Object.keys(body.errors).sort()], [422, ['client_id', 'date', 'page', 'per_page', 'query']])
})
