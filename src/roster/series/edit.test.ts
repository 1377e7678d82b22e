import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAppointments, onlySeriesOf, rosterAt, stored } from '../../../test/factories/roster/series.ts'
import { harness } from '../../../test/harness/harness.ts'
import { makeDueShifts } from './job.ts'

const api = await harness()
const { db, clock } = api
const now = '2026-11-10T00:00:00Z'
const scope = 'this_and_following'
const week = 7 * 86_400_000
const run = () => makeDueShifts(db, clock.now(), assert.ifError)
const titles = (shifts: any[]) => shifts.map(({ title }) => title)
const dayOf = ({ start }: any) => start.slice(5, 10)
const seriesOf = (shifts: any[]) => shifts.map(({ recurrence }) => recurrence?.series_id)

/** A series on Mondays from 2026-11-16, by default of five shifts. */
async function weekly(fields: object = {}, at = now) {
  const roster = await rosterAt(api, at)
  await onlySeriesOf(db, roster.org)
  const { series } = await roster.create({ recurrence: { unit: 'Week', ends_after: 5 }, ...fields })
  await roster.newEvents()
  const patch = async (index: number, body: object) => {
    const [ref] = (await roster.shifts()).slice(index).map((shift) => shift.ref)
    return roster.org.patch(`/shifts/${ref}`, { scope, ...body })
  }
  return { ...roster, series: series.id as number, patch }
}

describe('PATCH /shifts/{ref} with this_and_following', () => {
  test('changes this and the later shifts, which become a new series; the old series ends before them', async () => {
    const { org, patch, shifts, series, newEvents } = await weekly()
    const before = await shifts()
    const response = await patch(2, { title: 'Evening', start: '2026-11-30 18:00:00', end: '2026-11-30 19:30:00' })
    assert.equal(response.status, 200, response.text)
    assert.deepEqual(
      [response.body.updated, response.body.series],
      [['title', 'start', 'end'], { changed: 2, skipped: [] }],
    )
    const after = await shifts()
    assert.deepEqual(response.body.data, after[2])
    for (const index of [0, 1]) {
      const { recurrence: _, ...rest } = after[index]
      const { recurrence: __, ...was } = before[index]
      assert.deepEqual(rest, was)
      assert.deepEqual(after[index].recurrence, { series_id: series, every: 1, unit: 'Week', ends_on: '2026-11-29' })
    }
    const [one] = new Set(seriesOf(after.slice(2)))
    assert.notEqual(one, series)
    for (const { recurrence, title, start, end } of after.slice(2)) {
      assert.deepEqual(recurrence, { series_id: one, every: 1, unit: 'Week', on_days: ['Mon'], ends_after: 3 })
      assert.deepEqual([title, start.slice(11), end.slice(11)], ['Evening', '18:00:00', '19:30:00'])
    }
    const events = await newEvents()
    assert.deepEqual(
      events.map(({ type, fields }) => [type, fields]),
      [
        ...Array(2).fill(['shift.updated', ['recurrence']]),
        ...Array(3).fill(['shift.updated', ['title', 'start', 'end']]),
      ],
    )
    await assertAppointments(db, org)
  })

  test('from the first on, leaves a shift that was edited alone as it is', async () => {
    const { org, patch, shifts, newEvents } = await weekly()
    const { ref } = (await shifts())[2]
    await org.patch(`/shifts/${ref}`, { title: 'Alone' })
    const before = (await shifts())[2]
    await newEvents()
    const { body } = await patch(0, { title: 'Evening' })
    assert.deepEqual(body.series, { changed: 3, skipped: [{ ref, reason: 'It was edited alone.' }] })
    assert.deepEqual((await shifts())[2], before, 'with the time of its last change')
    assert.equal((await newEvents()).length, 4)
  })

  test('returns the shift with its notes, also without a change', async () => {
    const { org, patch, shifts } = await weekly()
    const [, shift] = await shifts()
    await org.post(`/shifts/${shift.ref}/notes`, { notes: 'Ring first.' })
    for (const title of ['Evening', 'Evening']) {
      const { body } = await patch(1, { title })
      assert.deepEqual(body.data, (await shifts())[1])
      assert.equal(body.data.shift_notes.length, 1)
    }
  })

  test('from the first shift on updates the series itself; the same patch again changes nothing', async () => {
    const { org, patch, shifts, series } = await weekly()
    const { body } = await patch(0, { title: 'Evening' })
    assert.deepEqual([body.updated, body.series], [['title'], { changed: 4, skipped: [] }])
    const all = await shifts()
    assert.deepEqual([titles(all), seriesOf(all)], [Array(5).fill('Evening'), Array(5).fill(series)])
    const before = await stored(db, org)
    for (const again of [{ title: 'Evening' }, {}, { recurrence: { unit: 'Week', every: 1, ends_after: 5 } }]) {
      const same = await patch(0, again)
      assert.deepEqual([same.status, same.body.updated, same.body.series], [200, [], { changed: 0, skipped: [] }])
    }
    assert.equal(await stored(db, org), before)
  })

  test('skips started, completed and cancelled shifts and those edited alone, with the reason', async () => {
    const { org, patch, shifts, ana, create } = await weekly({ recurrence: { unit: 'Week', ends_after: 6 } })
    const refs = (await shifts()).map(({ ref }) => ref)
    await org.post(`/shifts/${refs[1]}/clock-in`, { staff_ids: [ana] })
    await org.post(`/shifts/${refs[2]}/clock-in`, { staff_ids: [ana] })
    await org.post(`/shifts/${refs[2]}/clock-out`, { staff_ids: [ana] })
    await org.post(`/shifts/${refs[3]}/cancel`, { cancelled_by: 'client', reason: 'Away' })
    await org.patch(`/shifts/${refs[4]}`, { title: 'Once' })
    await create({ title: 'Other', start: '2026-12-01 09:00:00', end: '2026-12-01 10:00:00' })
    const { body } = await patch(0, { title: 'Evening' })
    assert.deepEqual(body.series, {
      changed: 1,
      skipped: [
        { ref: refs[1], reason: 'It is started.' },
        { ref: refs[2], reason: 'It is completed.' },
        { ref: refs[3], reason: 'It is cancelled.' },
        { ref: refs[4], reason: 'It was edited alone.' },
      ],
    })
    const all = (await shifts()).filter(({ title }) => title !== 'Other')
    assert.deepEqual(titles(all), ['Evening', 'Visit', 'Visit', 'Visit', 'Once', 'Evening'])
  })

  test('the job continues with the edit, even if the latest shift was cancelled before it', async () => {
    for (const index of [0, 3]) {
      const { org, patch, shifts } = await weekly({ recurrence: { unit: 'Week' } })
      await org.post(`/shifts/${(await shifts()).at(-1).ref}/cancel`, { cancelled_by: 'client', reason: 'Away' })
      await patch(index, { title: 'Evening' })
      clock.advance(week)
      assert.equal(await run(), 1)
      const made = (await shifts()).at(-1)
      assert.deepEqual([made.title, made.status, made.start], ['Evening', 'scheduled', '2027-02-08 09:00:00'])
    }
  })

  test('counts ends_after over splits', async () => {
    const { patch, shifts } = await weekly({ recurrence: { unit: 'Week', ends_after: 14 } })
    await patch(2, { title: 'Second' })
    await patch(5, { title: 'Third' })
    clock.advance(20 * week)
    assert.equal(await run(), 2)
    const all = await shifts()
    assert.deepEqual(titles(all), [...Array(2).fill('Visit'), ...Array(3).fill('Second'), ...Array(9).fill('Third')])
    assert.equal(all.at(-1).recurrence.ends_after, 9)
  })

  test('with a start on another day is a 422, unless the patch has a rule', async () => {
    const { org, patch, shifts } = await weekly()
    const before = await stored(db, org)
    const moved = { start: '2026-12-01 09:00:00', end: '2026-12-01 11:00:00' }
    const rejected = await patch(2, moved)
    assert.deepEqual([rejected.status, Object.keys(rejected.body.errors)], [422, ['start']])
    assert.equal(await stored(db, org), before)
    const response = await patch(2, { ...moved, recurrence: { unit: 'Week', ends_after: 3 } })
    assert.deepEqual(response.body.updated, ['start', 'end', 'recurrence'])
    assert.deepEqual((await shifts()).map(dayOf), ['11-16', '11-23', '12-01', '12-08', '12-15'])
  })

  test('with a new rule replaces the later shifts and keeps those that have happened', async () => {
    const { org, patch, shifts, series, newEvents } = await weekly()
    const refs = (await shifts()).map(({ ref }) => ref)
    await org.post(`/shifts/${refs[3]}/cancel`, { cancelled_by: 'client', reason: 'Away' })
    await newEvents()
    const rule = { every: 1, unit: 'Week', on_days: ['Mon', 'Thu'], ends_on: '2026-12-14' }
    const response = await patch(1, { title: 'New', recurrence: rule })
    assert.equal(response.status, 200, response.text)
    assert.deepEqual(response.body.updated, ['title', 'recurrence'])
    assert.deepEqual(response.body.series, {
      changed: 2,
      created: 5,
      skipped: [{ ref: refs[3], reason: 'It is cancelled.' }],
    })
    const all = await shifts()
    assert.deepEqual(
      all.map((one) => [dayOf(one), one.title, one.status]),
      [
        ['11-16', 'Visit', 'scheduled'],
        ['11-23', 'New', 'scheduled'],
        ...['11-26', '11-30', '12-03'].map((day) => [day, 'New', 'scheduled']),
        ['12-07', 'Visit', 'cancelled'],
        ...['12-10', '12-14'].map((day) => [day, 'New', 'scheduled']),
      ],
    )
    assert.deepEqual(all[1].recurrence, { series_id: all[1].recurrence.series_id, ...rule })
    assert.notEqual(all[1].recurrence.series_id, series)
    const types = (await newEvents())
      .map(({ type, fields }) => `${type} ${type.endsWith('updated') ? fields : ''}`)
      .sort()
    assert.deepEqual(types, [
      ...[...Array(5).fill('shift.created '), ...Array(2).fill('shift.removed ')],
      // The one before, and the cancelled one, which goes to the new series.
      ...['shift.updated recurrence', 'shift.updated recurrence', 'shift.updated title,recurrence'],
    ])
    await assertAppointments(db, org)
  })

  test('with recurrence null ends the series here, once', async () => {
    const { org, patch, shifts, series } = await weekly({ recurrence: { unit: 'Week' } })
    const response = await patch(2, { recurrence: null })
    assert.deepEqual(
      [response.body.updated, response.body.series],
      [['recurrence'], { changed: 9, created: 0, skipped: [] }],
    )
    const all = await shifts()
    assert.equal(all.length, 3)
    assert.deepEqual(all[2].recurrence, { series_id: series, every: 1, unit: 'Week', ends_on: '2026-11-30' })
    clock.advance(20 * week)
    assert.equal(await run(), 0)
    const before = await stored(db, org)
    assert.deepEqual((await patch(2, { recurrence: null })).body.updated, [])
    assert.equal(await stored(db, org), before)
  })

  test('with a rule on a shift without a series starts one, with any scope; on a series it needs the scope', async () => {
    for (const patchScope of ['this', scope]) {
      const { org, create, shifts } = await rosterAt(api, now)
      const { data } = await create()
      const rule = { unit: 'Day', ends_after: 3 }
      const response = await org.patch(`/shifts/${data.ref}`, { recurrence: rule, scope: patchScope })
      assert.deepEqual([response.status, response.body.updated, response.body.series.created], [200, ['recurrence'], 2])
      assert.deepEqual((await shifts()).map(dayOf), ['11-16', '11-17', '11-18'])
      assert.equal(new Set(seriesOf(await shifts())).size, 1)
      assert.equal(response.body.data.ref, data.ref)
      const rejected = await org.patch(`/shifts/${data.ref}`, { recurrence: { unit: 'Week' }, scope: 'this' })
      assert.deepEqual([rejected.status, Object.keys(rejected.body.errors)], [422, ['recurrence']])
    }
  })
})
