import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colours, type Formatting } from '../spec/spec.schema.ts'
import { describeRule, hexOf, ruleFor } from './colour.ts'

test('every named colour is a hexadecimal one', () => {
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
