import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anySteps, withAnswers } from '../../../test/factories/forms/arbitrary.ts'
import { anyValue } from '../../../test/factories/forms/arbitrary-values.ts'
import { expectedPath } from '../../../test/oracles/forms.ts'
import { checkAnswers } from './check.ts'
import { type FieldAnswer, isMet } from './conditions.ts'
import { type Answers, type Field, isAnswerable, type Step } from './form.ts'
import { clean } from './values.ts'
import { forward, own, stepsAhead, walk } from './walk.ts'

const runs = { seed: 20261115, numRuns: 3000 }

test('the way through any form is the one that was decided', () =>
  fc.assert(
    fc.property(withAnswers(anySteps), ({ steps, answers }) => {
      const way = walk(steps, answers).map(({ index, step, fields }) => [
        index,
        fields.map((f) => step.fields.indexOf(f)),
      ])
      assert.deepEqual(way, expectedPath(steps, answers))
    }),
    runs,
  ))

test('the path begins with the first step, continues to later ones and has only fields whose condition is met', () =>
  fc.assert(
    fc.property(withAnswers(anySteps), ({ steps, answers }) => {
      const visits = walk(steps, answers)
      assert.equal(visits[0]!.index, 0)
      const before = new Map<string, FieldAnswer>()
      for (const [i, { step, index, fields }] of visits.entries()) {
        assert.equal(step, steps[index])
        assert.ok(i === 0 || index > visits[i - 1]!.index)
        for (const field of step.fields) {
          const isShown = fields.includes(field)
          assert.equal(isShown, !field.visible_when || isMet(field.visible_when, before))
          if (isShown && isAnswerable(field))
            before.set(field.key, { field, value: clean(field, own(answers, field.key)) })
        }
      }
    }),
    runs,
  ))

test('an answer to a field that is not visible changes nothing', () => {
  let seen = 0
  fc.assert(
    fc.property(withAnswers(anySteps), fc.array(anyValue, { minLength: 10 }), ({ steps, answers }, values) => {
      const asked = new Set(
        walk(steps, answers).flatMap(({ fields }) => fields.filter(isAnswerable).map(({ key }) => key)),
      )
      const all = steps.flatMap(({ fields }) => fields.map(({ key }) => key))
      const hidden = [...all, 'unknown', 'toString'].filter((key) => !asked.has(key))
      if (hidden.length > 2) seen++
      const others = { ...answers, ...Object.fromEntries(hidden.map((key, i) => [key, values[i % values.length]])) }
      assert.deepEqual(walk(steps, others), walk(steps, answers))
      const [one, other] = [checkAnswers(steps, answers), checkAnswers(steps, others)]
      assert.deepEqual([other.errors, other.answers], [one.errors, one.answers])
    }),
    runs,
  )
  assert.ok(seen > 500, 'many forms hide something')
})

const field = (key: string, more: Partial<Field> = {}): Field => ({
  type: 'text',
  label: key,
  key,
  required: false,
  ...more,
})
const step = (key: string, fields: Field[], more: Partial<Step> = {}): Step => ({
  key,
  title: key,
  fields,
  routing: [],
  ...more,
})
const when = (name: string, value: string) => ({
  combinator: 'and' as const,
  conditions: [{ field: name, operator: 'is' as const, value }],
})
const keysOf = (steps: Step[], answers: Answers) =>
  walk(steps, answers).map((visit) => [visit.step.key, ...visit.fields.map(({ key }) => key)].join(' '))

test('the first rule that is met leads on, else otherwise, else the next step', () => {
  const routing = [
    { when: when('a', 'end'), go_to: 'submit' },
    { when: when('a', 'x'), go_to: 's3' },
    { when: when('a', 'X'), go_to: 's2' },
  ]
  const steps = [step('s1', [field('a')], { routing, otherwise: 's4' }), step('s2', []), step('s3', []), step('s4', [])]
  assert.deepEqual(keysOf(steps, { a: 'x' }), ['s1 a', 's3', 's4'])
  assert.deepEqual(keysOf(steps, { a: 'end' }), ['s1 a'])
  assert.deepEqual(keysOf(steps, {}), ['s1 a', 's4'])
  delete steps[0]!.otherwise
  assert.deepEqual(keysOf(steps, {}), ['s1 a', 's2', 's3', 's4'])
})

test('a condition sees neither itself nor what comes later nor what was skipped', () => {
  const steps = [
    step(
      's1',
      [field('a', { visible_when: when('a', 'x') }), field('b', { visible_when: when('c', 'x') }), field('c')],
      {
        routing: [{ when: when('c', 'x'), go_to: 's3' }],
      },
    ),
    step('s2', [field('d')]),
    step('s3', [field('e', { visible_when: when('d', 'x') }), field('f', { visible_when: when('c', ' X ') })]),
  ]
  assert.deepEqual(keysOf(steps, { a: 'x', b: 'x', c: 'x', d: 'x', e: 'x' }), ['s1 c', 's3 f'])
  assert.deepEqual(keysOf(steps, { a: 'x', d: 'x' }), ['s1 c', 's2 d', 's3 e'])
})

test('targets lead forward or nowhere', () => {
  const steps = ['s1', 's2', 's3', 's2'].map((key) => step(key, []))
  const cases: [from: number, target: string, to: number | undefined][] = [
    [0, 's2', 1],
    [0, 's1', undefined],
    [1, 's1', undefined],
    [1, 's2', undefined],
    [2, 's2', undefined],
    [0, 'none', undefined],
    [3, 'submit', 4],
  ]
  for (const [from, target, to] of cases) assert.equal(forward(steps, from, target), to, `${from} ${target}`)
  assert.deepEqual(walk([], {}), [])
})

test('a hundred steps that all lead back and round are gone through once', () => {
  const otherwise = (i: number) => ({ otherwise: `s${(i * 37) % 100}` })
  const steps = Array.from({ length: 100 }, (_, i) => step(`s${i}`, [], otherwise(i)))
  assert.ok(walk(steps, {}).length <= 100)
})

test('a range counts the steps that can follow by any rule, and a form without rules has one total', () => {
  const plain = ['s1', 's2', 's3'].map((key) => step(key, []))
  assert.deepEqual(stepsAhead(plain, 0), { fewest: 3, most: 3 })
  const forked = [
    step('s1', [], { routing: [{ when: when('a', 'x'), go_to: 's3' }] }),
    step('s2', []),
    step('s3', [], { routing: [{ when: when('a', 'y'), go_to: 'submit' }] }),
    step('s4', [], { routing: [{ when: when('a', 'y'), go_to: 's1' }] }),
  ]
  assert.deepEqual(
    forked.map((_, index) => stepsAhead(forked, index)),
    [
      { fewest: 2, most: 4 },
      { fewest: 2, most: 3 },
      { fewest: 1, most: 2 },
      { fewest: 1, most: 1 },
    ],
  )
})
