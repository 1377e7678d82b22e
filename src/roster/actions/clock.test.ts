import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAppointments, rosterOf, setClock, stored } from '../../../test/factories/roster/roster.ts'
import { harness } from '../../../test/harness/harness.ts'
import { localOf } from '../../time/local-time.ts'

const { db, clock, organisation } = await harness()
setClock(clock)

async function roster() {
  const org = await organisation()
  const made = rosterOf(db, org)
  const [ana, bo] = [await made.staff('Ana'), await made.staff('Bo')]
  const clocking = (way: 'in' | 'out') => (ref: string, staff_ids: unknown, headers?: object) =>
    org.post(`/shifts/${ref}/clock-${way}`, { staff_ids }, headers)
  const find = async (ref: string) => (await org.get(`/shifts/${ref}`)).body.data
  return { org, ...made, ana, bo, clockIn: clocking('in'), clockOut: clocking('out'), find }
}
const times = ({ attendance }: { attendance: { check_in: string | null; check_out: string | null }[] }) =>
  attendance.map(({ check_in, check_out }) => [check_in, check_out])
const now = () => localOf(clock.now(), 'Australia/Sydney')

describe('POST /shifts/{ref}/clock-in', () => {
  test('clocks a staff member in to a published shift, which starts it', async () => {
    const { org, ana, bo, shift, clockIn, find, events } = await roster()
    const { ref } = await shift({ staff_ids: [ana, bo], publish: true })
    const { status, body } = await clockIn(ref, [ana])
    assert.equal(status, 200)
    assert.deepEqual(body, { ref, succeeded: 1, failed: 0, results: [{ staff: 'Ana Li', ok: true }] })
    const record = await find(ref)
    assert.deepEqual(
      [record.status, times(record)],
      [
        'started',
        [
          [now(), null],
          [null, null],
        ],
      ],
    )
    const [event, ...others] = await events()
    assert.deepEqual([event.type, event.detail], ['shift.clocked_in', { staff_id: ana, status: 'started' }])
    assert.deepEqual(others, [])
    await assertAppointments(db, org.orgId)
  })

  test('clocks staff in one by one, or several in the order of the request', async () => {
    const { ana, bo, staff, shift, clockIn, find } = await roster()
    const kim = await staff('Kim')
    const { ref } = await shift({ staff_ids: [ana, bo, kim], publish: true })
    await clockIn(ref, [ana])
    clock.advance(60_000)
    const { body } = await clockIn(ref, [kim, bo])
    assert.deepEqual(body.results, [
      { staff: 'Kim Li', ok: true },
      { staff: 'Bo Li', ok: true },
    ])
    const [first, second, third] = times(await find(ref))
    assert.ok(first![0]! < second![0]!)
    assert.deepEqual(
      [second, third],
      [
        [now(), null],
        [now(), null],
      ],
    )
  })

  test('is accepted however long before the shift, because the contract has no limit; a correction clears it', async () => {
    const { org, ana, shift, clockIn, find } = await roster()
    const { ref } = await shift({
      ...{ staff_ids: [ana], publish: true },
      ...{ start: '2031-03-02 09:00:00', end: '2031-03-02 11:00:00' },
    })
    assert.equal((await clockIn(ref, [ana])).status, 200)
    assert.deepEqual(times(await find(ref)), [[now(), null]])
    const clear = { staff_id: ana, check_in: null, reason: 'Clocked in to the wrong shift' }
    assert.equal((await org.put(`/shifts/${ref}/attendance`, clear)).status, 200)
    assert.deepEqual([(await find(ref)).status, times(await find(ref))], ['scheduled', [[null, null]]])
  })

  test('works with the ref of any appointment, and returns the shift’s own ref', async () => {
    const { ana, bo, shift, appointments, clockIn } = await roster()
    const { ref } = await shift({ type: 'group', staff_ids: [ana, bo], publish: true })
    const [, second] = await appointments()
    assert.equal((await clockIn(`a:${second.id}`, [ana])).body.ref, ref)
  })

  test('of a staff member who is already clocked in is a 422 with the contract’s message, and changes nothing', async () => {
    const { org, ana, bo, shift, clockIn } = await roster()
    const { ref } = await shift({ staff_ids: [ana, bo], publish: true })
    await clockIn(ref, [ana])
    const before = await stored(db, org.orgId)
    clock.advance(60_000)
    for (const staff_ids of [[ana], [bo, ana]]) {
      const { status, body } = await clockIn(ref, staff_ids)
      assert.deepEqual([status, body.message], [422, 'Ana Li is already clocked in.'])
      assert.deepEqual(body.errors, { staff_ids: ['Ana Li is already clocked in.'] })
    }
    assert.deepEqual(await stored(db, org.orgId), before)
  })

  test('of several who are already clocked in names the first and lists all', async () => {
    const { ana, bo, shift, clockIn } = await roster()
    const { ref } = await shift({ staff_ids: [ana, bo], publish: true })
    await clockIn(ref, [ana, bo])
    const { body } = await clockIn(ref, [bo, ana])
    const both = ['Bo Li is already clocked in.', 'Ana Li is already clocked in.']
    assert.deepEqual([body.message, body.errors.staff_ids], [both[0], both])
  })

  test('twenty concurrent requests clock in once; the others are rejected with the reason', async () => {
    const { org, ana, shift, clockIn, events } = await roster()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    const answers = await Promise.all(Array.from({ length: 20 }, () => clockIn(ref, [ana])))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(19).fill(422)])
    for (const { body } of answers.filter(({ status }) => status === 422)) {
      assert.equal(body.message, 'Ana Li is already clocked in.')
    }
    assert.equal((await events()).length, 1)
    await assertAppointments(db, org.orgId)
  })

  test('of two people by two concurrent requests clocks both in', async () => {
    const { ana, bo, shift, clockIn, find } = await roster()
    const { ref } = await shift({ staff_ids: [ana, bo], publish: true })
    const answers = await Promise.all([clockIn(ref, [ana]), clockIn(ref, [bo])])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.ok(times(await find(ref)).every(([check_in]) => check_in !== null))
  })

  test('of people who are not on the shift is a 422 that names them and clocks no one in', async () => {
    const { org, ana, bo, supplier, shift, clockIn } = await roster()
    const other = rosterOf(db, await organisation())
    const strange = await other.staff()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    const before = await stored(db, org.orgId)
    for (const stranger of [bo, strange, 999_999_999]) {
      const { status, body } = await clockIn(ref, [ana, stranger])
      const sentence = `staff_ids must be staff on the shift; ${stranger} is not.`
      assert.deepEqual([status, body.errors], [422, { staff_ids: [sentence] }])
    }
    const { body } = await clockIn(ref, [bo, ana, strange])
    assert.deepEqual(body.errors.staff_ids, [`staff_ids must be staff on the shift; ${bo}, ${strange} are not.`])
    assert.equal((await clockIn(ref, [await supplier()])).status, 422)
    const { shift: rows, shift_staff } = await stored(db, org.orgId)
    assert.deepEqual({ rows, shift_staff }, { rows: before.shift, shift_staff: before.shift_staff })
  })

  const states = {
    draft: 'The shift is not published.',
    cancelled: 'A cancelled shift cannot be clocked in to; only a scheduled, started or completed one can.',
  } as const
  for (const [status, sentence] of Object.entries(states)) {
    test(`to a ${status} shift is rejected`, async () => {
      const { org, ana, shiftIn, clockIn } = await roster()
      const { ref } = await shiftIn(status as keyof typeof states, { staff_ids: [ana] })
      const before = await stored(db, org.orgId)
      const response = await clockIn(ref, [ana])
      assert.deepEqual([response.status, response.body.message], [422, sentence])
      assert.deepEqual(await stored(db, org.orgId), before)
    })
  }

  test('after the one who is relieved has clocked out starts a completed shift again, until its end', async () => {
    const { org, ana, bo, staff, shift, clockIn, clockOut, find, events } = await roster()
    const { ref, end_at } = await shift({ staff_ids: [ana, bo, await staff('Kim')], publish: true })
    await clockIn(ref, [ana])
    clock.advance(60_000)
    await clockOut(ref, [ana])
    assert.equal((await find(ref)).status, 'completed')
    assert.equal((await clockIn(ref, [ana])).body.message, 'Ana Li has already clocked out.')
    setClock(clock, Date.parse(end_at))
    assert.equal((await clockIn(ref, [bo])).status, 200)
    assert.equal((await find(ref)).status, 'started')
    const [last] = (await events()).slice(-1)
    assert.deepEqual([last.type, last.detail], ['shift.clocked_in', { staff_id: bo, status: 'started' }])
    await clockOut(ref, [bo])
    assert.equal((await find(ref)).status, 'completed')
    await assertAppointments(db, org.orgId)
    setClock(clock)
  })

  test('to a completed shift after its end is rejected; to a scheduled one it is not', async () => {
    const { org, ana, bo, shift, clockIn, clockOut } = await roster()
    const [done, open] = [await shift({ staff_ids: [ana, bo], publish: true }), await shift({ publish: true })]
    await clockIn(done.ref, [ana])
    await clockOut(done.ref, [ana])
    setClock(clock, Date.parse(done.end_at) + 1)
    const before = await stored(db, org.orgId)
    for (const staffId of [ana, bo]) {
      const { status, body } = await clockIn(done.ref, [staffId])
      const sentence = 'A completed shift cannot be clocked in to after its end; only a scheduled or started one can.'
      assert.deepEqual([status, body.message, body.errors], [422, sentence, { status: [sentence] }])
    }
    assert.deepEqual(await stored(db, org.orgId), before)
    assert.equal((await clockIn(open.ref, [open.staff[0].id])).status, 200)
    setClock(clock)
  })

  test('is recorded in whole seconds, as the record shows it', async () => {
    const { ana, shift, clockIn, clockOut, find } = await roster()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    clock.advance(900)
    await clockIn(ref, [ana])
    clock.advance(59_200)
    await clockOut(ref, [ana])
    const [entry] = (await find(ref)).attendance
    assert.deepEqual(
      [entry.check_in_at, entry.check_out_at, entry.worked_minutes, entry.corrected],
      ['2026-09-06T02:00:00.000000Z', '2026-09-06T02:01:00.000000Z', 1, false],
    )
    setClock(clock)
  })

  test('without staff, with the same twice or with invalid ids is a 422 by field', async () => {
    const { org, ana, shift, clockIn } = await roster()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    for (const staffIds of [[], [ana, ana], [0], ['1'], ana, null, undefined]) {
      const { status, body } = await clockIn(ref, staffIds)
      assert.equal(status, 422, JSON.stringify(staffIds))
      assert.ok(Object.keys(body.errors).every((field) => field.startsWith('staff_ids')))
    }
    const { body } = await org.post(`/shifts/${ref}/clock-in`, { staff_ids: [ana], at: '09:00' })
    assert.deepEqual(Object.keys(body.errors), ['at'])
    assert.equal((await org.post(`/shifts/${ref}/clock-in`)).status, 400)
  })

  test('of another organisation, or to a shift that is deleted, is 404', async () => {
    const { ana, shiftIn, remove, clockIn } = await roster()
    const other = await organisation()
    const { ref } = await shiftIn('started', { staff_ids: [ana] })
    assert.equal((await other.post(`/shifts/${ref}/clock-in`, { staff_ids: [ana] })).status, 404)
    await remove([ref])
    assert.equal((await clockIn(ref, [ana])).status, 404)
  })

  test('repeated with its Idempotency-Key returns the first response', async () => {
    const { ana, shift, clockIn } = await roster()
    const { ref } = await shift({ staff_ids: [ana], publish: true })
    const key = { 'idempotency-key': 'in-1' }
    const [first, second] = [await clockIn(ref, [ana], key), await clockIn(ref, [ana], key)]
    assert.deepEqual([first.status, second.status, second.text], [200, 200, first.text])
  })
})

describe('POST /shifts/{ref}/clock-out', () => {
  test('is never before a clock-in that was clocked or entered, not even by a clock that is behind', async () => {
    const { org, ana, bo, shift, clockIn, clockOut, find } = await roster()
    const today = { start: '2026-09-06 12:00:00', end: '2026-09-06 14:00:00' }
    const { ref } = await shift({ ...today, staff_ids: [ana, bo], publish: true })
    clock.advance(900)
    const at = '2026-09-06T02:00:00.000000Z'
    await org.put(`/shifts/${ref}/attendance`, { staff_id: ana, check_in: at, reason: 'Forgot' })
    await clockIn(ref, [bo])
    clock.advance(-2000)
    assert.equal((await clockOut(ref, [ana, bo])).status, 200)
    const { attendance, status } = await find(ref)
    const entries = attendance.map((entry: Record<string, unknown>) => [entry.check_out_at, entry.worked_minutes])
    assert.deepEqual(
      [status, entries],
      [
        'completed',
        [
          [at, 0],
          [at, 0],
        ],
      ],
    )
    setClock(clock)
  })

  test('of the last person completes the shift; of another does not', async () => {
    const { org, ana, bo, shift, clockIn, clockOut, find, events } = await roster()
    const { ref } = await shift({ staff_ids: [ana, bo], publish: true })
    await clockIn(ref, [ana, bo])
    clock.advance(3_600_000)
    const { status, body } = await clockOut(ref, [bo])
    assert.equal(status, 200)
    assert.deepEqual(body, { ref, succeeded: 1, failed: 0, results: [{ staff: 'Bo Li', ok: true }] })
    assert.equal((await find(ref)).status, 'started')
    await clockOut(ref, [ana])
    const record = await find(ref)
    assert.equal(record.status, 'completed')
    assert.deepEqual(
      times(record).map(([, out]) => out),
      [now(), now()],
    )
    const recorded = (await events()).slice(2).map(({ type, detail }) => [type, detail])
    assert.deepEqual(recorded, [
      ['shift.clocked_out', { staff_id: bo, status: 'started' }],
      ['shift.clocked_out', { staff_id: ana, status: 'completed' }],
    ])
    await assertAppointments(db, org.orgId)
  })

  test('of a staff member who is not clocked in, or already out, is a 422 and clocks no one out', async () => {
    const { org, ana, bo, staff, shift, clockIn, clockOut } = await roster()
    const { ref } = await shift({ staff_ids: [ana, bo, await staff('Kim')], publish: true })
    await clockIn(ref, [ana])
    const before = await stored(db, org.orgId)
    const { status, body } = await clockOut(ref, [ana, bo])
    assert.deepEqual([status, body.message], [422, 'Bo Li is not clocked in.'])
    assert.deepEqual(await stored(db, org.orgId), before)
    await clockIn(ref, [bo])
    await clockOut(ref, [ana])
    assert.equal((await clockOut(ref, [ana])).body.message, 'Ana Li is not clocked in.')
    assert.equal((await clockIn(ref, [ana])).body.message, 'Ana Li has already clocked out.')
  })

  test('of the last two concurrently completes the shift once', async () => {
    const { ana, bo, shift, clockIn, clockOut, find } = await roster()
    const { ref } = await shift({ staff_ids: [ana, bo], publish: true })
    await clockIn(ref, [ana, bo])
    await Promise.all([clockOut(ref, [ana]), clockOut(ref, [bo])])
    assert.equal((await find(ref)).status, 'completed')
  })
})
