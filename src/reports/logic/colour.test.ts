import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { colours, type Formatting } from '../spec/spec.schema.ts'
import { contrast, describeRule, hexOf, readable, ruleFor } from './colour.ts'

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
  for (const colour of colours) assert.match(hexOf(colour), /^#[\da-f]{6}$/)
})

test('the first matching rule colours a number, by named operator or by sign', () => {
  const rule = (operator: Formatting['operator'], value: Formatting['value']) =>
    ({ operator, value, color: 'red' }) as Formatting
  const cases: [Formatting, number[], number[]][] = [
    [rule('is', 3), [3], [2]],
    [rule('!=', 3), [2], [3]],
    [rule('more_than', 3), [4], [3]],
    [rule('>=', 3), [3, 4], [2]],
    [rule('<', 3), [2], [3]],
    [rule('at_most', 3), [3, 2], [4]],
    [rule('between', [2, 4]), [2, 3, 4], [1, 5]],
  ]
  for (const [one, met, unmet] of cases) {
    for (const value of met) assert.equal(ruleFor(value, [one]), one)
    for (const value of unmet) assert.equal(ruleFor(value, [one]), undefined)
  }
  const [first, second] = [rule('>', 10), rule('>', 5)]
  assert.equal(ruleFor(11, [first, second]), first)
  assert.equal(ruleFor(null, [rule('is_not', 3)]), undefined)
  assert.equal(ruleFor(1, undefined), undefined)
})

test('a rule is described in words with formatted numbers', () => {
  const described = (operator: Formatting['operator'], value: Formatting['value']) =>
    describeRule({ operator, value, color: 'red' } as Formatting, { style: 'currency', decimals: 0 })
  assert.deepEqual([described('>=', 1500), described('between', [1, 2])], ['At least $1,500', 'Between $1 and $2'])
})
