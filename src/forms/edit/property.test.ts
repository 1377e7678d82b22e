import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { makeAjv } from '../../http/contract/validation.ts'
import { buildSteps } from '../definition/builder.ts'
import { buildSettings } from '../definition/builder-parts.ts'
import * as bodies from '../definition/form.schema.ts'
import * as schema from '../definition/form.schema.ts'
import { issuesOf } from '../definition/issues.ts'
import type { Draft } from '../definition/parts.ts'
import * as edits from './edit.schema.ts'
import { applyOperations } from './edit.ts'

const ajv = makeAjv(
  Object.values({ ...schema, ...bodies, ...edits }).filter(
    (each): each is typeof schema.Form => typeof each === 'object' && '$id' in each,
  ),
)
const isOperation = ajv.getSchema('FormOperation')!
const isStep = ajv.getSchema('FormStep')!

/** Few keys and types, so that operations affect each other, and errors are as common as valid operations. */
const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const type = fc.constantFrom('text', 'number', 'select', 'yes_no', 'date', 'heading')
const some = <T extends Record<string, fc.Arbitrary<unknown>>>(fields: T, ...required: (keyof T & string)[]) =>
  fc.record(fields, { requiredKeys: required } as never)
const when = fc.record({
  combinator: fc.constantFrom('and', 'or'),
  conditions: fc.array(
    some(
      {
        field: key,
        operator: fc.constantFrom('is', 'contains', 'greater_than', 'empty', 'includes_any'),
        value: fc.constantFrom<unknown>('x', 3, true, '2026-01-01', ['x']),
      },
      'field',
      'operator',
    ),
    { minLength: 1, maxLength: 2 },
  ),
})
const settings = {
  required: fc.boolean(),
  default: fc.constantFrom<unknown>('x', 3, true, '2026-01-01', null),
  options: fc.constantFrom(['x', 'y'], ['x', 'x '], []),
  validation: fc.constantFrom({ min: 1, max: 5 }, { max_length: 9 }, { min: 5, max: 1 }, {}),
  visible_when: when,
}
const label = fc.constantFrom('A', 'B!', 'Submit', '1')
const field = some({ type, label, key, ...settings }, 'type', 'label')
const changes = some({
  type,
  label,
  key,
  ...settings,
  options: fc.option(settings.options),
  validation: fc.constant(null),
})
const target = fc.oneof(key, fc.constantFrom('submit'))
const position = fc.nat({ max: 4 })
const routing = fc.array(fc.record({ when, go_to: target }), { maxLength: 2 })
const op = <T extends Record<string, fc.Arbitrary<unknown>>>(
  name: string,
  fields: T,
  ...required: (keyof T & string)[]
) => some({ op: fc.constant(name), ...fields }, 'op', ...required)
const operation = fc.oneof(
  op('rename', { name: label }, 'name'),
  op('add_step', { title: label, key, fields: fc.array(field, { maxLength: 2 }), position }, 'title'),
  op('update_step', { step: key, title: label, routing, otherwise: fc.option(target) }, 'step'),
  op('move_step', { step: key, position }, 'step', 'position'),
  op('remove_step', { step: key }, 'step'),
  op('add_field', { step: key, field, position }, 'step', 'field'),
  op('update_field', { field: key, changes }, 'field', 'changes'),
  op('move_field', { field: key, step: key, position }, 'field', 'position'),
  op('remove_field', { field: key }, 'field'),
  op('set_incident', { incident: fc.constantFrom(null, { client_field: 'a' }, { severity_field: 'b' }) }, 'incident'),
  op('set_prospect', { prospect: fc.constantFrom(null, { map: { a: 'first_name', b: 'last_name' } }) }, 'prospect'),
)

const empty: Draft = {
  ...{ name: 'F', description: '', tags: [], settings: buildSettings({}) },
  ...{ steps: [], incident: null, prospect: null, client_prefill: null, address: null },
}
const usual: Draft = {
  ...empty,
  steps: buildSteps([
    { title: 'A', fields: [{ type: 'text', label: 'A' }, { type: 'select', label: 'B', options: ['x'] }] },
    { title: 'B', fields: [{ type: 'number', label: 'C' }] },
    { title: 'C', fields: [{ type: 'date', label: 'D' }] },
  ]).steps, // biome-ignore format: a line a step
}

test('any operations are rejected and change nothing, or leave a form that passes the checks of a new one', () => {
  const told = { rejected: 0, kept: 0 }
  fc.assert(
    fc.property(
      fc.constantFrom(empty, usual),
      fc.array(fc.array(operation, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
      (start, requests) => {
        let form = start
        for (const operations of requests) {
          for (const each of operations) assert.ok(isOperation(each), ajv.errorsText(isOperation.errors))
          const before = JSON.stringify(form)
          const { draft, errors, notes } = applyOperations(form, operations as unknown as edits.Operation[])
          assert.equal(JSON.stringify(form), before, 'what it was applied to stays as it was')
          if (Object.keys(errors).length > 0) {
            told.rejected++
            for (const path of Object.keys(errors)) assert.match(path, /^operations\.\d+(\.|$)/)
            continue
          }
          told.kept++
          for (const { path } of notes) assert.match(path, /^operations\.\d+\./)
          for (const step of draft.steps) assert.ok(isStep(step), ajv.errorsText(isStep.errors))
          const again = buildSteps(JSON.parse(JSON.stringify(draft.steps)))
          assert.deepEqual([again.errors, again.notes, again.steps], [{}, [], draft.steps])
          assert.deepEqual(issuesOf(JSON.parse(JSON.stringify(draft))), issuesOf({ ...draft, steps: again.steps }))
          form = draft
        }
      },
    ),
    { numRuns: 1000 },
  )
  assert.ok(told.rejected > 300 && told.kept > 300, `both happen: ${JSON.stringify(told)}`)
})

test('an operation is rejected alone exactly as among operations that change nothing', () => {
  fc.assert(
    fc.property(operation, fc.nat({ max: 3 }), (one, place) => {
      const idle = Array.from({ length: place }, () => ({ op: 'rename', name: 'F' }))
      const alone = applyOperations(usual, [one] as unknown as edits.Operation[])
      const among = applyOperations(usual, [...idle, one, ...idle] as unknown as edits.Operation[])
      const moved = JSON.parse(JSON.stringify(alone.errors).replaceAll('operations.0', `operations.${place}`))
      assert.deepEqual(among.errors, moved)
    }),
    { numRuns: 1000 },
  )
})
