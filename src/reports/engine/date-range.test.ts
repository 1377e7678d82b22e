import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { daysFrom } from '../../../test/factories/zones.ts'
import { oracleDays } from '../../../test/oracles/reports-days.ts'
import { grains } from '../logic/dates.ts'
import { type DateRange, datePresets } from '../spec/spec.schema.ts'
import { daysOf } from './date-range.ts'

const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)

const check = (today: string, range: DateRange, from: string, to: string) =>
  assert.deepEqual(daysOf(range, today), { from, to }, `${JSON.stringify(range)} on ${today}`)

test('presets are whole weeks from Monday, months, quarters, and financial years from July', () => {
  const today = '2026-07-14' // a Tuesday
  for (const [preset, from, to] of [
    ['today', '2026-07-14', '2026-07-14'],
    ['yesterday', '2026-07-13', '2026-07-13'],
    ['this_week', '2026-07-13', '2026-07-19'],
    ['last_week', '2026-07-06', '2026-07-12'],
    ['this_month', '2026-07-01', '2026-07-31'],
    ['last_month', '2026-06-01', '2026-06-30'],
    ['last_30_days', '2026-06-15', '2026-07-14'],
    ['last_90_days', '2026-04-16', '2026-07-14'],
    ['this_quarter', '2026-07-01', '2026-09-30'],
    ['last_quarter', '2026-04-01', '2026-06-30'],
    ['this_financial_year', '2026-07-01', '2027-06-30'],
    ['last_financial_year', '2025-07-01', '2026-06-30'],
  ] as const)
    check(today, { preset }, from, to)
  check('2026-06-30', { preset: 'this_financial_year' }, '2025-07-01', '2026-06-30')
  check('2026-01-01', { preset: 'last_quarter' }, '2025-10-01', '2025-12-31')
  check('2028-03-31', { preset: 'last_month' }, '2028-02-01', '2028-02-29')
  check('2026-07-19', { preset: 'this_week' }, '2026-07-13', '2026-07-19')
})

test('the last units end today; a shorter month counts from its last day', () => {
  check('2026-07-14', { last: 1, unit: 'day' }, '2026-07-14', '2026-07-14')
  check('2026-07-14', { last: 2, unit: 'weeks' }, '2026-07-01', '2026-07-14')
  check('2026-07-14', { last: 1, unit: 'month' }, '2026-06-15', '2026-07-14')
  check('2026-03-31', { last: 1, unit: 'month' }, '2026-03-01', '2026-03-31')
  check('2026-07-14', { last: 2, unit: 'quarters' }, '2026-01-15', '2026-07-14')
  check('2028-02-29', { last: 1, unit: 'year' }, '2027-03-01', '2028-02-29')
  check('2026-07-14', { last: 1000, unit: 'years' }, '1026-07-15', '2026-07-14')
})

test('a from-to range is those days; no range and all_time are unbounded', () => {
  check('2026-07-14', { from: '0001-01-01', to: '9999-12-31' }, '0001-01-01', '9999-12-31')
  for (const range of [undefined, { preset: 'all_time' }] as const)
    assert.deepEqual(daysOf(range, '2026-07-14'), { from: null, to: null })
})

test('every range on any day has the days that Temporal computes', () => {
  const units = fc.constantFrom(...grains, ...grains.map((unit) => `${unit}s` as const))
  const ranges = fc.oneof(
    fc.constantFrom(...datePresets).map((preset): DateRange => ({ preset })),
    fc.record({ last: fc.integer({ min: 1, max: 1000 }), unit: units }),
  )
  fc.assert(
    fc.property(daysFrom('2000-01-01', 36_525), ranges, (today, range) =>
      assert.deepEqual(daysOf(range, today), oracleDays(range, today)),
    ),
    { seed, numRuns: 3000 },
  )
})
