import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anySteps, rightened, soundSteps, withAnswers } from '../../../test/factories/forms/arbitrary.ts'
import { everyValue } from '../../../test/factories/forms/arbitrary-values.ts'
import { readAs } from '../../../test/oracles/forms.ts'
import { checkAnswers, checkVisit } from './check.ts'
import { type Field, fieldTypes, isAnswerable } from './form.ts'
import { clean } from './values.ts'
import { walk } from './walk.ts'

const runs = { seed: 20261115, numRuns: 2000 }

test('an answer is read as was decided, and reading it again changes nothing', () => {
  for (const type of fieldTypes) {
    for (const value of everyValue) {
      const once = clean({ type }, value)
      assert.deepEqual(once, Object.is(value, -0) ? 0 : readAs(type, value))
      assert.deepEqual(clean({ type }, once), once)
    }
  }
})

test('a stored answer is valid when it is submitted again, and is stored the same', () =>
  fc.assert(
    fc.property(withAnswers(soundSteps), ({ steps, answers }) => {
      const first = checkAnswers(steps, rightened(steps, answers))
      assert.equal(first.errors.size, 0)
      const stored = Object.fromEntries(first.answers.map(({ field, value }) => [field.key, value]))
      const again = checkAnswers(steps, JSON.parse(JSON.stringify(stored)))
      assert.deepEqual(again, { errors: new Map(), answers: first.answers, ignored: [] })
    }),
    runs,
  ))

test('the errors of all steps are those of the form, and every answerable field has an error, an answer or none', () =>
  fc.assert(
    fc.property(withAnswers(anySteps), ({ steps, answers }) => {
      const visits = walk(steps, answers)
      const { errors, answers: given, ignored } = checkAnswers(steps, answers)
      assert.deepEqual(new Map(visits.flatMap((visit) => [...checkVisit(visit, answers)])), errors)
      const asked = visits.flatMap(({ fields }) => fields.filter(isAnswerable))
      const sent = new Map(Object.entries(answers))
      for (const field of asked) {
        const isGiven = given.some((one) => one.field === field)
        const isEmpty = readAs(field.type, sent.get(field.key)) === undefined
        assert.ok(errors.has(field.key) || isGiven !== isEmpty)
        if (isEmpty && field.required) assert.ok(errors.has(field.key))
      }
      const keys = asked.map(({ key }) => key)
      assert.deepEqual(
        ignored,
        [...sent.keys()].filter((key) => !keys.includes(key)),
      )
      for (const message of errors.values()) assert.match(message, /^(Must|An|Choose|Tick) .+[^.]\.$/)
    }),
    runs,
  ))

test('keys of answers may equal properties of Object.prototype, and only own keys count', () => {
  const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']
  const fields = keys.map((key): Field => ({ type: 'text', label: key, key, required: true }))
  const steps = [{ key: 's', title: 's', fields, routing: [] }]
  assert.deepEqual([...checkAnswers(steps, {}).errors.keys()], keys)
  const answers = JSON.parse(`{${keys.map((key) => `"${key}": "x"`).join()}}`)
  const { errors, answers: given, ignored } = checkAnswers(steps, answers)
  assert.deepEqual(
    [errors.size, given.map(({ field, value }) => `${field.key} ${value}`), ignored],
    [0, keys.map((key) => `${key} x`), []],
  )
})
