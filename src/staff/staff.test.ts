import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harness, type Organisation } from '../../test/harness/harness.ts'
import { moves, type StaffStatus, staffStatuses } from './moves.ts'

const { db, organisation } = await harness()

async function insert(org: Organisation, fields: object = {}): Promise<number> {
  const row = { first_name: 'Ana', last_name: 'Li', status: 'Active', supplier: false, updated_at: 'now', ...fields }
  const { rows } = await db.query(
    `insert into staff (org_id, first_name, last_name, email, phone, status, supplier, created_at, updated_at)
     select $1, first_name, last_name, email, phone, status, supplier, now(), updated_at
     from jsonb_populate_record(null::staff, $2) returning id`,
    [org.orgId, row],
  )
  return rows[0].id
}
const ids = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

describe('GET /staff', () => {
  test('is ordered by id, includes archived staff and never a supplier', async () => {
    const org = await organisation()
    const a = await insert(org)
    await insert(org, { supplier: true })
    const b = await insert(org, { status: 'Archived' })
    const { status, body } = await org.get('/staff')
    assert.equal(status, 200)
    assert.deepEqual([ids(body), body.meta], [[a, b], { page: 1, per_page: 50, total: 2, last_page: 1 }])
  })

  test('omits email and phone without a value', async () => {
    const org = await organisation()
    const bare = await insert(org)
    const full = await insert(org, { email: 'ana@acme.example', phone: '0400' })
    const { data } = (await org.get('/staff')).body
    assert.deepEqual(Object.keys(data[0]), ['id', 'first_name', 'last_name', 'status', 'created_at', 'updated_at'])
    assert.deepEqual([data[0].id, data[1].id, data[1].email, data[1].phone], [bare, full, 'ana@acme.example', '0400'])
  })

  test('an updated_since date is midnight in the organisation’s time zone, to the microsecond', async () => {
    const org = await organisation('read', 'Australia/Sydney')
    await insert(org, { updated_at: '2026-10-03T13:59:59.999999Z' })
    const on = await insert(org, { updated_at: '2026-10-03T14:00:00Z' }) // 4 October, 00:00 +10:00
    assert.deepEqual(ids((await org.get('/staff?updated_since=2026-10-04')).body), [on])
    assert.deepEqual(ids((await org.get('/staff?updated_since=2026-10-05')).body), [])
    assert.equal((await org.get('/staff?updated_since=2026-10-03')).body.meta.total, 2)
    assert.deepEqual(ids((await org.get('/staff?updated_since=2026-10-03T14:00:00Z')).body), [on])
    assert.deepEqual(ids((await org.get('/staff?updated_since=2026-10-04T00:00:00%2B10:00')).body), [on])
    assert.deepEqual(ids((await org.get('/staff?updated_since=2026-10-03T14:00:00.000001Z')).body), [])
  })

  test('an updated_since date after a clock change is midnight with the new offset', async () => {
    const org = await organisation('read', 'Australia/Sydney')
    // Daylight saving began on 4 October 2026 at 02:00, so 5 October starts at 13:00Z instead of 14:00Z.
    await insert(org, { updated_at: '2026-10-04T12:59:59Z' })
    const on = await insert(org, { updated_at: '2026-10-04T13:00:00Z' })
    assert.deepEqual(ids((await org.get('/staff?updated_since=2026-10-05')).body), [on])
    const elsewhere = await organisation('read', 'America/Sao_Paulo')
    const there = await insert(elsewhere, { updated_at: '2018-11-04T03:00:00Z' }) // midnight did not exist that day
    await insert(elsewhere, { updated_at: '2018-11-04T02:59:59Z' })
    assert.deepEqual(ids((await elsewhere.get('/staff?updated_since=2018-11-04')).body), [there])
  })

  test('query is a part of the name without case; % and _ mean themselves', async () => {
    const org = await organisation()
    const person = async (first_name: string, last_name: string): Promise<number> =>
      (await org.post('/staff', { first_name, last_name, status: 'Active' })).body.data.id
    const [jo, ana] = [await person('Jo', 'Ångström'), await person('Ana', 'Jones')]
    const found = async (query: string) => ids((await org.get(`/staff?query=${encodeURIComponent(query)}`)).body)
    assert.deepEqual([await found('JO'), await found('o å'), await found('_')], [[jo, ana], [jo], []])
    assert.deepEqual((await org.get('/staff?query=jones&per_page=1')).body.meta.total, 1)
    const empty = await org.get('/staff?query=')
    assert.deepEqual([empty.status, empty.body.errors], [422, { query: ['query must not be empty.'] }])
  })

  for (const since of ['0001-01-01', '9999-12-31', '0000-01-01', '9999-12-31T23:59:59-12:00']) {
    test(`updated_since=${since} responds 200`, async () => {
      const org = await organisation()
      await insert(org)
      assert.equal((await org.get(`/staff?updated_since=${since}`)).status, 200)
    })
  }

  test('status matches exactly, also with updated_since', async () => {
    const org = await organisation()
    const old = await insert(org, { status: 'Non-compliant', updated_at: '2020-01-01T00:00:00Z' })
    await insert(org, { status: 'Active' })
    assert.deepEqual(ids((await org.get('/staff?status=Non-compliant')).body), [old])
    assert.deepEqual(ids((await org.get('/staff?status=Non-compliant&updated_since=2021-01-01')).body), [])
    assert.equal((await org.get('/staff?status=non-compliant')).status, 422)
  })

  test('pages over many rows skip suppliers and miss nobody else', async () => {
    const org = await organisation()
    await db.query(
      `insert into staff (org_id, id, first_name, last_name, status, supplier)
       select $1, g, 'F', 'L', 'Active', g % 10 = 0 from generate_series(1, 3000) g`,
      [org.orgId],
    )
    const seen: number[] = []
    for (let page = 1; page <= 27; page++) seen.push(...ids((await org.get(`/staff?per_page=100&page=${page}`)).body))
    assert.deepEqual(
      seen,
      Array.from({ length: 3000 }, (_, i) => i + 1).filter((id) => id % 10 !== 0),
    )
    assert.equal((await org.get('/staff')).body.meta.total, 2700)
  })
})

describe('GET /staff/{id}', () => {
  test('returns the record; a supplier and another organisation’s staff are not found', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const id = await insert(org, { email: 'ana@acme.example' })
    const supplier = await insert(org, { supplier: true })
    const { status, body } = await org.get(`/staff/${id}`)
    assert.deepEqual([status, body.data.id, body.data.email], [200, id, 'ana@acme.example'])
    for (const response of [
      await org.get(`/staff/${supplier}`),
      await other.get(`/staff/${id}`),
      await org.get('/staff/x'),
    ]) {
      assert.deepEqual([response.status, response.body], [404, { message: 'Staff member not found.' }])
    }
  })
})

describe('POST and PATCH /staff', () => {
  test('creates a pending staff member and records the event', async () => {
    const org = await organisation()
    const { status, body } = await org.post('/staff', { first_name: 'Bo', last_name: 'Ng', email: 'bo@acme.example' })
    assert.deepEqual(
      [status, body.data.status, body.data.email, 'phone' in body.data],
      [201, 'Pending', 'bo@acme.example', false],
    )
    assert.deepEqual(
      (await org.events()).map(({ type, subject_id }) => [type, subject_id]),
      [['staff.created', body.data.id]],
    )
    assert.deepEqual((await org.get(`/staff/${body.data.id}`)).body, body)
    assert.equal((await org.get('/staff')).body.meta.total, 1)
  })

  test('rejects supplier and other unknown fields, and names missing ones', async () => {
    const org = await organisation()
    const { status, body } = await org.post('/staff', { first_name: 'Bo', supplier: true, email: 'bo' })
    assert.deepEqual([status, Object.keys(body.errors).sort()], [422, ['email', 'last_name', 'supplier']])
  })

  test('updates only the fields in the body, clears with null; an update that changes nothing records no event', async () => {
    const org = await organisation()
    const { data } = (
      await org.post('/staff', { first_name: 'Bo', last_name: 'Ng', phone: '0400', email: 'b@x.example' })
    ).body
    const cleared = (await org.patch(`/staff/${data.id}`, { phone: null })).body.data
    const { phone, ...rest } = data
    assert.deepEqual(cleared, { ...rest, updated_at: cleared.updated_at })
    assert.deepEqual((await org.patch(`/staff/${data.id}`, { first_name: 'Bo' })).body.data, cleared)
    assert.deepEqual((await org.patch(`/staff/${data.id}`, {})).body.data, cleared)
    assert.deepEqual((await org.events()).map(({ type, fields }) => [type, fields]).slice(1), [
      ['staff.updated', ['phone']],
    ])
  })

  test('a supplier and another organisation’s staff cannot be updated', async () => {
    const [org, other] = [await organisation(), await organisation()]
    const supplier = await insert(org, { supplier: true })
    const id = await insert(org)
    for (const response of [
      await org.patch(`/staff/${supplier}`, { first_name: 'X' }),
      await org.post(`/staff/${supplier}/status`, { status: 'Archived' }),
      await other.patch(`/staff/${id}`, { first_name: 'X' }),
      await other.patch(`/staff/${id}`, { status: 'Archived' }),
      await other.post(`/staff/${id}/status`, { status: 'Archived' }),
    ]) {
      assert.deepEqual([response.status, response.body.message], [404, 'Staff member not found.'])
    }
    assert.equal(
      (
        await db.query(`select 1 from staff where org_id = $1 and (first_name = 'X' or status = 'Archived')`, [
          org.orgId,
        ])
      ).rowCount,
      0,
    )
  })
})

describe('staff status', () => {
  const allowed: Record<StaffStatus, StaffStatus[]> = {
    Pending: ['Active', 'Archived'],
    Active: ['Inactive', 'Non-compliant', 'Archived'],
    Inactive: ['Active', 'Archived'],
    'Non-compliant': ['Active', 'Archived'],
    Archived: ['Inactive'],
  }
  for (const from of staffStatuses) {
    for (const to of staffStatuses) {
      const can = from === to || allowed[from].includes(to)
      test(`${from} to ${to} is ${can ? 'allowed' : 'rejected'}, by POST status and by PATCH`, async () => {
        const org = await organisation()
        for (const move of [
          (id: number) => org.post(`/staff/${id}/status`, { status: to, reason: 'Why not' }),
          (id: number) => org.patch(`/staff/${id}`, { status: to }),
        ]) {
          const id = await insert(org, { status: from })
          const { status, body } = await move(id)
          assert.equal(status, can ? 200 : 422)
          assert.equal((await org.get(`/staff/${id}`)).body.data.status, can ? to : from)
          if (!can) for (const other of moves[from]) assert.match(body.errors.status[0], new RegExp(other))
        }
        const events = await org.events()
        assert.equal(events.length, can && from !== to ? 2 : 0)
        if (events[0])
          assert.deepEqual(
            [events[0].type, events[0].detail],
            ['staff.status_changed', { from, to, reason: 'Why not' }],
          )
      })
    }
  }

  test('of two concurrent moves, the second starts from the status of the first', async () => {
    const org = await organisation()
    const id = await insert(org, { status: 'Active' })
    const answers = await Promise.all([
      org.post(`/staff/${id}/status`, { status: 'Inactive' }),
      org.post(`/staff/${id}/status`, { status: 'Non-compliant' }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
  })
})
