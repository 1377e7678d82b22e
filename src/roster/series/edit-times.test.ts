import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAppointments, onlySeriesOf, rosterAt, stored } from '../../../test/factories/roster/series.ts'
import { harness } from '../../../test/harness/harness.ts'
import { makeDueShifts } from './job.ts'

const api = await harness()
const { db, clock } = api
const now = '2026-11-10T00:00:00Z'
const scope = 'this_and_following'
const on = (date: string, time: string) => `${date} ${time}:00`
const clocksOf = (shifts: any[]) => shifts.map(({ start, end }) => [start.slice(5, 16), end.slice(11, 16)])
const daily = (ends_after: number) => ({ recurrence: { unit: 'Day', ends_after } })

describe('PATCH /shifts/{ref} with this_and_following', () => {
  test('from a day that skips the start, the later shifts keep their time', async () => {
    for (const body of [
      { end: on('2026-10-04', '09:00') },
      { end: on('2026-10-04', '09:00'), recurrence: { unit: 'Day', ends_after: 4 } },
    ]) {
      const { org, create, shifts } = await rosterAt(api, '2026-07-12T00:00:00Z')
      await onlySeriesOf(db, org)
      await create({ start: on('2026-10-03', '02:30'), end: on('2026-10-03', '08:00'), ...daily(5) })
      clock.advance(2 * 86_400_000)
      await makeDueShifts(db, clock.now(), assert.ifError)
      const refs = (await shifts()).map(({ ref }) => ref)
      assert.equal(refs.length, 4)
      const response = await org.patch(`/shifts/${refs[1]}`, { scope, ...body })
      assert.equal(response.status, 200, response.text)
      clock.advance(86_400_000)
      await makeDueShifts(db, clock.now(), assert.ifError)
      assert.deepEqual(clocksOf(await shifts()), [
        ['10-03 02:30', '08:00'],
        ['10-04 03:30', '09:00'],
        ...['10-05', '10-06', '10-07'].map((day) => [`${day} 02:30`, '09:00']),
      ])
    }
  })

  test('does not count the old times of its own shifts as conflicts', async () => {
    const { org, create, shifts } = await rosterAt(api, now)
    const { data } = await create({ start: on('2026-11-16', '09:00'), end: on('2026-11-16', '21:00'), ...daily(4) })
    const night = { start: on('2026-11-16', '21:30'), end: on('2026-11-17', '10:00'), scope }
    const response = await org.patch(`/shifts/${data.ref}`, night)
    assert.deepEqual([response.status, response.body.conflicts], [200, undefined], response.text)
    assert.deepEqual(
      clocksOf(await shifts()),
      ['16', '17', '18', '19'].map((day) => [`11-${day} 21:30`, '10:00']),
    )
    const earlier = {
      start: on('2026-11-15', '21:30'),
      end: on('2026-11-16', '10:00'),
      recurrence: { unit: 'Day', ends_after: 3 },
    }
    const moved = await org.patch(`/shifts/${data.ref}`, { ...earlier, scope })
    assert.deepEqual([moved.status, moved.body.conflicts], [200, undefined], moved.text)
    await assertAppointments(db, org)
  })

  test('with times that make its shifts overlap is a 422', async () => {
    const { org, create } = await rosterAt(api, now)
    const { data } = await create({ start: on('2026-11-16', '23:00'), end: on('2026-11-16', '23:30'), ...daily(4) })
    const before = await stored(db, org)
    const { status, body } = await org.patch(`/shifts/${data.ref}`, {
      start: on('2026-11-16', '01:00'),
      end: on('2026-11-17', '02:00'),
      scope,
    })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['end']])
    assert.equal(await stored(db, org), before)
  })

  test('with a conflict of a later shift is a 422; a dry run returns the same and stores nothing', async () => {
    const { org, create, ana, bo, max, shifts } = await rosterAt(api, now)
    const { data } = await create({ staff_ids: [ana], ...daily(4) })
    const other = await create({
      staff_ids: [bo],
      client_ids: [max],
      start: on('2026-11-18', '10:00'),
      end: on('2026-11-18', '12:00'),
    })
    const before = await stored(db, org)
    for (const dry_run of [true, false]) {
      const { status, body } = await org.patch(`/shifts/${data.ref}`, { staff_ids: [bo], scope, dry_run })
      assert.deepEqual([status, body.conflicts.map(({ ref }: any) => ref)], [422, [other.data.ref]])
    }
    const dry = await org.patch(`/shifts/${data.ref}`, { title: 'Evening', scope, dry_run: true })
    assert.deepEqual([dry.status, dry.body.dry_run, dry.body.series.changed], [200, true, 3])
    assert.equal(await stored(db, org), before)
    const override = { override_conflicts: ['staff_overlap'], override_reason: 'Needed' }
    assert.equal((await org.patch(`/shifts/${data.ref}`, { staff_ids: [bo], scope, ...override })).status, 200)
    assert.ok((await shifts(`&staff_id=${bo}`)).length === 5)
    await assertAppointments(db, org)
  })

  test('copies segments to each later shift, with ids that then stay', async () => {
    const { org, create, ana, shifts } = await rosterAt(api, now)
    const { data } = await create(daily(3))
    const segments = [
      { start: on('2026-11-16', '09:30'), end: on('2026-11-16', '10:00'), service: 'Tea', staff_ids: [ana] },
    ]
    await org.patch(`/shifts/${data.ref}`, { segments, scope })
    const ids = (await shifts()).map(({ segments }) => segments[0].id)
    assert.equal(new Set(ids).size, 3)
    await org.patch(`/shifts/${data.ref}`, { start: on('2026-11-16', '10:00'), end: on('2026-11-16', '12:00'), scope })
    const all = await shifts()
    assert.deepEqual(
      all.map(({ segments: [one] }) => [one.id, one.start]),
      ids.map((id, index) => [id, on(`2026-11-${16 + index}`, '10:30')]),
    )
  })
})

test('a later shift without a blocked person is edited without that person, and can be edited alone', async () => {
  const { org, create, shifts, ana } = await rosterAt(api, now)
  await onlySeriesOf(db, org)
  const { data } = await create({ recurrence: { unit: 'Week' } })
  await org.post(`/staff/${ana}/status`, { status: 'Inactive' })
  clock.advance(7 * 86_400_000)
  await makeDueShifts(db, clock.now(), assert.ifError)
  const segments = [{ start: data.start, end: data.end, service: 'Tea', staff_ids: [ana] }]
  const services = [{ staff_id: ana, service: 'Tea' }]
  assert.equal((await org.patch(`/shifts/${data.ref}`, { segments, services, scope })).status, 200)
  const { ref, services: own } = (await shifts()).at(-1)
  assert.deepEqual(own, [{ service: 'Tea' }])
  assert.deepEqual((await org.patch(`/shifts/${ref}`, { title: 'Late' })).body.updated, ['title'])
})

describe('other endpoints with this_and_following', () => {
  const make = async () => {
    const roster = await rosterAt(api, now)
    await onlySeriesOf(db, roster.org)
    await roster.create({ recurrence: { unit: 'Week' }, publish: false })
    return { ...roster, refs: (await roster.shifts()).map(({ ref }) => ref) }
  }
  const runLater = async () => {
    clock.advance(14 * 86_400_000)
    return makeDueShifts(db, clock.now(), assert.ifError)
  }

  test('DELETE removes the later shifts, edited alone or not, and ends the series', async () => {
    const { org, shifts, refs } = await make()
    await org.patch(`/shifts/${refs[5]}`, { title: 'Once' })
    const { body } = await org.call('DELETE', '/shifts', { refs: [refs[2], refs[4], 'a:999999'], scope })
    assert.deepEqual([body.succeeded, body.failed, body.results.map(({ ok }: any) => ok)], [1, 2, [true, false, false]])
    assert.deepEqual(
      (await shifts()).map(({ ref }) => ref),
      refs.slice(0, 2),
    )
    assert.equal((await shifts())[0].recurrence.ends_on, '2026-11-29')
    assert.equal(await runLater(), 0)
  })

  test('DELETE of one shift leaves the series running', async () => {
    const { org, shifts, refs } = await make()
    await org.call('DELETE', '/shifts', { refs: [refs.at(-1)] })
    assert.equal(await runLater(), 2)
    assert.equal((await shifts()).at(-1).start, '2027-02-15 09:00:00')
  })

  test('cancel cancels the later shifts and ends the series; those that have happened are reported', async () => {
    const { org, shifts, refs, ana } = await make()
    await org.post('/shifts/publish', { refs: [refs[3]] })
    await org.post(`/shifts/${refs[3]}/clock-in`, { staff_ids: [ana] })
    const { body } = await org.post(`/shifts/${refs[1]}/cancel`, {
      cancelled_by: 'client',
      reason: 'Moved away',
      scope,
    })
    assert.deepEqual([body.series.changed, body.series.skipped.map(({ ref }: any) => ref)], [9, [refs[3]]])
    const statuses = (await shifts()).map(({ status }) => status)
    assert.deepEqual(statuses, ['draft', 'cancelled', 'cancelled', 'started', ...Array(8).fill('cancelled')])
    assert.equal(await runLater(), 0)
    await assertAppointments(db, org)
  })

  test('publish publishes the later drafts, and the job creates the next ones as scheduled', async () => {
    const { org, shifts, refs } = await make()
    const { body } = await org.post('/shifts/publish', { refs: [refs[1]], scope })
    assert.equal(body.results[0].message, 'The shift was published, with 10 of 10 later drafts of its series.')
    assert.equal(await runLater(), 2)
    const drafts = (await shifts()).filter(({ is_draft }) => is_draft)
    assert.deepEqual(
      drafts.map(({ ref }) => ref),
      [refs[0]],
    )
  })
})
