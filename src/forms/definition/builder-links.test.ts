import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fieldTypes, kinds, operatorsOf } from '../logic/form.ts'
import { buildSteps } from './builder.ts'
import type { FormFieldCreate, FormStepCreate } from './form.schema.ts'

const oneStep = (...fields: FormFieldCreate[]): FormStepCreate[] => [{ title: 'One', key: 'one', fields }]
const field = (type: FormFieldCreate['type'], settings: Partial<FormFieldCreate> = {}): FormFieldCreate => ({
  ...{ type, label: 'L', key: 'x', ...settings },
})
const errorsOf = (...fields: FormFieldCreate[]) => buildSteps(oneStep(...fields)).errors

describe('a condition is rejected', () => {
  const conditionErrors = (named: FormFieldCreate, condition: object) => {
    const { errors } = buildSteps(
      oneStep(
        { ...named, key: 'a' },
        field('text', { visible_when: { conditions: [{ field: 'a', ...condition } as never] } }),
      ),
    )
    const prefix = 'steps.0.fields.1.visible_when.conditions.0.'
    return Object.entries(errors).map(([path, [sentence]]) => [
      path.replace(prefix, ''),
      sentence!.replace(`${path} `, ''),
    ])
  }
  for (const type of fieldTypes.filter((each) => kinds[each] !== 'none')) {
    test(`for an operator that ${type} does not take`, () => {
      const allowed = operatorsOf[kinds[type]]
      const no = (['contains', 'greater_than', 'includes_all', 'on_or_after', 'is'] as const).find(
        (each) => !allowed.includes(each),
      )!
      const expected = [['operator', `must be one of ${allowed.join(', ')} for a field of type ${type}.`]]
      assert.deepEqual(conditionErrors(field(type), { operator: no, value: 'x' }), expected)
    })
  }
  for (const [type, operator, value, rule] of [
    ['text', 'is', 1, 'must be a text for a field of type text.'],
    ['text', 'is', undefined, 'is required for is.'],
    ['text', 'contains', ['a'], 'must not be a list for contains.'],
    ['number', 'greater_than', '1', 'must be a number for a field of type number.'],
    ['rating', 'is', true, 'must be a number for a field of type rating.'],
    ['yes_no', 'is', 'true', 'must be true or false for a field of type yes_no.'],
    ['date', 'on_or_after', '2026-13-01', 'must be a date such as 30 Nov 2026 (2026-11-30).'],
    ['time', 'less_than', 9, 'must be a time such as 2:30 pm (14:30).'],
    ['multiselect', 'includes_any', 'a', 'must be a list of texts for includes_any.'],
  ] as const) {
    test(`for ${type} ${operator} ${JSON.stringify(value)}`, () => {
      assert.deepEqual(conditionErrors(field(type), { operator, value }), [['value', rule]])
    })
  }

  test('never for naming a field that is not there, a heading, or one that comes later', () => {
    const when = (name: string) => ({ conditions: [{ field: name, operator: 'is' as const, value: 'x' }] })
    const fields = [
      field('text', { key: 'a', visible_when: when('nothing') }),
      field('text', { key: 'b', visible_when: when('head') }),
      field('text', { key: 'c', visible_when: when('d') }),
      field('heading', { key: 'head' }),
      field('text', { key: 'd', visible_when: when('d') }),
    ]
    assert.deepEqual(errorsOf(...fields), {})
  })

  test('but a value where the operator takes none is left out', () => {
    const { steps } = buildSteps(
      oneStep(field('text', { key: 'a', visible_when: { conditions: [{ field: 'b', operator: 'empty', value: 1 }] } })),
    )
    assert.deepEqual(steps[0]!.fields[0]!.visible_when, {
      combinator: 'and',
      conditions: [{ field: 'b', operator: 'empty' }],
    })
  })
})

test('rules that lead back are rejected; those to a later step, the end or an unknown step are not', () => {
  const when = { conditions: [{ field: 'a', operator: 'empty' as const }] }
  const targets = ['one', 'two', 'three', 'submit', 'nowhere']
  const { errors } = buildSteps([
    { title: 'One', key: 'one', otherwise: 'one' },
    { title: 'Two', key: 'two', routing: targets.map((go_to) => ({ when, go_to })), otherwise: 'one' },
    { title: 'Three', key: 'three' },
  ])
  const back = ['steps.0.otherwise', 'steps.1.routing.0.go_to', 'steps.1.routing.1.go_to', 'steps.1.otherwise']
  assert.deepEqual(errors, Object.fromEntries(back.map((path) => [path, [`${path} must be a later step, or submit.`]])))
})
