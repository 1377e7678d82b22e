import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness } from '../../test/harness/harness.ts'

const { db, organisation } = await harness()

/** Inserts clients with chosen ids, so that a test can aim at pages and counter buckets. */
const insert = (orgId: number, businessId: number, ids: string, extra = '') =>
  db.query(
    `insert into client (org_id, id, first_name, last_name, client_type, business_id, status, updated_at)
     select $1, id, 'First' || id, 'Last' || id, (array['NDIS', 'HCP'])[1 + id % 2], $2,
            case when id % 3 = 0 then 'Archived' else 'Active' end, timestamptz '2026-03-01T00:00:00Z' + id * interval '1 second'
     from (${ids}) ids (id) ${extra}`,
    [orgId, businessId],
  )

describe('GET /clients', () => {
  test('returns pages in id order with correct meta, and an empty page past the end', async () => {
    const org = await organisation()
    await insert(org.orgId, org.businessId, 'select generate_series(1, 120)')
    const first = (await org.get('/clients')).body
    assert.deepEqual(first.meta, { page: 1, per_page: 50, total: 120, last_page: 3 })
    assert.deepEqual(
      first.data.map((row: { id: number }) => row.id),
      range(1, 50),
    )
    const last = (await org.get('/clients?page=3')).body
    assert.deepEqual(
      last.data.map((row: { id: number }) => row.id),
      range(101, 120),
    )
    const beyond = (await org.get('/clients?page=4&per_page=50')).body
    assert.deepEqual(beyond, { data: [], meta: { page: 4, per_page: 50, total: 120, last_page: 3 } })
    const farBeyond = (await org.get('/clients?page=9007199254740991&per_page=100')).body
    assert.deepEqual([farBeyond.data, farBeyond.meta.total], [[], 120])
  })

  test('without clients returns an empty page 1 of 1 with total 0', async () => {
    const org = await organisation()
    assert.deepEqual((await org.get('/clients')).body, {
      data: [],
      meta: { page: 1, per_page: 50, total: 0, last_page: 1 },
    })
  })

  test('filters by status, type, part of the name and updated_since, each with its total', async () => {
    const org = await organisation()
    await insert(org.orgId, org.businessId, 'select generate_series(1, 120)')
    const total = async (query: string) => (await org.get(`/clients?per_page=1&${query}`)).body.meta.total
    assert.equal(await total('status=Archived'), 40)
    assert.equal(await total('status=Active'), 80)
    assert.equal(await total('client_type=HCP'), 60)
    assert.equal(await total('client_type=HCP&status=Archived'), 20)
    assert.equal(await total('client_type=Private'), 0)
    assert.equal(await total('query=first11%20last11'), 1)
    assert.equal(await total('query=FIRST12'), 2)
    assert.equal(await total('query=%25'), 0)
    assert.equal(await total('query=_'), 0)
    assert.equal(await total('query=t1&status=Active&client_type=NDIS'), 10)
    assert.equal(await total('updated_since=2026-03-01T00:01:41Z'), 20)
    assert.equal(await total('updated_since=2026-03-01T11:01:41%2B11:00&status=Archived'), 7)
    assert.equal(await total('updated_since=2026-03-02'), 0)
  })

  test('finds far pages by the counters exactly, with any gaps in the ids', async () => {
    const org = await organisation()
    const other = await organisation()
    // Three densities over several of the widest buckets, with another organisation's rows in between.
    await insert(
      org.orgId,
      org.businessId,
      'select generate_series(5, 3000, 2) union all select generate_series(600000, 601500) union all select generate_series(2100000, 2900000, 1000)',
    )
    await insert(other.orgId, other.businessId, 'select generate_series(1, 700)')
    await db.query('delete from client where org_id = $1 and id between 1000 and 1100', [org.orgId])
    await db.query(`update client set status = 'Archived' where org_id = $1 and id between 600100 and 600200`, [
      org.orgId,
    ])
    for (const [query, where] of [
      ['', 'true'],
      ['&status=Archived', `status = 'Archived'`],
      ['&client_type=NDIS', `client_type = 'NDIS'`],
      ['&client_type=NDIS&status=Active', `client_type = 'NDIS' and status = 'Active'`],
    ] as const) {
      const ids = (
        await db.query<{ id: number }>(`select id from client where org_id = $1 and ${where} order by id`, [org.orgId])
      ).rows.map(({ id }) => id)
      const last = Math.ceil(ids.length / 7)
      for (const page of [1, 2, 74, 75, 76, 150, Math.floor(last / 2), last - 1, last, last + 1]) {
        const { body } = await org.get(`/clients?per_page=7&page=${page}${query}`)
        assert.deepEqual(
          body.data.map((row: { id: number }) => row.id),
          ids.slice((page - 1) * 7, page * 7),
          `page ${page}${query}`,
        )
        assert.equal(body.meta.total, ids.length)
      }
    }
  })

  test('totals stay exact while clients are created, archived and restored concurrently', async () => {
    const org = await organisation()
    const body = { first_name: 'A', last_name: 'B', client_type: 'NDIS', business_id: org.businessId }
    const responses = await Promise.all(Array.from({ length: 40 }, () => org.post('/clients', body)))
    const ids = responses.map((response) => response.body.data.id)
    await Promise.all(ids.slice(0, 25).map((id) => org.delete(`/clients/${id}`)))
    await Promise.all(
      ids.slice(0, 5).map((id) => org.patch(`/clients/${id}`, { status: 'Active', client_type: 'HCP' })),
    )
    const total = async (query: string) => (await org.get(`/clients?${query}`)).body.meta.total
    assert.deepEqual([await total(''), await total('status=Archived'), await total('client_type=HCP')], [40, 20, 5])
  })

  for (const [query, field] of [
    ['per_page=0', 'per_page'],
    ['per_page=101', 'per_page'],
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['page=1.5', 'page'],
    ['page=', 'page'],
    ['status=active', 'status'],
    ['client_type=ndis', 'client_type'],
    ['updated_since=2026-13-01', 'updated_since'],
    ['updated_since=2026-02-30', 'updated_since'],
    ['updated_since=yesterday', 'updated_since'],
    ['query=%00', 'query'],
  ]) {
    test(`responds 422 and names the parameter for ?${query}`, async () => {
      const org = await organisation()
      const { status, body } = await org.get(`/clients?${query}`)
      assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
    })
  }

  test('ignores unknown parameters and reports all invalid ones at once', async () => {
    const org = await organisation()
    assert.equal((await org.get('/clients?colour=red')).status, 200)
    assert.deepEqual(Object.keys((await org.get('/clients?page=0&per_page=x&status=no')).body.errors).sort(), [
      'page',
      'per_page',
      'status',
    ])
  })

  test('returns nothing of another organisation', async () => {
    const [org, other] = [await organisation(), await organisation()]
    await insert(other.orgId, other.businessId, 'select generate_series(1, 10)')
    assert.deepEqual((await org.get('/clients')).body.data, [])
    assert.deepEqual((await org.get('/clients?query=first')).body.data, [])
  })
})

describe('GET /clients/options', () => {
  test('lists types, statuses, this organisation’s business locations and languages', async () => {
    const org = await organisation()
    const { data } = (await org.get('/clients/options')).body
    assert.deepEqual(data.client_types, ['HCP', 'SaH', 'THCP', 'GHCP', 'NDIS', 'Private'])
    assert.deepEqual(data.statuses, ['Active', 'Archived'])
    assert.deepEqual(data.businesses, [{ id: org.businessId, name: 'North' }])
    assert.ok(data.languages.includes('English') && data.languages.includes('Vietnamese'))
  })
})

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
