import assert from 'node:assert/strict'
import { test } from 'node:test'
import { covers, namesAlong, strideOf } from './along.ts'
import type { Series } from './series.ts'

test('an axis says the year at the first name that is in another', () => {
  const days = ['28 Dec', '29 Dec', '30 Dec', '31 Dec', '1 Jan', '2 Jan', '3 Jan']
  const groups = days.map((short) => ({ short, label: short, year: short.endsWith('Jan') ? '2027' : '2026' }))
  assert.deepEqual(namesAlong(groups, 1, true), [
    ...['28 Dec\n2026', '29 Dec', '30 Dec', '31 Dec', '1 Jan\n2027', '2 Jan', '3 Jan'],
  ])
  // The first day of the year has no name of its own here.
  assert.deepEqual(namesAlong(groups, 3, true), ['28 Dec\n2026', '', '', '31 Dec', '', '', '3 Jan\n2027'])
  assert.deepEqual(namesAlong(groups.slice(2, 4), 1, false), ['30 Dec\n2026', '31 Dec\n2026'])
  assert.deepEqual(namesAlong([{ short: '2026', label: '2026' }], 1, true), ['2026'])
})

test('names stand as many periods apart as people count in', () => {
  assert.deepEqual([strideOf('day', 3), strideOf('day', 60), strideOf('month', 4), strideOf('year', 1)], [7, 84, 6, 1])
})

test('a series that runs along others is known, unless it is nought with them', () => {
  const of = (...values: Series['values'][]) => covers(values.map((one) => ({ name: '', values: one })))
  assert.deepEqual(of([1, 2, 3], [1, 2, 3], [1, 2, 9], [9, 9, 9]), [0, 1, 2, 0])
  assert.deepEqual(of([0, 0, 3], [0, 0, 4]), [0, 0])
  assert.deepEqual(of([null, 3, 4], [null, 3, 5]), [0, 1])
})
