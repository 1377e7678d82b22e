import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAppointments, rosterOf, setClock, stored } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'

const { db, clock, organisation } = await harness()
setClock(clock)

async function roster(timezone?: string) {
  const org = await organisation('read-write', timezone)
  return { org, ...rosterOf(db, org) }
}

describe('POST /shifts', () => {
  test('creates a draft with all fields in order, an appointment and an event', async () => {
    const { org, client, staff, create, appointments } = await roster()
    const joan = await client('Joan', { address: '1 Gum St' })
    const [ana, bo] = [await staff('Ana'), await staff('Bo')]
    const fields = {
      title: 'Morning visit',
      client_ids: [joan],
      staff_ids: [bo, ana],
      services: [{ staff_id: ana, service: 'Personal care' }, { service: 'Transport' }],
      segments: [
        { start: '2026-11-16 10:00:00', end: '2026-11-16 11:00:00', service: 'Transport' },
        { start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00', service: 'Shower', staff_ids: [ana] },
      ],
    }
    const { status, body, text } = await create(fields)
    assert.equal(status, 201)
    const [[anaLi, boLi], { data }] = [
      [
        { id: ana, name: 'Ana Li' },
        { id: bo, name: 'Bo Li' },
      ] as const,
      body,
    ]
    const flat = await appointments()
    const absent = {
      ...{ check_in: null, check_out: null, check_in_at: null, check_out_at: null },
      ...{ worked_minutes: null, corrected: false },
    }
    assert.equal(
      text,
      JSON.stringify({
        data: {
          ref: `a:${flat[0].id}`,
          ...{ type: 'single', status: 'draft', title: 'Morning visit' },
          ...{ start: '2026-11-16 09:00:00', end: '2026-11-16 11:00:00', timezone: 'Australia/Sydney' },
          ...{ start_at: '2026-11-15T22:00:00.000000Z', end_at: '2026-11-16T00:00:00.000000Z', minutes: 120 },
          ...{ address: '1 Gum St', is_draft: true, clients: [{ id: joan, name: 'Joan Hart' }], staff: [boLi, anaLi] },
          services: [{ staff: 'Ana Li', service: 'Personal care' }, { service: 'Transport' }],
          segments: [
            {
              ...{ id: data.segments[0].id, start: '2026-11-16 09:00:00', end: '2026-11-16 10:00:00' },
              ...{ service: 'Shower', staff: [anaLi], shift_notes: [] },
            },
            {
              ...{ id: data.segments[1].id, start: '2026-11-16 10:00:00', end: '2026-11-16 11:00:00' },
              ...{ service: 'Transport', staff: [], shift_notes: [] },
            },
          ],
          shift_notes: [],
          attendance: [
            { staff: boLi, ...absent },
            { staff: anaLi, ...absent },
          ],
          ...{ cancellation: null, recurrence: null },
          funding: [{ client: { id: joan, name: 'Joan Hart' }, funding_type: 'NDIS' }],
          ...{ created_at: data.created_at, updated_at: data.updated_at },
        },
      }),
    )
    assert.equal((await org.get(`/shifts/${data.ref}`)).text, text)
    const { id: _, employee_id, created_at, updated_at, ...first } = flat[0]
    assert.deepEqual(first, {
      ...{ appointment_title: 'Morning visit', client_id: joan, start: data.start, end: data.end },
      ...{ appointment_address: '1 Gum St', is_draft: 1, appointment_cancelled: 0, is_deleted: 0 },
    })
    assert.deepEqual([flat.length, employee_id, flat[1].employee_id], [2, bo, ana])
    const [event] = (await org.events()).filter(({ type }) => type === 'shift.created')
    assert.deepEqual([event.detail, event.connection_id], [null, org.connectionId])
    for (const name of Object.keys(fields)) assert.ok(event.fields.includes(name), name)
    await assertAppointments(db, org.orgId)
  })

  test('with publish is scheduled at once', async () => {
    const { org, shift, appointments } = await roster()
    const { status, is_draft } = await shift({ publish: true })
    assert.deepEqual([status, is_draft, (await appointments())[0].is_draft], ['scheduled', false, 0])
    await assertAppointments(db, org.orgId)
  })

  test('without staff is open: a vacant appointment without employee_id', async () => {
    const { org, shift, appointments } = await roster()
    const { staff, attendance } = await shift({ staff_ids: [] })
    const [flat, ...others] = await appointments()
    assert.deepEqual([staff, attendance, others], [[], [], []])
    assert.ok(!('employee_id' in flat))
    await assertAppointments(db, org.orgId)
  })

  test('gets its first service or Shift as title; a null address is none', async () => {
    const { shift, client } = await roster()
    const at = await client('Joan', { address: '1 Gum St' })
    assert.equal((await shift({ services: [{ service: 'Shower' }] })).title, 'Shower')
    const { title, ...rest } = await shift({ client_ids: [at], address: null })
    assert.equal(title, 'Shift')
    assert.ok(!('address' in rest))
  })

  test('of a group has its own ref, an appointment for each pair, and equal shares', async () => {
    const { org, client, staff, shift, appointments } = await roster()
    const client_ids = [await client('Joan'), await client('Max'), await client('Kim')]
    const data = await shift({ type: 'group', client_ids, staff_ids: [await staff(), await staff('Bo')] })
    assert.match(data.ref, /^g:\d+$/)
    const shares = data.client_charge_split.map(({ share }: { share: number }) => share)
    assert.deepEqual(shares, [0.333334, 0.333333, 0.333333])
    const flat = await appointments()
    assert.equal(flat.length, 6)
    for (const { id } of flat) assert.equal((await org.get(`/shifts/a:${id}`)).body.data.ref, data.ref)
    assert.ok(!('site' in data))
    await assertAppointments(db, org.orgId)
  })

  test('of a group stores the shares of the request', async () => {
    const { client, shift } = await roster()
    const client_ids = [await client('Joan'), await client('Max')]
    const split = [
      { client_id: client_ids[0], share: 0.125 },
      { client_id: client_ids[1], share: 0.875 },
    ]
    const data = await shift({ type: 'group', client_ids, client_charge_split: [...split].reverse() })
    assert.deepEqual(data.client_charge_split, split)
  })

  test('at a site accepts its participants and has its address', async () => {
    const { org, client, site, shift } = await roster()
    const joan = await client()
    const site_id = await site({ participant_ids: [joan], address: '2 Fig St' })
    const data = await shift({ type: 'site', client_ids: [joan], site_id })
    assert.deepEqual([data.type, data.site, data.address], ['site', { id: site_id, name: 'Banksia House' }, '2 Fig St'])
    assert.deepEqual(data.client_charge_split, [{ client_id: joan, share: 1 }])
    const open = await shift({ type: 'site', client_ids: [], staff_ids: [], site_id })
    assert.deepEqual([open.clients, open.client_charge_split], [[], []])
    await assertAppointments(db, org.orgId)
  })

  test('through a night has its real length when the clocks change', async () => {
    const { shift } = await roster()
    const nights: [start: string, end: string, minutes: number][] = [
      ['2026-11-16 22:00:00', '2026-11-17 06:00:00', 480],
      ['2026-10-03 22:00:00', '2026-10-04 06:00:00', 420],
      ['2027-04-03 22:00:00', '2027-04-04 06:00:00', 540],
      ['2026-09-28 10:00:00', '2026-10-05 10:00:00', 7 * 1440 - 60],
      ['2027-03-29 10:00:00', '2027-04-05 10:00:00', 7 * 1440 + 60],
    ]
    for (const [start, end, minutes] of nights) {
      const data = await shift({ start, end })
      assert.deepEqual([data.start, data.end, data.minutes], [start, end, minutes])
    }
  })

  test('has its real length where the clocks change by half an hour, or never', async () => {
    for (const [zone, minutes] of [
      ['Australia/Lord_Howe', 450],
      ['Australia/Perth', 480],
    ] as const) {
      const { shift } = await roster(zone)
      const data = await shift({ start: '2026-10-03 22:00:00', end: '2026-10-04 06:00:00' })
      assert.deepEqual([data.timezone, data.minutes], [zone, minutes])
    }
  })

  test('at a time that the clock skips moves forward, with its segments', async () => {
    const { shift } = await roster()
    const segments = [{ start: '2026-10-04 02:30:00', end: '2026-10-04 04:00:00', service: 'Shower' }]
    const data = await shift({ start: '2026-10-04 02:30:00', end: '2026-10-04 05:00:00', segments })
    assert.deepEqual(
      [data.start, data.start_at, data.minutes],
      ['2026-10-04 03:30:00', '2026-10-03T16:30:00.000000Z', 90],
    )
    assert.equal(data.segments[0].start, '2026-10-04 03:30:00')
  })

  test('returns segments by start, then in the order of the request, in the response and later', async () => {
    const { org, create } = await roster()
    const at = (start: number, end: number, service: string) => ({
      ...{ start: `2026-11-16 ${start}:00:00`, end: `2026-11-16 ${end}:00:00`, service },
    })
    const segments = [at(11, 12, 'E'), at(10, 12, 'A'), at(10, 11, 'B'), at(10, 12, 'C'), at(10, 11, 'D')]
    const { body } = await create({ segments, start: '2026-11-16 10:00:00', end: '2026-11-16 12:00:00' })
    const services = body.data.segments.map(({ service }: { service: string }) => service)
    assert.deepEqual(services, ['A', 'B', 'C', 'D', 'E'])
    assert.deepEqual((await org.get(`/shifts/${body.data.ref}`)).body, body)
  })

  test('in a dry run returns the same result and stores nothing', async () => {
    const { org, body, create } = await roster()
    const good = await body()
    const before = await stored(db, org.orgId)
    const dry = await org.post('/shifts', { ...good, dry_run: true })
    assert.deepEqual([dry.status, dry.body.dry_run], [200, true])
    const rejected = await org.post('/shifts', { ...good, end: good.start, dry_run: true })
    assert.deepEqual([rejected.status, Object.keys(rejected.body.errors)], [422, ['end']])
    assert.deepEqual(await stored(db, org.orgId), before)
    const real = await create(good)
    const same = ({ ref, created_at, updated_at, ...rest }: Record<string, unknown>) => rest
    assert.deepEqual(same(dry.body.data), same(real.body.data))
  })

  test('repeated with its Idempotency-Key creates one shift, also concurrently', async () => {
    const { org, body, appointments } = await roster()
    const request = await body()
    const key = { 'idempotency-key': 'visit-1' }
    const first = await org.post('/shifts', request, key)
    const second = await org.post('/shifts', request, key)
    assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text])
    assert.equal(second.headers['idempotency-replayed'], 'true')
    const other = { ...(await body()), title: 'Another' }
    const both = await Promise.all([1, 2].map(() => org.post('/shifts', other, { 'idempotency-key': 'visit-2' })))
    assert.ok(both.every(({ status }) => status === 201 || status === 409))
    assert.ok(both.some(({ status }) => status === 201))
    assert.equal((await appointments()).length, 2)
    await assertAppointments(db, org.orgId)
  })
})
