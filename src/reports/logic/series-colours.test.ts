import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { colourIndexes, maxColours } from './series-colours.ts'

test('a value has its colour by the declared values of its field, or else by name', () => {
  assert.deepEqual(colourIndexes(['done', 'new'], ['done', 'new'], ['new', 'open', 'done']), [2, 0])
  assert.deepEqual(colourIndexes(['Zoe', 'Ava'], ['Zoe', 'Mia', 'Ava']), [2, 0])
  assert.deepEqual(colourIndexes([null, true], [null, true], [true, false]), [2, 0])
})

test('if there are more values than colours, displayed ones have different colours', () => {
  const names = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: maxColours }), (values, count) => {
      const colours = colourIndexes(values.slice(0, count), values)
      assert.equal(new Set(colours).size, colours.length)
      assert.ok(colours.every((index) => index >= 0 && index < maxColours))
      // The order of the values makes no difference.
      assert.deepEqual(colourIndexes(values.slice(0, count).reverse(), [...values].reverse()), [...colours].reverse())
    }),
  )
})
