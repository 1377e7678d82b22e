import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyValue } from '../../../test/factories/forms/arbitrary-values.ts'
import { expected } from '../../../test/oracles/forms.ts'
import { type FieldAnswer, isMet } from './conditions.ts'
import {
  type Condition,
  type Field,
  type FieldType,
  fieldTypes,
  kinds,
  type Operator,
  operators,
  operatorsOf,
} from './form.ts'
import { clean } from './values.ts'

const fieldOf = (type: FieldType): Field => ({ type, label: 'A', key: 'a', required: false })
const askedWith = (type: FieldType, sent: unknown) =>
  new Map<string, FieldAnswer>([['a', { field: fieldOf(type), value: clean({ type }, sent) }]])
const conditionOf = (operator: Operator, value: unknown, field = 'a') => ({ field, operator, value }) as Condition
const holdsFor = (type: FieldType, operator: Operator, value: unknown, sent: unknown) =>
  isMet({ combinator: 'and', conditions: [conditionOf(operator, value)] }, askedWith(type, sent))

test('every operator of a type agrees with the oracle, for every value and answer', () => {
  const outcomes = new Map<string, Set<boolean>>()
  for (const type of fieldTypes) {
    for (const operator of operatorsOf[kinds[type]]) {
      for (const value of everyValue) {
        for (const sent of everyValue) {
          const right = expected(type, operator, value, sent)
          if (right === undefined) continue
          assert.equal(holdsFor(type, operator, value, sent), right, JSON.stringify({ type, operator, value, sent }))
          const name = `${kinds[type]} ${operator}`
          outcomes.set(name, (outcomes.get(name) ?? new Set()).add(right))
        }
      }
    }
  }
  // Each operator was both met and not met.
  const wanted = Object.entries(operatorsOf).flatMap(([kind, all]) => all.map((operator) => `${kind} ${operator}`))
  assert.deepEqual([...outcomes.keys()].sort(), wanted.sort())
  for (const [name, results] of outcomes) assert.equal(results.size, 2, name)
})

test('an operator never fails on values that make no sense, and its opposite is its opposite', () => {
  const opposites = [
    ['is', 'is_not'],
    ['contains', 'does_not_contain'],
    ['empty', 'not_empty'],
  ] as const
  for (const type of ['text', 'rating', 'datetime', 'radio', 'checklist', 'yes_no', 'staff'] as const) {
    for (const value of everyValue) {
      for (const sent of everyValue) {
        for (const operator of operators) assert.equal(typeof holdsFor(type, operator, value, sent), 'boolean')
        for (const [one, other] of opposites)
          assert.notEqual(holdsFor(type, one, value, sent), holdsFor(type, other, value, sent))
      }
    }
  }
})

test('text is compared without case in every script, and a part of it stays a part', () => {
  const holding: [Operator, value: string, answer: string][] = [
    ['is', 'STRASSE', 'straße'],
    ['is', 'İzmir', 'İZMIR'],
    ['contains', 'ΟΔΟΣ', 'ΟΔΟΣΑ'],
    ['starts_with', 'οδοσ', 'ΟΔΟΣ'],
    ['ends_with', 'ΔΟΣ', 'οδος'],
    ['contains', 'é', 'CAFÉ'],
    ['starts_with', ' a', 'Ab'],
  ]
  for (const [operator, value, answer] of holding)
    assert.ok(holdsFor('text', operator, value, answer), `${value} ${answer}`)
  assert.ok(!holdsFor('text', 'is', 'i', 'İ'))
})

test('times are compared with and without seconds, T or blank, as the same moment', () => {
  assert.ok(holdsFor('datetime', 'is', '2026-11-30T09:00', '2026-11-30 09:00:00'))
  assert.ok(holdsFor('datetime', 'greater_than', '2026-11-30 09:00', '2026-11-30T09:00:01'))
  assert.ok(!holdsFor('datetime', 'greater_than', '2026-11-30T09:00:00', '2026-11-30 09:00'))
  assert.ok(holdsFor('time', 'on_or_before', '09:00:00', '09:00'))
})

test('a list longer than the maximum of options meets no condition', () => {
  const long = Array.from({ length: 201 }, () => 'a')
  assert.ok(holdsFor('checklist', 'includes_any', ['a'], long.slice(1)))
  for (const operator of ['contains', 'includes_any', 'includes_all'] as const)
    assert.ok(!holdsFor('checklist', operator, operator === 'contains' ? 'a' : ['a'], long))
  assert.ok(holdsFor('checklist', 'not_empty', undefined, long))
})

test('and needs all conditions, or any of them; without conditions and is met, or is not', () => {
  const asked = askedWith('text', 'x')
  const [yes, no] = [conditionOf('is', 'x'), conditionOf('is', 'y')]
  const cases: [Condition[], and: boolean, or: boolean][] = [
    [[], true, false],
    [[yes], true, true],
    [[no], false, false],
    [[yes, no], false, true],
    [[no, yes], false, true],
    [[yes, yes], true, true],
  ]
  for (const [conditions, and, or] of cases) {
    assert.equal(isMet({ combinator: 'and', conditions }, asked), and)
    assert.equal(isMet({ combinator: 'or', conditions }, asked), or)
  }
})

test('a field that is not visible has no answer, whatever its key', () => {
  for (const key of ['b', 'constructor', '__proto__', 'toString']) {
    const one = (operator: Operator) =>
      isMet({ combinator: 'and', conditions: [conditionOf(operator, 'x', key)] }, askedWith('text', 'x'))
    const holding = operators.filter(one)
    assert.deepEqual(holding, ['does_not_contain', 'is_not', 'empty'])
  }
})
