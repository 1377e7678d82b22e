import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  axisLabelOf,
  dayAt,
  firstDayOf,
  formatDayRange,
  formatPeriod,
  formatTime,
  type Grain,
  grainOf,
  grains,
  lastDayOf,
  nextPeriod,
  periodOf,
} from './dates.ts'

test('periods are formatted for reading', () => {
  const cases: [string, Grain, string][] = [
    ['2026-07-04', 'day', '4 Jul 2026'],
    ['2026-07-13', 'week', 'Week of 13 Jul 2026'],
    ['2026-07', 'month', 'Jul 2026'],
    ['2026-Q3', 'quarter', 'Jul–Sep 2026'],
    ['2026', 'year', '2026'],
  ]
  for (const [group, grain, text] of cases) assert.equal(formatPeriod(group, grain), text)
  assert.deepEqual([grainOf('start:month'), grainOf('status')], ['month', undefined])
})

test('an axis label has a separate year', () => {
  assert.deepEqual(axisLabelOf('2026-07', 'month'), { short: 'Jul', year: '2026' })
  assert.deepEqual(axisLabelOf('2027-01-04', 'week'), { short: '4 Jan', year: '2027' })
  assert.deepEqual(axisLabelOf('2026-Q4', 'quarter'), { short: 'Oct–Dec', year: '2026' })
  assert.deepEqual(axisLabelOf('2026', 'year'), { short: '2026' })
})

test('dates end with the year 9999', () => {
  const last = { day: '9999-12-31', week: '9999-12-27', month: '9999-12', quarter: '9999-Q4', year: '9999' } as const
  for (const grain of grains) {
    assert.equal(nextPeriod(last[grain], grain), undefined, grain)
    assert.equal(lastDayOf(last[grain], grain), '9999-12-31', grain)
  }
  assert.equal(nextPeriod('0099-Q4', 'quarter'), '0100-Q1')
  assert.equal(lastDayOf('0099-12', 'month'), '0099-12-31')
})

test('every day is in its period, whose last day is followed by the next period', () => {
  const days = fc
    .integer({ min: -100_000, max: 300_000 })
    .map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(days, fc.constantFrom(...grains), (day, grain) => {
      const group = periodOf(day, grain)
      const [first, last] = [firstDayOf(group, grain), lastDayOf(group, grain)]
      assert.ok(first <= day && day <= last)
      assert.equal(periodOf(first, grain), group)
      assert.equal(periodOf(last, grain), group)
      const next = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10)
      assert.equal(periodOf(next, grain), nextPeriod(group, grain))
      if (grain === 'week') assert.equal(new Date(first).getUTCDay(), 1)
    }),
  )
})

test('days and times are in the organisation’s time zone', () => {
  assert.equal(formatDayRange({ from: null, to: null }), 'All time')
  assert.equal(formatDayRange({ from: '2026-07-01', to: '2026-07-01' }), '1 Jul 2026')
  assert.equal(formatDayRange({ from: '2026-07-01', to: '2027-06-30' }), '1 Jul 2026 to 30 Jun 2027')
  const instant = '2026-07-14T14:05:00.000000Z'
  assert.equal(dayAt(instant, 'Australia/Sydney'), '2026-07-15')
  assert.equal(formatTime(instant, 'Australia/Sydney'), '15 Jul 2026, 12:05 am')
  assert.equal(formatTime(instant, 'UTC'), '14 Jul 2026, 2:05 pm')
})
