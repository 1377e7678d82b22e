import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAppointments, fullShift, rosterAt, stored } from '../../../test/factories/roster/series.ts'
import { harness } from '../../../test/harness/harness.ts'

const api = await harness()
const { db, organisation } = api
const now = '2026-11-10T00:00:00Z'
const at = (clock: string, day = '2026-11-16') => `${day} ${clock}:00`

describe('PATCH /shifts/{ref}', () => {
  test('changes only the fields of the patch, returns their names, records one event and updates the appointments', async () => {
    const { org, shift, newEvents } = await fullShift(api, now)
    for (const [body, changed] of [
      [{ title: 'Evening' }, { title: 'Evening' }],
      [{ address: '2 Fig St' }, { address: '2 Fig St' }],
      [{ address: null }, { address: undefined }],
      [{ site_id: null }, { site: undefined }],
      [{ services: [{ service: 'Meals' }] }, { services: [{ service: 'Meals' }] }],
      [{ segments: [] }, { segments: [] }],
      [{ end: at('12:30') }, { end: at('12:30'), end_at: '2026-11-16T01:30:00.000000Z', minutes: 210 }],
      [{ start: at('09:30') }, { start: at('09:30'), start_at: '2026-11-15T22:30:00.000000Z', minutes: 180 }],
    ] as [object, object][]) {
      const before = (await org.get(`/shifts/${shift.ref}`)).body.data
      const response = await org.patch(`/shifts/${shift.ref}`, body)
      assert.equal(response.status, 200, response.text)
      assert.deepEqual(response.body.updated, Object.keys(body))
      const { updated_at: _, ...rest } = response.body.data
      const { updated_at: __, ...expected } = { ...before, ...changed }
      assert.deepEqual(rest, JSON.parse(JSON.stringify(expected)))
      assert.deepEqual((await org.get(`/shifts/${shift.ref}`)).body.data, response.body.data)
      const events = await newEvents()
      assert.deepEqual(
        events.map(({ type, fields }) => [type, fields]),
        [['shift.updated', Object.keys(body)]],
      )
      await assertAppointments(db, org)
    }
  })

  test('with the current values stores and records nothing', async () => {
    const { org, shift, ana, bo, joan, max, site } = await fullShift(api, now)
    const before = await stored(db, org)
    const same = {
      ...{ title: shift.title, start: shift.start, end: shift.end, address: shift.address, site_id: site },
      ...{ client_ids: [joan, max], staff_ids: [ana, bo], client_charge_split: shift.client_charge_split },
      services: [
        { staff_id: ana, service: 'Personal care' },
        { staff_id: bo, service: 'Transport' },
        { staff_id: null, service: 'Meals' },
      ],
      segments: [
        { id: shift.segments[1].id, start: at('10:00'), end: at('11:00'), service: 'Lunch', staff_ids: [bo] },
        { start: at('09:00'), end: at('10:00'), service: 'Shower', staff_ids: [ana, bo] },
      ],
    }
    for (const body of [{}, same, { recurrence: null }, { scope: 'this_and_following' }]) {
      const response = await org.patch(`/shifts/${shift.ref}`, body)
      assert.deepEqual([response.status, response.body], [200, { updated: [], data: shift }], JSON.stringify(body))
    }
    assert.equal(await stored(db, org), before)
  })

  test('keeps the ref, attendance, segments and notes of a single shift whose people change', async () => {
    const { org, create, ana, bo, cy, max } = await rosterAt(api, now)
    const { data } = await create({
      staff_ids: [ana, bo],
      segments: [{ start: at('09:00'), end: at('10:00'), service: 'Shower', staff_ids: [ana] }],
    })
    const segment_id = data.segments[0].id
    await org.post(`/shifts/${data.ref}/clock-in`, { staff_ids: [bo] })
    await org.post(`/shifts/${data.ref}/notes`, { notes: 'Calm', segment_id, staff_id: ana })
    for (const body of [
      { staff_ids: [cy, bo] },
      { client_ids: [max] },
      { staff_ids: [bo, cy, ana] },
      { staff_ids: [bo] },
    ]) {
      const { status, body: response, text } = await org.patch(`/shifts/${data.ref}`, body)
      assert.equal(status, 200, text)
      assert.equal(response.data.ref, data.ref)
      const bos = response.data.attendance.find((one: any) => one.staff.id === bo)
      assert.equal(bos.check_in, '2026-11-10 11:00:00')
      assert.equal(response.data.segments[0].id, segment_id)
      assert.deepEqual(response.data.segments[0].shift_notes, response.data.shift_notes)
      assert.equal(response.data.shift_notes[0].staff.id, ana)
      await assertAppointments(db, org)
    }
    const gone = await org.patch(`/shifts/${data.ref}`, {
      segments: [{ start: at('09:00'), end: at('09:30'), service: 'Tea' }],
    })
    assert.notEqual(gone.body.data.segments[0].id, segment_id)
    assert.equal(gone.body.data.shift_notes.length, 1, 'the note of a segment that goes stays with the shift')
  })

  test('removes the services and segments of a person who leaves, and splits the charge again', async () => {
    const { org, shift, ana, joan } = await fullShift(api, now)
    const left = await org.patch(`/shifts/${shift.ref}`, { staff_ids: [ana] })
    assert.deepEqual(left.body.updated.sort(), ['segments', 'services', 'staff_ids'])
    const { services, segments } = left.body.data
    assert.deepEqual(services, [{ staff: 'Staff1 Li', service: 'Personal care' }, { service: 'Meals' }])
    assert.deepEqual(
      segments.map((one: any) => one.staff.map(({ id }: any) => id)),
      [[ana], []],
    )
    const alone = await org.patch(`/shifts/${shift.ref}`, { client_ids: [joan] })
    assert.deepEqual(alone.body.data.client_charge_split, [{ client_id: joan, share: 1 }])
    assert.equal(alone.body.data.ref, shift.ref)
    await assertAppointments(db, org)
  })

  test('moves segments with a shift that keeps its length; a shorter length that cuts them off is a 422', async () => {
    const { org, shift } = await fullShift(api, now)
    const moved = await org.patch(`/shifts/${shift.ref}`, { start: at('22:30'), end: at('00:30', '2026-11-17') })
    assert.deepEqual(moved.body.updated, ['start', 'end', 'segments'])
    assert.deepEqual(
      moved.body.data.segments.map(({ id, start, end }: any) => [id, start, end]),
      [
        [shift.segments[0].id, at('22:30'), at('23:30')],
        [shift.segments[1].id, at('23:30'), at('00:30', '2026-11-17')],
      ],
    )
    const cut = await org.patch(`/shifts/${shift.ref}`, { end: at('23:45') })
    assert.deepEqual([cut.status, Object.keys(cut.body.errors)], [422, ['segments.1.end']])
  })

  test('returns an error for every invalid field, and stores nothing', async () => {
    const { org, shift, cy } = await fullShift(api, now)
    const before = await stored(db, org)
    const invalid = {
      ...{
        end: at('08:00'),
        client_ids: [],
        staff_ids: [999_999],
        site_id: 999_999,
        override_conflicts: ['staff_overlap'],
      },
      services: [{ staff_id: cy, service: 'Care' }],
      segments: [{ id: 999_999, start: at('07:00'), end: at('06:00'), service: 'Care', staff_ids: [cy] }],
      client_charge_split: [{ client_id: 1, share: 0.5 }],
    }
    const { status, body } = await org.patch(`/shifts/${shift.ref}`, invalid)
    assert.equal(status, 422)
    assert.deepEqual(Object.keys(body.errors).sort(), [
      ...['client_charge_split', 'client_ids', 'end', 'override_reason', 'segments.0.end', 'segments.0.id'],
      ...['segments.0.staff_ids', 'segments.0.start', 'services.0.staff_id', 'site_id', 'staff_ids'],
    ])
    for (const body of [
      { title: null },
      { start: null },
      { type: 'single' },
      { segments: null },
      { end: '2026-11-30 09:00:00' },
    ]) {
      const response = await org.patch(`/shifts/${shift.ref}`, body)
      assert.deepEqual(
        [response.status, Object.keys(response.body.errors)],
        [422, Object.keys(body)],
        JSON.stringify(body),
      )
    }
    assert.equal(await stored(db, org), before)
  })

  test('of a started shift keeps its start and who clocked in; of a completed or cancelled one is a 422', async () => {
    const { org, create, ana, bo, cy } = await rosterAt(api, now)
    const { data } = await create({ staff_ids: [ana, bo] })
    await org.post(`/shifts/${data.ref}/clock-in`, { staff_ids: [ana] })
    const rejected = await org.patch(`/shifts/${data.ref}`, { start: at('08:00'), staff_ids: [bo] })
    assert.deepEqual(rejected.body.errors, {
      start: ['start cannot change: the shift has started.'],
      staff_ids: ['staff_ids must keep Staff1 Li, who clocked in.'],
    })
    const longer = await org.patch(`/shifts/${data.ref}`, { end: at('12:00'), staff_ids: [ana, cy] })
    assert.deepEqual([longer.status, longer.body.data.status], [200, 'started'])
    await org.post(`/shifts/${data.ref}/clock-out`, { staff_ids: [ana] })
    const other = await create({ start: at('14:00'), end: at('15:00') })
    await org.post(`/shifts/${other.data.ref}/cancel`, { cancelled_by: 'client', reason: 'Away' })
    const before = await stored(db, org)
    for (const [ref, status] of [
      [data.ref, 'completed'],
      [other.data.ref, 'cancelled'],
    ]) {
      const response = await org.patch(`/shifts/${ref}`, { title: 'Late' })
      assert.equal(response.status, 422)
      assert.match(
        response.body.message,
        new RegExp(`^A ${status} shift cannot be edited; only a draft, scheduled or started one can.$`),
      )
    }
    assert.equal(await stored(db, org), before)
  })

  test('checks only the conflicts that it causes, and succeeds when they are overridden with a reason', async () => {
    const { org, create, ana, bo, max, newEvents } = await rosterAt(api, now)
    const { data: first } = await create()
    const { data: second } = await create({ staff_ids: [bo], client_ids: [max] })
    await newEvents()
    const blocked = await org.patch(`/shifts/${second.ref}`, { staff_ids: [bo, ana] })
    assert.deepEqual([blocked.status, Object.keys(blocked.body.errors)], [422, ['staff_ids']])
    assert.deepEqual(
      blocked.body.conflicts.map(({ code, severity, staff, ref }: any) => [code, severity, staff.id, ref]),
      [['staff_overlap', 'block', ana, first.ref]],
    )
    assert.deepEqual(await newEvents(), [])
    const override = { override_conflicts: ['staff_overlap'], override_reason: 'Two at once' }
    const accepted = await org.patch(`/shifts/${second.ref}`, { staff_ids: [bo, ana], ...override })
    assert.deepEqual([accepted.status, accepted.body.updated], [200, ['staff_ids']])
    const [event] = await newEvents()
    assert.deepEqual(event.detail, {
      override_reason: 'Two at once',
      overridden: [{ code: 'staff_overlap', staff_id: ana, ref: first.ref }],
    })
    await org.post(`/staff/${bo}/status`, { status: 'Inactive' })
    const title = await org.patch(`/shifts/${second.ref}`, { title: 'Evening' })
    assert.deepEqual([title.status, title.body.conflicts], [200, undefined])
    const moved = await org.patch(`/shifts/${second.ref}`, { end: at('12:00') })
    assert.deepEqual(moved.body.conflicts.map(({ code }: any) => code).sort(), ['staff_not_active', 'staff_overlap'])
    const freed = await org.patch(`/shifts/${second.ref}`, { start: at('11:00'), end: at('12:00'), staff_ids: [ana] })
    assert.deepEqual([freed.status, freed.body.conflicts], [200, undefined], 'shifts that touch do not overlap')
  })

  test('does not validate people again who are already on the shift', async () => {
    const { org, create, ana, joan, max } = await rosterAt(api, now)
    const site_id = (await org.post('/sites', { name: 'Banksia House', participant_ids: [joan] })).body.data.id
    const { data } = await create({ type: 'site', site_id })
    const override = { override_conflicts: ['staff_overlap'], override_reason: 'Both' }
    await create({ client_ids: [max], ...override })
    await org.patch(`/sites/${site_id}`, { participant_ids: [max] })
    await db.query('update staff set supplier = true where org_id = $1 and id = $2', [org.orgId, ana])
    const response = await org.patch(`/shifts/${data.ref}`, { title: 'Late', end: at('12:00'), ...override })
    assert.equal(response.status, 200, response.text)
    await org.patch(`/shifts/${data.ref}`, { client_ids: [max], staff_ids: [] })
    const { body } = await org.patch(`/shifts/${data.ref}`, { client_ids: [joan], staff_ids: [ana] })
    assert.deepEqual(Object.keys(body.errors), ['staff_ids', 'client_ids'])
  })

  test('in a dry run returns the same result and stores nothing', async () => {
    const { org, shift, ana } = await fullShift(api, now)
    const before = await stored(db, org)
    const dry = await org.patch(`/shifts/${shift.ref}`, { title: 'Evening', staff_ids: [ana], dry_run: true })
    assert.equal(await stored(db, org), before)
    const rejected = await org.patch(`/shifts/${shift.ref}`, { end: at('08:00'), dry_run: true })
    assert.equal(rejected.status, 422)
    const real = await org.patch(`/shifts/${shift.ref}`, { title: 'Evening', staff_ids: [ana] })
    const { updated_at: _, ...predicted } = dry.body.data
    const { updated_at: __, ...done } = real.body.data
    assert.deepEqual([dry.status, dry.body.dry_run, dry.body.updated, predicted], [200, true, real.body.updated, done])
  })

  test('is 404 for another organisation, an unknown or a deleted shift', async () => {
    const { org, shift } = await fullShift(api, now)
    const before = await stored(db, org)
    const stranger = await organisation()
    assert.equal((await stranger.patch(`/shifts/${shift.ref}`, { title: 'Mine' })).status, 404)
    assert.equal(
      (await stranger.patch(`/shifts/${shift.ref}`, { title: 'Mine', scope: 'this_and_following' })).status,
      404,
    )
    assert.equal((await org.patch('/shifts/g:9007199254740993', { title: 'Late' })).status, 404)
    assert.equal(await stored(db, org), before)
    await org.call('DELETE', '/shifts', { refs: [shift.ref] })
    assert.equal((await org.patch(`/shifts/${shift.ref}`, { title: 'Late' })).status, 404)
  })
})
