import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type AppointmentInput, insertAppointments } from '../../../test/factories/roster/appointments.ts'
import { harness, type Organisation } from '../../../test/harness/harness.ts'

const { db, organisation } = await harness()

const insert = (org: Organisation, ...inputs: AppointmentInput[]) => insertAppointments(db, org.orgId, inputs)
const morning: AppointmentInput = { start: '2026-11-02 09:00:00', end: '2026-11-02 11:30:00' }
const ids = (body: { data: { id: number }[] }) => body.data.map(({ id }) => id)

describe('GET /appointments', () => {
  test('returns flat records with local times, flags as 0 or 1 and instants with microseconds', async () => {
    const org = await organisation('read')
    const [id] = await insert(org, {
      start: '2026-10-04 22:00:00',
      end: '2026-10-05 06:30:15',
      client_id: 112,
      employee_id: 31,
      appointment_title: 'Overnight support',
      appointment_address: '14 Wattle St, Marrickville',
      is_draft: 1,
      appointment_cancelled: 1,
      created_at: '2026-09-01T00:00:00Z',
      updated_at: '2026-09-02T03:04:05.678901Z',
    })
    const { status, text } = await org.get('/appointments')
    assert.equal(status, 200)
    assert.equal(
      text,
      JSON.stringify({
        data: [
          {
            id,
            appointment_title: 'Overnight support',
            client_id: 112,
            employee_id: 31,
            start: '2026-10-04 22:00:00',
            end: '2026-10-05 06:30:15',
            appointment_address: '14 Wattle St, Marrickville',
            is_draft: 1,
            appointment_cancelled: 1,
            is_deleted: 0,
            created_at: '2026-09-01T00:00:00.000000Z',
            updated_at: '2026-09-02T03:04:05.678901Z',
          },
        ],
        meta: { page: 1, per_page: 50, total: 1, last_page: 1 },
      }),
    )
  })

  for (const query of ['', '?from=2026-11-01', '?updated_since=2000-01-01']) {
    test(`leaves out client, staff member and address without a value for ${query || 'the plain list'}`, async () => {
      const org = await organisation()
      await insert(org, morning)
      assert.deepEqual(Object.keys((await org.get(`/appointments${query}`)).body.data[0]), [
        'id',
        'appointment_title',
        'start',
        'end',
        'is_draft',
        'appointment_cancelled',
        'is_deleted',
        'created_at',
        'updated_at',
      ])
    })
  }

  test('includes drafts, cancelled and soft-deleted ones, in the order of ids', async () => {
    const org = await organisation()
    await insert(org, { ...morning, id: 30, is_deleted: 1 }, { ...morning, id: 10, is_draft: 1 })
    await insert(org, { ...morning, id: 20, appointment_cancelled: 1 })
    for (const query of ['', '?to=2026-11-02', '?updated_since=2000-01-01']) {
      const { data } = (await org.get(`/appointments${query}`)).body
      assert.deepEqual(
        data.map((row: any) => [row.id, row.is_draft, row.appointment_cancelled, row.is_deleted]),
        [
          [10, 1, 0, 0],
          [20, 0, 1, 0],
          [30, 0, 0, 1],
        ],
      )
    }
  })

  test('returns pages with a correct meta, also far and past the end', async () => {
    const org = await organisation()
    const made = await insert(org, ...Array.from({ length: 1230 }, () => morning))
    for (const query of ['', '&from=2026-11-02&to=2026-11-02', '&updated_since=2000-01-01']) {
      for (const page of [1, 2, 6, 7, 11, 12, 13]) {
        const { body } = await org.get(`/appointments?per_page=100&page=${page}${query}`)
        assert.deepEqual(ids(body), made.slice((page - 1) * 100, page * 100), `page ${page}${query}`)
        assert.deepEqual(body.meta, { page, per_page: 100, total: 1230, last_page: 13 })
      }
      for (const page of [14, 9007199254740991]) {
        const { body } = await org.get(`/appointments?per_page=100&page=${page}${query}`)
        assert.deepEqual(body, { data: [], meta: { page, per_page: 100, total: 1230, last_page: 13 } })
      }
    }
    assert.deepEqual((await org.get('/appointments')).body.meta, { page: 1, per_page: 50, total: 1230, last_page: 25 })
  })

  test('without records is empty with total 0 on page 1 of 1', async () => {
    const org = await organisation()
    for (const query of ['', '?from=2026-11-02', '?updated_since=2026-11-02']) {
      const meta = { page: 1, per_page: 50, total: 0, last_page: 1 }
      assert.deepEqual((await org.get(`/appointments${query}`)).body, { data: [], meta })
    }
  })

  test('returns nothing of another organisation', async () => {
    const [org, other] = [await organisation(), await organisation()]
    await insert(other, morning, { start: '2026-11-01 22:00:00', end: '2026-11-02 06:00:00' })
    for (const query of ['', '?from=2026-11-02', '?from=2026-11-02&page=2&per_page=1', '?updated_since=2000-01-01']) {
      const { body } = await org.get(`/appointments${query}`)
      assert.deepEqual([body.data, body.meta.total], [[], 0])
    }
  })

  test('updated_since is midnight in the organisation’s timezone, or an instant', async () => {
    const org = await organisation('read', 'Australia/Sydney')
    await insert(org, { ...morning, updated_at: '2026-10-03T13:59:59.999999Z' })
    const on = await insert(org, { ...morning, updated_at: '2026-10-03T14:00:00Z' }) // 4 October, 00:00 +10:00
    for (const since of ['2026-10-04', '2026-10-03T14:00:00Z', '2026-10-04T00:00:00%2B10:00']) {
      assert.deepEqual(ids((await org.get(`/appointments?updated_since=${since}`)).body), on, since)
    }
    assert.deepEqual(ids((await org.get('/appointments?updated_since=2026-10-04&from=2026-11-03')).body), [])
    assert.deepEqual(ids((await org.get('/appointments?updated_since=2026-10-04&to=2026-11-02')).body), on)
  })
})

describe('GET /appointments with bad input', () => {
  const date = 'must be a date such as 2026-11-30.'
  for (const [query, errors] of [
    ['per_page=0', { per_page: ['per_page must be from 1 to 100.'] }],
    ['per_page=101', { per_page: ['per_page must be from 1 to 100.'] }],
    ['page=0', { page: ['page must be 1 or greater.'] }],
    ['page=x', { page: ['page must be a whole number.'] }],
    ['from=2026-13-01', { from: [`from ${date}`] }],
    ['from=2026-02-30', { from: [`from ${date}`] }],
    ['from=2026-11-02T00:00:00Z', { from: [`from ${date}`] }],
    ['from=', { from: [`from ${date}`] }],
    ['to=tomorrow', { to: [`to ${date}`] }],
    ['to=12026-11-02', { to: [`to ${date}`] }],
    ['from=2026-11-02&to=2026-11-01', { to: ['to must be on or after from.'] }],
    ['from=2026-11-02&to=2026-11-01&updated_since=2026-01-01', { to: ['to must be on or after from.'] }],
    ['from=x&to=2026-11-01', { from: [`from ${date}`] }],
    ['from=2026-11-02&to=1', { to: [`to ${date}`] }],
    [
      'from=2026-11-02&to=2026-11-01&page=0',
      { page: ['page must be 1 or greater.'], to: ['to must be on or after from.'] },
    ],
  ] as const) {
    test(`is a 422 by parameter for ?${query}`, async () => {
      const org = await organisation()
      const { status, body } = await org.get(`/appointments?${query}`)
      assert.deepEqual([status, body.errors], [422, errors])
    })
  }

  test('updated_since that is neither a date nor an instant is a 422 of its own', async () => {
    const org = await organisation()
    const { status, body } = await org.get('/appointments?updated_since=yesterday')
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['updated_since']])
  })

  for (const day of ['0001-01-01', '9999-12-31']) {
    test(`${day} is a date like any other`, async () => {
      const org = await organisation()
      const made = await insert(org, morning)
      const total = async (query: string) => (await org.get(`/appointments?${query}`)).body.meta.total
      const early = day < '2026' ? made.length : 0
      assert.deepEqual([await total(`from=${day}`), await total(`to=${day}`)], [early, made.length - early])
      assert.equal(await total(`from=${day}&to=${day}`), 0)
      assert.equal(await total(`from=${day}&to=9999-12-31&updated_since=${day}`), early)
    })
  }
})
