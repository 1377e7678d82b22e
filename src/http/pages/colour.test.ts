import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contrast, readable } from './colour.ts'

test('contrast is the WCAG ratio', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(Math.round(contrast('#767676', '#ffffff') * 100) / 100, 4.54)
})

test('any colour becomes readable on any page background, and readable ones stay', () => {
  const any = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(any, fc.constantFrom('#ffffff', '#191e19'), (colour, background) => {
      const made = readable(colour, background)
      assert.ok(contrast(made, background) >= 4.5)
      if (contrast(colour, background) >= 4.5) assert.equal(made, colour)
    }),
  )
})
