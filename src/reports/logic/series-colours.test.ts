import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { colourIndexes, maxColours, toneColours } from './series-colours.ts'
import type { DeclaredValue, Tone } from './view.ts'

const declared = (values: (string | boolean)[], tones: Record<string, Tone> = {}): DeclaredValue[] =>
  values.map((value) => ({ value, name: String(value), ...(tones[String(value)] && { tone: tones[String(value)]! }) }))

test('a value has its colour by the declared values of its field, or else by name', () => {
  assert.deepEqual(colourIndexes(['done', 'new'], ['done', 'new'], declared(['new', 'open', 'done'])), [2, 0])
  assert.deepEqual(colourIndexes(['Zoe', 'Ava'], ['Zoe', 'Mia', 'Ava']), [2, 0])
  assert.deepEqual(colourIndexes([null, true], [null, true], declared([true, false])), [2, 0])
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

test('a status has the colour of its meaning, whatever its position and the others', () => {
  const tones: Record<string, Tone> = { Won: 'good', Lost: 'bad' }
  const stages = declared(['New', 'Called', 'Lost', 'Won'], tones)
  const turned = declared(['Won', 'Lost', 'Called', 'New'], tones)
  for (const one of [stages, turned]) {
    assert.deepEqual(colourIndexes(['Lost', 'Won'], ['Lost', 'Won'], one), [toneColours.bad, toneColours.good])
    assert.deepEqual(colourIndexes(['Won'], ['Won'], one), [toneColours.good])
  }
})

test('open stages have different colours beside won and lost, and none is green or red', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F']
  const stages = declared(['Won', 'Lost', ...names], { Won: 'good', Lost: 'bad' })
  const colours = colourIndexes([...names, 'Won', 'Lost'], names, stages)
  assert.equal(new Set(colours).size, colours.length)
  for (const colour of colours.slice(0, -2)) assert.ok(colour !== toneColours.good && colour !== toneColours.bad)
  // Also where won and lost are not displayed.
  assert.deepEqual(colourIndexes(names, names, stages), colours.slice(0, -2))
})
