import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAppointments, rosterOf, setClock, stored } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'
import { untilLockWait } from '../../../test/harness/locks.ts'

const { db, clock, organisation } = await harness()
/** Two hours after the end of the shift, which is on 16 November from 9 to 11 in Sydney. */
const afterTheShift = Date.parse('2026-11-16T02:00:00Z')
setClock(clock, afterTheShift)

const reason = 'Forgot the phone'

async function roster(now = afterTheShift, timezone = 'Australia/Sydney') {
  setClock(clock, now)
  const org = await organisation('read-write', timezone)
  const made = rosterOf(db, org)
  const [ana, bo] = [await made.staff('Ana'), await made.staff('Bo')]
  const put = (ref: string, body: object, headers?: object) =>
    org.put(`/shifts/${ref}/attendance`, { staff_id: ana, reason, ...body }, headers)
  const clocking = (way: 'in' | 'out') => (ref: string, staff_ids: number[]) =>
    org.post(`/shifts/${ref}/clock-${way}`, { staff_ids })
  const find = async (ref: string) => (await org.get(`/shifts/${ref}`)).body.data
  return { org, ...made, ana, bo, put, find, clockIn: clocking('in'), clockOut: clocking('out') }
}

const rowsOf = async (orgId: number) =>
  (
    await db.query(
      'select staff_id, check_in, check_out, corrected from shift_staff where org_id = $1 order by shift_id, place',
      [orgId],
    )
  ).rows

describe('PUT /shifts/{ref}/attendance', () => {
  test('enters the times of a person who did not clock, which completes the shift', async () => {
    const { org, ana, bo, shift, put, find, events } = await roster()
    const made = await shift({ staff_ids: [ana, bo], publish: true })
    const { status, body } = await put(made.ref, { check_in: '2026-11-16 09:02:00', check_out: '2026-11-16 11:04:59' })
    assert.equal(status, 200)
    const [first, second] = body.data.attendance
    assert.deepEqual(first, {
      staff: { id: ana, name: 'Ana Li' },
      check_in: '2026-11-16 09:02:00',
      check_out: '2026-11-16 11:04:59',
      check_in_at: '2026-11-15T22:02:00.000000Z',
      check_out_at: '2026-11-16T00:04:59.000000Z',
      worked_minutes: 122,
      corrected: true,
    })
    assert.deepEqual([second.check_in_at, second.worked_minutes, second.corrected], [null, null, false])
    assert.equal(body.data.status, 'completed')
    assert.deepEqual(await find(made.ref), body.data)
    assert.ok(body.data.updated_at > made.updated_at)
    assert.deepEqual((await org.get('/shifts?status=completed')).body.data, [body.data])
    assert.deepEqual(await rowsOf(org.orgId), [
      {
        ...{ staff_id: ana, check_in: '2026-11-15T22:02:00.000000Z', check_out: '2026-11-16T00:04:59.000000Z' },
        corrected: true,
      },
      { staff_id: bo, check_in: null, check_out: null, corrected: false },
    ])
    const [event, ...others] = (await events()).filter(({ type }) => type !== 'shift.published')
    assert.deepEqual(others, [])
    assert.deepEqual([event.type, event.fields], ['shift.attendance_corrected', ['status', 'attendance']])
    assert.deepEqual(event.detail, {
      staff_id: ana,
      from: { check_in: null, check_out: null },
      to: { check_in: '2026-11-15T22:02:00.000000Z', check_out: '2026-11-16T00:04:59.000000Z' },
      reason,
      status: 'completed',
    })
    await assertAppointments(db, org.orgId)
  })

  test('corrects one time and leaves the other and those of other people as they were', async () => {
    const { ana, bo, shift, put, clockIn, clockOut, events } = await roster(Date.parse('2026-11-15T22:00:00.700Z'))
    const { ref } = await shift({ staff_ids: [ana, bo], publish: true })
    await clockIn(ref, [ana, bo])
    clock.advance(2 * 3_600_000)
    await clockOut(ref, [ana])
    const { body } = await put(ref, { check_out: '2026-11-16T10:30:00+11:00' })
    const [first, second] = body.data.attendance
    assert.deepEqual(
      [first.check_in, first.check_out, first.worked_minutes, first.corrected],
      ['2026-11-16 09:00:00', '2026-11-16 10:30:00', 90, true],
    )
    assert.deepEqual([second.check_in, second.check_out, second.corrected], ['2026-11-16 09:00:00', null, false])
    assert.equal(body.data.status, 'started')
    const [last] = (await events()).slice(-1)
    assert.deepEqual(last.fields, ['attendance'])
    assert.deepEqual(
      [last.detail.from.check_out, last.detail.to.check_out],
      ['2026-11-16T00:00:00.000000Z', '2026-11-15T23:30:00.000000Z'],
    )
  })

  test('drops fractions of a second, so that the minutes are those of the times shown', async () => {
    const { ana, shift, put, events } = await roster()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    const { body } = await put(ref, { check_in: '2026-11-15T22:00:00.9Z', check_out: '2026-11-15T23:00:00.1234567Z' })
    const [{ check_in, check_out, check_in_at, check_out_at, worked_minutes }] = body.data.attendance
    assert.deepEqual([check_in, check_out, worked_minutes], ['2026-11-16 09:00:00', '2026-11-16 10:00:00', 60])
    const whole = { check_in: '2026-11-15T22:00:00.000000Z', check_out: '2026-11-15T23:00:00.000000Z' }
    assert.deepEqual({ check_in: check_in_at, check_out: check_out_at }, whole)
    assert.deepEqual((await events()).at(-1).detail.to, whole)
    const equal = await put(ref, { check_in: '2026-11-15T22:00:00.9Z', check_out: '2026-11-15T22:00:00.1Z' })
    assert.equal(equal.body.data.attendance[0].worked_minutes, 0)
  })

  test('moves the status as if clocked: in, out, out cleared, all cleared', async () => {
    const { org, ana, shift, put } = await roster()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    const [at, later] = ['2026-11-16 09:00:00', '2026-11-16 11:00:00']
    for (const [body, status, times] of [
      [{ check_in: at }, 'started', [at, null]],
      [{ check_out: later }, 'completed', [at, later]],
      [{ check_out: null }, 'started', [at, null]],
      [{ check_in: null }, 'scheduled', [null, null]],
      [{ check_in: at, check_out: later }, 'completed', [at, later]],
      [{ check_in: null, check_out: null }, 'scheduled', [null, null]],
    ] as const) {
      const { data } = (await put(ref, body)).body
      const [{ check_in, check_out, corrected }] = data.attendance
      assert.deepEqual([data.status, [check_in, check_out], corrected], [status, times, true])
    }
    await assertAppointments(db, org.orgId)
  })

  test('of one of several people completes the shift only when all who came have left', async () => {
    const { ana, bo, shift, put } = await roster()
    const { ref } = await shift({ staff_ids: [ana, bo], publish: true })
    const [check_in, check_out] = ['2026-11-16 09:00:00', '2026-11-16 11:00:00']
    const statusAfter = async (body: object) => (await put(ref, body)).body.data.status
    assert.equal(await statusAfter({ check_in, check_out }), 'completed')
    assert.equal(await statusAfter({ staff_id: bo, check_in: check_out }), 'started')
    assert.equal(await statusAfter({ check_in: null, check_out: null }), 'started')
    assert.equal(await statusAfter({ staff_id: bo, check_out }), 'completed')
  })

  test('lets a person clock out again whose clock-out was cleared', async () => {
    const { ana, shift, put, clockIn, clockOut } = await roster(Date.parse('2026-11-15T22:00:00Z'))
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    await clockIn(ref, [ana])
    await clockOut(ref, [ana])
    assert.equal((await clockIn(ref, [ana])).body.message, 'Ana Li has already clocked out.')
    await put(ref, { check_out: null })
    assert.equal((await clockOut(ref, [ana])).status, 200)
  })

  test('that changes nothing writes and records nothing', async () => {
    const { org, ana, shift, put, clockIn } = await roster(Date.parse('2026-11-15T22:00:00.700Z'))
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    await clockIn(ref, [ana])
    const before = await stored(db, org.orgId)
    const at = '2026-11-15T22:00:00.700Z'
    for (const body of [{}, { check_in: '2026-11-16 09:00:00' }, { check_in: at, check_out: null }]) {
      const { status, body: answer } = await put(ref, body)
      assert.deepEqual([status, answer.data.attendance[0].corrected], [200, false], JSON.stringify(body))
    }
    assert.deepEqual(await stored(db, org.orgId), before)
  })

  test('leaves a clocked time outside of the 24 hours as it is when it corrects the other', async () => {
    const { ana, shift, put, clockIn } = await roster(Date.parse('2026-11-10T22:00:00Z'))
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    await clockIn(ref, [ana])
    setClock(clock, afterTheShift)
    const { status, body } = await put(ref, { check_in: '2026-11-11 09:00:00', check_out: '2026-11-16 11:00:00' })
    assert.deepEqual([status, body.data.status], [200, 'completed'])
  })
})

describe('PUT /shifts/{ref}/attendance is a 422 by field and changes nothing', () => {
  const window = 'at most 24 hours before or after the shift, from 2026-11-15 09:00:00 to 2026-11-17 11:00:00'
  const cases: [string, object, Record<string, string[]>][] = [
    [
      'with a clock-out and no clock-in',
      { check_out: '2026-11-16 11:00:00' },
      { check_out: ['check_out needs a check_in.'] },
    ],
    [
      'with a clock-out before the clock-in',
      { check_in: '2026-11-16 10:00:00', check_out: '2026-11-16 09:59:59' },
      { check_out: ['check_out must not be before check_in.'] },
    ],
    [
      'with times in the future',
      { check_in: '2026-11-16 13:00:01', check_out: '2026-11-16T02:00:02.001Z' },
      { check_in: ['check_in must not be in the future.'], check_out: ['check_out must not be in the future.'] },
    ],
    [
      'with times more than 24 hours from the shift, and later than now',
      { check_in: '2026-11-15 08:59:59', check_out: '2026-11-17 11:00:01' },
      {
        check_in: [`check_in must be ${window}.`],
        check_out: ['check_out must not be in the future.', `check_out must be ${window}.`],
      },
    ],
    [
      'of a person who is not on the shift, with all that is wrong with the times',
      { staff_id: 999_999_999, check_in: '2026-11-16 13:00:01', check_out: '2026-11-16 09:00:00' },
      {
        staff_id: ['staff_id must be a staff member on the shift; 999999999 is not.'],
        check_in: ['check_in must not be in the future.'],
        check_out: ['check_out must not be before check_in.'],
      },
    ],
  ]
  for (const [what, body, errors] of cases) {
    test(what, async () => {
      const { org, ana, shift, put } = await roster()
      const { ref } = await shift({ staff_ids: [ana], publish: true })
      const before = await stored(db, org.orgId)
      const response = await put(ref, body)
      assert.deepEqual([response.status, response.body.errors], [422, errors])
      assert.deepEqual(await stored(db, org.orgId), before)
    })
  }

  test('of people of the organisation or of another who are not on the shift', async () => {
    const { ana, bo, supplier, shift, put } = await roster()
    const strange = await rosterOf(db, await organisation()).staff()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    for (const staff_id of [bo, strange, await supplier()]) {
      const { status, body } = await put(ref, { staff_id, check_in: '2026-11-16 09:00:00' })
      const errors = { staff_id: [`staff_id must be a staff member on the shift; ${staff_id} is not.`] }
      assert.deepEqual([status, body.errors], [422, errors])
    }
  })

  test('exactly at the limits it is allowed: 24 hours before the start, and now', async () => {
    const { ana, shift, put } = await roster()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    assert.equal((await put(ref, { check_in: '2026-11-15 09:00:00', check_out: '2026-11-16 13:00:00' })).status, 200)
    setClock(clock, Date.parse('2026-11-20T00:00:00Z'))
    assert.equal((await put(ref, { check_out: '2026-11-17 11:00:00' })).status, 200)
  })

  test('that clears or moves the clock-in past a clock-out which stays, and says so at check_in', async () => {
    const { org, ana, shift, put } = await roster()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    await put(ref, { check_in: '2026-11-16 09:00:00', check_out: '2026-11-16 11:00:00' })
    const before = await stored(db, org.orgId)
    assert.deepEqual((await put(ref, { check_in: null })).body.errors, {
      check_in: ['check_in cannot be null while there is a check_out; send check_out as null too.'],
    })
    assert.deepEqual((await put(ref, { check_in: '2026-11-16 11:00:01' })).body.errors, {
      check_in: ['check_in must not be after check_out, 2026-11-16 11:00:00.'],
    })
    assert.deepEqual(await stored(db, org.orgId), before)
  })

  const states = {
    draft: 'The shift is not published.',
    cancelled: 'A cancelled shift cannot be given clock times; only a scheduled, started or completed one can.',
  } as const
  for (const [status, sentence] of Object.entries(states)) {
    test(`of a ${status} shift, with the other problems too`, async () => {
      const { org, ana, bo, shiftIn, put } = await roster()
      const { ref } = await shiftIn(status as keyof typeof states, { staff_ids: [ana] })
      const before = await stored(db, org.orgId)
      const response = await put(ref, { staff_id: bo, check_out: '2026-11-16 14:00:00' })
      assert.deepEqual([response.status, response.body.message], [422, sentence])
      assert.deepEqual(response.body.errors, {
        status: [sentence],
        staff_id: [`staff_id must be a staff member on the shift; ${bo} is not.`],
        check_out: ['check_out must not be in the future.'],
      })
      assert.deepEqual(await stored(db, org.orgId), before)
    })
  }

  test('with a wrong shape, with every problem at once', async () => {
    const { org, ana, shift } = await roster()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    const format =
      'must be a local time such as 2026-11-30 09:15:00 or an ISO 8601 instant such as 2026-11-30T09:15:00Z.'
    const { status, body } = await org.put(`/shifts/${ref}/attendance`, {
      ...{ staff_id: '1', check_in: '2026-11-16T09:00:00', check_out: '2026-02-30 09:00:00', reason: ' ', note: 'x' },
    })
    assert.equal(status, 422)
    assert.deepEqual(body.errors, {
      staff_id: ['staff_id must be a whole number.'],
      check_in: [`check_in ${format}`],
      check_out: [`check_out ${format}`],
      reason: ['reason must not be blank.'],
      note: ['note is not supported; supported fields are staff_id, check_in, check_out, reason.'],
    })
    const missing = await org.put(`/shifts/${ref}/attendance`, {})
    assert.deepEqual(Object.keys(missing.body.errors).sort(), ['reason', 'staff_id'])
    assert.equal((await org.put(`/shifts/${ref}/attendance`)).status, 400)
    const large = { staff_id: ana, reason: 'x'.repeat(70_000) }
    assert.equal((await org.put(`/shifts/${ref}/attendance`, large)).status, 413)
  })
})

describe('PUT /shifts/{ref}/attendance when the clocks change', () => {
  /** Sydney's clocks go back from 03:00 to 02:00 on 5 April 2026, and forward from 02:00 to 03:00 on 4 October. */
  const night = async (day: string) => {
    const { org, ana, shift, put } = await roster(Date.parse('2026-11-16T02:00:00Z'))
    const { ref } = await shift({ start: `${day} 00:00:00`, end: `${day} 06:00:00`, staff_ids: [ana], publish: true })
    return { org, put: (body: object) => put(ref, body) }
  }

  test('needs an instant for a local time that occurs twice, and shows both', async () => {
    const { org, put } = await night('2026-04-05')
    const before = await stored(db, org.orgId)
    const { status, body } = await put({ check_in: '2026-04-05 02:30:00', check_out: '2026-04-05 02:00:00' })
    const twice = (name: string, first: string, second: string) => ({
      [name]: [`${name} occurs twice because the clocks go back; send the instant ${first} or ${second}.`],
    })
    assert.equal(status, 422)
    assert.deepEqual(body.errors, {
      ...twice('check_in', '2026-04-04T15:30:00Z', '2026-04-04T16:30:00Z'),
      ...twice('check_out', '2026-04-04T15:00:00Z', '2026-04-04T16:00:00Z'),
    })
    assert.deepEqual(await stored(db, org.orgId), before)
  })

  test('takes instants of the repeated hour, whose local times may go back', async () => {
    const { put } = await night('2026-04-05')
    const { status, body } = await put({
      check_in: '2026-04-05T02:50:00+11:00',
      check_out: '2026-04-05T02:10:00+10:00',
    })
    const [entry] = body.data.attendance
    assert.equal(status, 200)
    assert.deepEqual(
      [entry.check_in, entry.check_out, entry.worked_minutes],
      ['2026-04-05 02:50:00', '2026-04-05 02:10:00', 20],
    )
    const outside = await put({ check_in: '2026-04-05 01:59:59', check_out: '2026-04-05 03:00:00' })
    assert.equal(outside.body.data.attendance[0].worked_minutes, 120)
  })

  test('moves a skipped local time forward, as elsewhere', async () => {
    const { put } = await night('2026-10-04')
    const { body } = await put({ check_in: '2026-10-04 02:30:00', check_out: '2026-10-04 03:45:00' })
    const [entry] = body.data.attendance
    assert.deepEqual([entry.check_in, entry.worked_minutes], ['2026-10-04 03:30:00', 15])
    assert.deepEqual((await put({ check_out: '2026-10-04 03:10:00' })).body.errors, {
      check_out: ['check_out must not be before check_in.'],
    })
  })
})

describe('PUT /shifts/{ref}/attendance', () => {
  test('works with the ref of any appointment; of another organisation or a deleted shift it is 404', async () => {
    const { org, ana, bo, shift, remove, appointments, put } = await roster()
    const other = await organisation()
    const { ref } = await shift({ type: 'group', staff_ids: [ana, bo], publish: true })
    const [, second] = await appointments()
    const { body } = await put(`a:${second.id}`, { check_in: '2026-11-16 09:00:00' })
    assert.equal(body.data.ref, ref)
    const before = await stored(db, org.orgId)
    const theirs = await other.put(`/shifts/${ref}/attendance`, { staff_id: ana, check_in: null, reason })
    assert.deepEqual([theirs.status, theirs.body.message], [404, 'Shift not found.'])
    assert.deepEqual(await stored(db, org.orgId), before)
    await remove([ref])
    assert.equal((await put(ref, { check_in: null })).status, 404)
    assert.equal((await put('g:9999999999999999', {})).status, 404)
  })

  test('needs read-write access to the roster', async () => {
    const reader = await organisation({ roster: 'read' })
    assert.equal((await reader.put('/shifts/a:1/attendance', { staff_id: 1, reason })).status, 403)
  })

  test('waits for another change of the shift, and then corrects what that one left', async () => {
    const { org, ana, shift, put, events } = await roster()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    const rival = await db.connect()
    try {
      await rival.query('begin')
      await rival.query('select id from shift where org_id = $1 for no key update', [org.orgId])
      const waiting = put(ref, { check_out: '2026-11-16 11:00:00' })
      await untilLockWait(db)
      await rival.query(`update shift_staff set check_in = '2026-11-15T22:00:00Z' where org_id = $1`, [org.orgId])
      await rival.query('commit')
      const { status, body } = await waiting
      assert.deepEqual([status, body.data?.status], [200, 'completed'])
    } finally {
      rival.release()
    }
    const [last] = (await events()).slice(-1)
    assert.deepEqual(last.detail.from, { check_in: '2026-11-15T22:00:00.000000Z', check_out: null })
  })

  test('of two people by two concurrent requests corrects both, and the shift has the status of both', async () => {
    const { ana, bo, shift, put, find } = await roster()
    const { ref } = await shift({ staff_ids: [ana, bo], publish: true })
    const check_in = '2026-11-16 09:00:00'
    await Promise.all([put(ref, { check_in, check_out: check_in }), put(ref, { staff_id: bo, check_in })])
    const { status, attendance } = await find(ref)
    assert.deepEqual([status, attendance.map((one: any) => one.check_in)], ['started', [check_in, check_in]])
  })

  test('repeated with its Idempotency-Key returns the first response and corrects once', async () => {
    const { ana, shift, put, events } = await roster()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    const key = { 'idempotency-key': 'correct-1' }
    const first = await put(ref, { check_in: '2026-11-16 09:00:00' }, key)
    await put(ref, { check_in: '2026-11-16 09:30:00' })
    const again = await put(ref, { check_in: '2026-11-16 09:00:00' }, key)
    assert.deepEqual([again.status, again.text, again.headers['idempotency-replayed']], [200, first.text, 'true'])
    assert.equal((await events()).filter(({ type }) => type === 'shift.attendance_corrected').length, 2)
    assert.equal((await put(ref, { check_in: '2026-11-16 08:00:00' }, key)).status, 422)
  })

  test('is kept when the staff of a started shift change', async () => {
    const { org, ana, bo, shift, put } = await roster()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    await put(ref, { check_in: '2026-11-16 09:00:00' })
    const { status, body } = await org.patch(`/shifts/${ref}`, { staff_ids: [bo, ana] })
    assert.equal(status, 200)
    const [, kept] = body.data.attendance
    assert.deepEqual([kept.staff.id, kept.check_in, kept.corrected], [ana, '2026-11-16 09:00:00', true])
    const without = await org.patch(`/shifts/${ref}`, { staff_ids: [bo] })
    assert.deepEqual(without.body.errors, { staff_ids: ['staff_ids must keep Ana Li, who clocked in.'] })
  })
})
