import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { scaleOf } from './scale.ts'

test('an axis goes from nought past the highest value in round steps', () => {
  assert.deepEqual(scaleOf([3, 181], 5, true).ticks, [0, 50, 100, 150, 200])
  assert.deepEqual(scaleOf([0.1, 0.29], 3, false).ticks, [0, 0.1, 0.2, 0.3])
  // One step more where the axis would else be half empty.
  assert.deepEqual(scaleOf([5200], 2, false).ticks, [0, 2000, 4000, 6000])
  assert.deepEqual(scaleOf([-30, 45], 4, false).ticks, [-40, -20, 0, 20, 40, 60])
  assert.deepEqual(scaleOf([-3, -1], 3, true).ticks, [-3, -2, -1, 0])
})

test('counts have no halves, and nothing at all still has an axis', () => {
  assert.deepEqual(scaleOf([1, 2], 6, true).ticks, [0, 1, 2])
  assert.deepEqual(scaleOf([0, 0], 4, true).ticks, [0, 1])
  assert.deepEqual(scaleOf([], 4, false).ticks, [0, 0.25, 0.5, 0.75, 1])
})

test('every value is on its axis, which has nought and few steps', () => {
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
