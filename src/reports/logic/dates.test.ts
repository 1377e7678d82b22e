import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  dayAt,
  daysInWords,
  firstDayOf,
  following,
  type Grain,
  grainOf,
  grains,
  groupOf,
  inWords,
  lastDayOf,
  onAxis,
  timeInWords,
} from './dates.ts'

test('groups of dates are read as people say them', () => {
  const cases: [string, Grain, string][] = [
    ['2026-07-04', 'day', '4 Jul 2026'],
    ['2026-07-13', 'week', 'Week of 13 Jul 2026'],
    ['2026-07', 'month', 'Jul 2026'],
    ['2026-Q3', 'quarter', 'Jul–Sep 2026'],
    ['2026', 'year', '2026'],
  ]
  for (const [group, grain, words] of cases) assert.equal(inWords(group, grain), words)
  assert.deepEqual([grainOf('start:month'), grainOf('status')], ['month', undefined])
})

test('an axis says the year once', () => {
  assert.equal(onAxis('2026-07', 'month', undefined), 'Jul\n2026')
  assert.equal(onAxis('2026-08', 'month', '2026-07'), 'Aug')
  assert.equal(onAxis('2027-01-04', 'week', '2026-12-28'), '4 Jan\n2027')
  assert.equal(onAxis('2026-Q4', 'quarter', '2026-Q3'), 'Oct–Dec')
  assert.equal(onAxis('2026', 'year', '2025'), '2026')
})

test('every day is in its group, whose last day is followed by the next group', () => {
  const days = fc
    .integer({ min: -100_000, max: 300_000 })
    .map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(days, fc.constantFrom(...grains), (day, grain) => {
      const group = groupOf(day, grain)
      const [first, last] = [firstDayOf(group, grain), lastDayOf(group, grain)]
      assert.ok(first <= day && day <= last)
      assert.equal(groupOf(first, grain), group)
      assert.equal(groupOf(last, grain), group)
      const next = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10)
      assert.equal(groupOf(next, grain), following(group, grain))
      if (grain === 'week') assert.equal(new Date(first).getUTCDay(), 1)
    }),
  )
})

test('days and times are those of the organisation', () => {
  assert.equal(daysInWords({ from: null, to: null }), 'All time')
  assert.equal(daysInWords({ from: '2026-07-01', to: '2026-07-01' }), '1 Jul 2026')
  assert.equal(daysInWords({ from: '2026-07-01', to: '2027-06-30' }), '1 Jul 2026 to 30 Jun 2027')
  const instant = '2026-07-14T14:05:00.000000Z'
  assert.equal(dayAt(instant, 'Australia/Sydney'), '2026-07-15')
  assert.equal(timeInWords(instant, 'Australia/Sydney'), '15 Jul 2026, 12:05 am')
  assert.equal(timeInWords(instant, 'UTC'), '14 Jul 2026, 2:05 pm')
})
