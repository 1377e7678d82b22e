import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAppointments, onlySeriesOf, rosterAt, stored } from '../../../test/factories/roster/series.ts'
import { harness } from '../../../test/harness/harness.ts'
import { makeDueShifts } from './job.ts'

const api = await harness()
const { db, clock } = api
const day = 86_400_000
const on = (date: string, clockTime: string) => `${date} ${clockTime}:00`
const daysOf = (shifts: any[]) => shifts.map(({ start }) => start.slice(0, 10))
/** Local start and end, and the hours of real time. */
const clocksOf = (shifts: any[]) =>
  shifts.map(({ start, end, minutes }) => [start.slice(5, 16), end.slice(5, 16), minutes / 60])

describe('POST /shifts with recurrence', () => {
  test('creates the shifts of the next twelve weeks with an event each; only their times differ', async () => {
    const { org, create, shifts, newEvents, ana } = await rosterAt(api, '2026-09-01T00:00:00Z')
    const { data, series } = await create({
      ...{ start: on('2026-09-01', '09:00'), end: on('2026-09-01', '11:00'), recurrence: { unit: 'Week' } },
      services: [{ staff_id: ana, service: 'Care' }],
      segments: [
        { start: on('2026-09-01', '09:30'), end: on('2026-09-01', '10:00'), service: 'Tea', staff_ids: [ana] },
      ],
    })
    const all = await shifts()
    assert.deepEqual(all[0], data)
    assert.deepEqual([series.created, all.length, all.at(-1).start], [13, 13, on('2026-11-24', '09:00')])
    for (const { start, recurrence, segments, services, status, staff } of all) {
      assert.deepEqual(recurrence, { series_id: series.id, every: 1, unit: 'Week' })
      assert.deepEqual([services, status, staff], [data.services, 'scheduled', data.staff])
      assert.deepEqual(
        [segments[0].start, segments[0].end],
        [`${start.slice(0, 10)} 09:30:00`, `${start.slice(0, 10)} 10:00:00`],
      )
    }
    const events = await newEvents()
    assert.deepEqual([events.length, new Set(events.map(({ type }) => type))], [13, new Set(['shift.created'])])
    await assertAppointments(db, org)
  })

  for (const [what, recurrence, first, expected] of [
    [
      'every third day, four times',
      { every: 3, unit: 'Day', ends_after: 4 },
      '2026-10-30',
      ['2026-10-30', '2026-11-02', '2026-11-05', '2026-11-08'],
    ],
    [
      'some days of a week until a day, with it',
      { unit: 'Week', on_days: ['Fri', 'Mon'], ends_on: '2026-11-06' },
      '2026-10-28',
      ['2026-10-28', '2026-10-30', '2026-11-02', '2026-11-06'],
    ],
    [
      'every other week',
      { every: 2, unit: 'Week', ends_after: 3 },
      '2026-10-28',
      ['2026-10-28', '2026-11-11', '2026-11-25'],
    ],
    [
      'day 31, without the months that have none',
      { unit: 'Month', month_on_day: 31 },
      '2026-10-31',
      ['2026-10-31', '2026-12-31'],
    ],
    [
      'the last Friday',
      { unit: 'Month', month_on_the: 'Last Friday' },
      '2026-10-30',
      ['2026-10-30', '2026-11-27', '2026-12-25'],
    ],
    [
      'a first date that the rule does not name',
      { unit: 'Month', month_on_day: 5, ends_after: 2 },
      '2026-10-21',
      ['2026-10-21', '2026-11-05'],
    ],
    ['once', { unit: 'Day', ends_after: 1 }, '2026-10-21', ['2026-10-21']],
    ['a first date beyond twelve weeks', { unit: 'Day' }, '2027-06-01', ['2027-06-01']],
  ] as [string, object, string, string[]][]) {
    test(`repeats by its rule: ${what}`, async () => {
      const { create, shifts } = await rosterAt(api, '2026-10-20T00:00:00Z')
      const { series } = await create({ start: on(first, '09:00'), end: on(first, '10:00'), recurrence })
      const all = await shifts()
      assert.deepEqual([series.created, daysOf(all)], [expected.length, expected])
      assert.deepEqual(all[0].recurrence, {
        series_id: series.id,
        every: 1,
        ...recurrence,
        ...('on_days' in recurrence && { on_days: ['Mon', 'Fri'] }),
      })
    })
  }

  for (const [zone, spring, autumn] of [
    ['Australia/Sydney', 7, 9],
    ['Australia/Adelaide', 7, 9],
    ['Australia/Lord_Howe', 7.5, 8.5],
    ['Australia/Brisbane', 8, 8],
    ['Australia/Perth', 8, 8],
  ] as const) {
    test(`keeps the local times of a night shift when the clocks change in ${zone}`, async () => {
      for (const [now, first, hours] of [
        ['2026-09-20T00:00:00Z', '10-02', [8, spring, 8]],
        ['2027-03-20T00:00:00Z', '04-02', [8, autumn, 8]],
      ] as const) {
        const { create, shifts } = await rosterAt(api, now, zone)
        const year = now.slice(0, 4)
        const next = `${first.slice(0, 3)}03`
        await create({
          start: on(`${year}-${first}`, '22:00'),
          end: on(`${year}-${next}`, '06:00'),
          recurrence: { unit: 'Day', ends_after: 3 },
        })
        const month = first.slice(0, 2)
        assert.deepEqual(
          clocksOf(await shifts()),
          [2, 3, 4].map((n, index) => [`${month}-0${n} 22:00`, `${month}-0${n + 1} 06:00`, hours[index]]),
        )
      }
    })
  }

  test('moves a time that the clock skips forward on that day alone, also when that day is the first', async () => {
    for (const [first, expected] of [
      [
        '2026-10-03',
        [
          ['10-03 02:30', '10-03 08:00', 5.5],
          ['10-04 03:30', '10-04 08:00', 4.5],
          ['10-05 02:30', '10-05 08:00', 5.5],
        ],
      ],
      [
        '2026-10-04',
        [
          ['10-04 03:30', '10-04 08:00', 4.5],
          ['10-05 02:30', '10-05 08:00', 5.5],
          ['10-06 02:30', '10-06 08:00', 5.5],
        ],
      ],
    ] as const) {
      const { create, shifts } = await rosterAt(api, '2026-09-20T00:00:00Z')
      await create({ start: on(first, '02:30'), end: on(first, '08:00'), recurrence: { unit: 'Day', ends_after: 3 } })
      assert.deepEqual(clocksOf(await shifts()), expected)
    }
  })

  for (const [what, now, first, recurrence, next] of [
    [
      'the last one made was on that day',
      '2026-07-12T00:00:00Z',
      '2026-10-01',
      { unit: 'Day', ends_after: 5 },
      '10-05',
    ],
    [
      'it is the only one made',
      '2026-09-20T00:00:00Z',
      '2026-10-04',
      { every: 13, unit: 'Week', ends_after: 2 },
      '01-03',
    ],
    ['it is far ahead', '2025-11-01T00:00:00Z', '2026-10-04', { unit: 'Day', ends_after: 2 }, '10-05'],
  ] as const) {
    test(`the job takes up the clock times asked for after a day that skips one, when ${what}`, async () => {
      const { org, create, shifts } = await rosterAt(api, now)
      await onlySeriesOf(db, org)
      await create({ start: on(first, '02:30'), end: on(first, '08:00'), recurrence })
      assert.equal(clocksOf(await shifts()).at(-1)![0], '10-04 03:30')
      clock.advance(365 * day)
      assert.equal(await makeDueShifts(db, clock.now(), assert.ifError), 1)
      assert.deepEqual(clocksOf(await shifts()).at(-1), [`${next} 02:30`, `${next} 08:00`, 5.5])
    })
  }

  test('with a conflict anywhere in the series is a 422 that names it; every event records an override', async () => {
    const { org, create, shift, newEvents, ana, max } = await rosterAt(api, '2026-11-10T00:00:00Z')
    const other = await create({ client_ids: [max], start: on('2026-11-30', '10:00'), end: on('2026-11-30', '12:00') })
    await newEvents()
    const before = await stored(db, org)
    const weekly = shift({ recurrence: { unit: 'Week', ends_after: 4 } })
    const blocked = await org.post('/shifts', weekly)
    assert.deepEqual([blocked.status, Object.keys(blocked.body.errors)], [422, ['staff_ids']])
    assert.deepEqual(
      blocked.body.conflicts.map(({ code, staff, ref, start }: any) => [code, staff.id, ref, start]),
      [['staff_overlap', ana, other.data.ref, on('2026-11-30', '10:00')]],
    )
    const accepted = { ...weekly, override_conflicts: ['staff_overlap'], override_reason: 'Two at once' }
    const dry = await org.post('/shifts', { ...accepted, dry_run: true })
    assert.equal(await stored(db, org), before)
    const done = await org.post('/shifts', accepted)
    assert.deepEqual([dry.status, dry.body.dry_run, dry.body.series.created], [200, true, 4])
    assert.deepEqual([done.status, done.body.series.created, done.body.conflicts.length], [201, 4, 1])
    for (const { detail } of await newEvents()) assert.equal(detail.override_reason, 'Two at once')
  })

  test('with an invalid rule, or too many shifts, is a 422 with a message and stores nothing', async () => {
    const { org, shift } = await rosterAt(api, '2026-11-10T00:00:00Z')
    const before = await stored(db, org)
    for (const [fields, field] of [
      [{ recurrence: { unit: 'Day' }, start: on('2025-01-01', '09:00'), end: on('2025-01-01', '10:00') }, 'recurrence'],
      [{ recurrence: { unit: 'Day' }, end: on('2026-11-17', '09:01') }, 'recurrence'],
      [{ recurrence: { unit: 'Week', on_days: ['Mon', 'Tue'] }, end: on('2026-11-17', '10:00') }, 'recurrence'],
      [{ recurrence: { unit: 'Month' } }, 'recurrence.month_on_day'],
      [{ recurrence: { unit: 'Month', month_on_day: 1, month_on_the: 'First Monday' } }, 'recurrence.month_on_the'],
      [{ recurrence: { unit: 'Day', on_days: ['Mon'] } }, 'recurrence.on_days'],
      [{ recurrence: { unit: 'Day', ends_after: 2, ends_on: '2026-12-01' } }, 'recurrence.ends_on'],
      [{ recurrence: { unit: 'Day', ends_on: '2026-11-15' } }, 'recurrence.ends_on'],
      [{ recurrence: { unit: 'Year' } }, 'recurrence.unit'],
      [{ recurrence: { unit: 'Day', every: 53 } }, 'recurrence.every'],
      [{ recurrence: { unit: 'Day', until: 'x' } }, 'recurrence.until'],
    ] as [object, string][]) {
      const { status, body } = await org.post('/shifts', shift(fields))
      assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify([fields, body]))
    }
    assert.equal(await stored(db, org), before)
    const touching = { recurrence: { unit: 'Day', ends_after: 3 }, end: on('2026-11-17', '09:00') }
    assert.equal((await org.post('/shifts', shift(touching))).status, 201, 'shifts that touch do not overlap')
  })
})
