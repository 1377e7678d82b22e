import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { axisLabels, coveredCounts, scaleOf, strideOf } from './axis.ts'
import type { Series } from './series.ts'

test('an axis shows the year at the first label of each year', () => {
  const days = ['28 Dec', '29 Dec', '30 Dec', '31 Dec', '1 Jan', '2 Jan', '3 Jan']
  const groups = days.map((short) => ({ short, label: short, year: short.endsWith('Jan') ? '2027' : '2026' }))
  assert.deepEqual(axisLabels(groups, 1, true), [
    ...['28 Dec\n2026', '29 Dec', '30 Dec', '31 Dec', '1 Jan\n2027', '2 Jan', '3 Jan'],
  ])
  // The first day of the year has no label here.
  assert.deepEqual(axisLabels(groups, 3, true), ['28 Dec\n2026', '', '', '31 Dec', '', '', '3 Jan\n2027'])
  assert.deepEqual(axisLabels(groups.slice(2, 4), 1, false), ['30 Dec\n2026', '31 Dec\n2026'])
  assert.deepEqual(axisLabels([{ short: '2026', label: '2026' }], 1, true), ['2026'])
})

test('labels are a usual number of periods apart', () => {
  assert.deepEqual([strideOf('day', 3), strideOf('day', 60), strideOf('month', 4), strideOf('year', 1)], [7, 84, 6, 1])
})

test('a series that covers others is detected, unless both are zero', () => {
  const of = (...values: Series['values'][]) => coveredCounts(values.map((one) => ({ name: '', values: one })))
  assert.deepEqual(of([1, 2, 3], [1, 2, 3], [1, 2, 9], [9, 9, 9]), [0, 1, 2, 0])
  assert.deepEqual(of([0, 0, 3], [0, 0, 4]), [0, 0])
  assert.deepEqual(of([null, 3, 4], [null, 3, 5]), [0, 1])
})

test('an axis goes from zero past the highest value in round steps', () => {
  assert.deepEqual(scaleOf([3, 181], 5, true).ticks, [0, 50, 100, 150, 200])
  assert.deepEqual(scaleOf([0.1, 0.29], 3, false).ticks, [0, 0.1, 0.2, 0.3])
  // One step more if the axis would otherwise be half empty.
  assert.deepEqual(scaleOf([5200], 2, false).ticks, [0, 2000, 4000, 6000])
  assert.deepEqual(scaleOf([-30, 45], 4, false).ticks, [-40, -20, 0, 20, 40, 60])
  assert.deepEqual(scaleOf([-3, -1], 3, true).ticks, [-3, -2, -1, 0])
})

test('counts have whole steps, and empty data has an axis', () => {
  assert.deepEqual(scaleOf([1, 2], 6, true).ticks, [0, 1, 2])
  assert.deepEqual(scaleOf([0, 0], 4, true).ticks, [0, 1])
  assert.deepEqual(scaleOf([], 4, false).ticks, [0, 0.25, 0.5, 0.75, 1])
})

test('every value is on its axis, which includes zero and has few steps', () => {
  const numbers = fc.double({ min: -1e12, max: 1e12, noNaN: true }).map((value) => Number(value.toFixed(4)))
  const values = fc.array(fc.oneof(fc.integer(), numbers), { minLength: 1 })
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 9 }), fc.boolean(), (all, about, isWhole) => {
      const { min, max, step, ticks } = scaleOf(all, about, isWhole)
      const slack = step * 1e-6
      assert.ok(all.every((value) => min - slack <= value && value <= max + slack))
      assert.ok(ticks.includes(0) && ticks.length <= about + 4)
      if (isWhole) assert.ok(Number.isInteger(step))
    }),
  )
})
