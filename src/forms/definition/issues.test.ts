import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Answers, Operator, Step } from '../logic/form.ts'
import { walk } from '../logic/walk.ts'
import { buildSteps } from './builder.ts'
import type { FormStepCreate } from './form.schema.ts'
import { issuesOf, type Parts } from './issues.ts'

const text = (key: string, more: object = {}) => ({ type: 'text' as const, label: key, key, ...more })
const when = (...fields: string[]) => ({
  conditions: fields.map((field) => ({ field, operator: 'not_empty' as const })),
})
const nothing = { settings: {}, incident: null, prospect: null, client_prefill: null }
const issues = (steps: FormStepCreate[], parts: Partial<Parts> = {}) => {
  const built = buildSteps(steps)
  assert.deepEqual(built.errors, {})
  return issuesOf({ ...nothing, steps: built.steps, ...parts }).map(({ code, path }) => [code, path])
}
const step = (key: string, ...fields: FormStepCreate['fields'] & object): FormStepCreate => ({
  title: key,
  key,
  fields,
})

describe('issues', () => {
  test('have a code, a path, a message and a severity', () => {
    assert.deepEqual(issuesOf({ ...nothing, steps: buildSteps([step('a', { type: 'radio', label: 'Kind' })]).steps }), [
      {
        ...{ code: 'missing_options', path: 'steps.0.fields.0.options' },
        ...{ message: 'The field Kind has no options to choose from.', severity: 'error' },
      },
    ])
  })

  test('empty_form: no step, no field, or none that takes an answer', () => {
    for (const steps of [[], [step('a')], [step('a', { type: 'heading', label: 'H' })]]) {
      assert.deepEqual(issues(steps), [['empty_form', 'steps']])
    }
    assert.deepEqual(issues([step('a', text('x'))]), [])
  })

  test('duplicate_key: of fields in one step or two, and of steps; a field may be called like a step', () => {
    const steps = [step('a', text('x'), text('x')), step('a', text('x')), step('x', text('a'))]
    assert.deepEqual(issues(steps), [
      ['duplicate_key', 'steps.0.fields.1.key'],
      ['duplicate_key', 'steps.1.fields.0.key'],
      ['duplicate_key', 'steps.1.key'],
    ])
  })

  test('missing_options: of each type that has options', () => {
    const types = ['select', 'radio', 'multiselect', 'checklist'] as const
    const fields = types.flatMap((type) => [
      { type, label: 'none' },
      { type, label: 'empty', options: [] },
      { type, label: 'some', options: ['a'] },
    ])
    assert.deepEqual(
      issues([step('a', ...fields)]),
      [0, 1, 3, 4, 6, 7, 9, 10].map((place) => ['missing_options', `steps.0.fields.${place}.options`]),
    )
  })

  test('dangling_reference: a condition can only use fields before it', () => {
    const steps = [
      step('a', text('first'), { type: 'heading', label: 'H', key: 'head' }, text('second', { visible_when: when('first', 'second', 'third', 'head', 'none') }), text('third')),
      { ...step('b', text('later')), routing: [{ when: when('first', 'later', 'last'), go_to: 'submit' }] },
      step('c', text('last', { visible_when: when('later') })),
    ] // biome-ignore format: a line a step
    const at = (path: string) => ['dangling_reference', `${path}.field`]
    assert.deepEqual(issues(steps), [
      ...[1, 2, 3, 4].map((i) => at(`steps.0.fields.2.visible_when.conditions.${i}`)),
      at('steps.1.routing.0.when.conditions.2'),
    ])
  })

  test('dangling_reference: a condition about a choice that the field does not offer', () => {
    const options = ['Fall', 'Medication', 'Straße']
    const of = (type: 'radio' | 'checklist', operator: Operator, value: string | string[], more = options) =>
      issuesOf({
        ...nothing,
        steps: buildSteps([
          step(
            'a',
            { type, label: 'Kind', key: 'kind', options: more },
            text('x', { visible_when: { conditions: [{ field: 'kind', operator, value }] } }),
          ),
        ]).steps,
      }).flatMap(({ code, path, message }) => (code === 'dangling_reference' ? [[path, message]] : []))
    const told = (values: string) => [
      [
        'steps.0.fields.1.visible_when.conditions.0.value',
        `${values} is no option of kind; its options are Fall, Medication, Straße.`,
      ],
    ]
    for (const operator of ['is', 'is_not'] as const) {
      assert.deepEqual(of('radio', operator, 'Other'), told('Other'))
      // Conditions ignore case.
      for (const right of ['Fall', 'fALL', 'STRASSE']) assert.deepEqual(of('radio', operator, right), [])
    }
    assert.deepEqual(of('radio', 'includes_any', ['fall', 'No', 'Nor']), told('No, Nor'))
    for (const operator of ['includes_any', 'includes_all'] as const) {
      assert.deepEqual(of('checklist', operator, ['Fall', 'Fal']), told('Fal'))
      assert.deepEqual(of('checklist', operator, ['FALL', 'medication']), [])
    }
    for (const operator of ['contains', 'does_not_contain'] as const) {
      assert.deepEqual(of('checklist', operator, 'Fal'), told('Fal'))
      assert.deepEqual(of('checklist', operator, 'fall'), [])
      assert.deepEqual(of('radio', operator, 'Fal'), [], 'a part of the one choice')
    }
    for (const operator of ['starts_with', 'ends_with'] as const) assert.deepEqual(of('radio', operator, 'X'), [])
    assert.deepEqual(of('radio', 'is', 'Fall', []), [], 'that there are no options is an issue of its own')
    const [[, long] = []] = of(
      'radio',
      'is',
      'x',
      Array.from({ length: 200 }, (_, i) => `${i}`.padStart(255, 'o')),
    )
    assert.ok(long!.length < 700 && long!.endsWith(' and 199 more.'), long)
  })

  test('dangling_reference: a rule that leads to no step', () => {
    const steps = [
      { ...step('a', text('x')), routing: [{ when: when('x'), go_to: 'no' }], otherwise: 'nor' },
      step('b'),
    ]
    assert.deepEqual(issues(steps), [
      ['dangling_reference', 'steps.0.routing.0.go_to'],
      ['dangling_reference', 'steps.0.otherwise'],
    ])
  })

  test('dangling_reference: what settings, incident, prospect and client_prefill name is there and can be it', () => {
    const fields = [
      text('t'),
      { type: 'client' as const, label: 'C', key: 'c' },
      { type: 'datetime' as const, label: 'D', key: 'd' },
    ]
    const steps = [step('a', ...fields, { type: 'paragraph', label: 'P', key: 'p' })] // biome-ignore format: as it is
    const right: Partial<Parts> = {
      settings: { submitter_field: 'c' },
      incident: { enabled: true, severity_field: 't', client_field: 'c', occurred_field: 'd' },
      prospect: { enabled: true, map: { t: 'first_name', d: 'last_name' } },
      client_prefill: { enabled: true, client_field: 'c', map: { t: 'name' } },
    }
    assert.deepEqual(issues(steps, right), [])
    const wrong: Partial<Parts> = {
      settings: { submitter_field: 'd' },
      incident: { enabled: false, severity_field: 'p', client_field: 't', occurred_field: 'c' },
      prospect: { enabled: false, map: { t: 'first_name', no: 'last_name' } },
      client_prefill: { enabled: true, client_field: 'd', map: { p: 'name' } },
    }
    assert.deepEqual(
      issues(steps, wrong),
      [
        ...[
          'settings.submitter_field',
          'incident.severity_field',
          'incident.client_field',
          'incident.occurred_field',
          'prospect.map.no',
        ],
        ...['client_prefill.client_field', 'client_prefill.map.p'],
      ].map((path) => ['dangling_reference', path]),
    )
  })

  test('missing_mapping: both names of a prospect, and the client of a prefill, while they are on', () => {
    const steps = [step('a', text('x'))]
    for (const enabled of [true, false]) {
      const parts = { prospect: { enabled, map: { x: 'first_name' } }, client_prefill: { enabled, map: {} } }
      const expected = [
        ['missing_mapping', 'prospect.map'],
        ['missing_mapping', 'client_prefill.client_field'],
      ]
      assert.deepEqual(issues(steps, parts), enabled ? expected : [])
    }
    // A name mapped only from a removed field is missing.
    const map = { x: 'first_name', gone: 'last_name' }
    assert.deepEqual(
      issues(steps, { prospect: { enabled: true, map } }).map(([code]) => code),
      ['dangling_reference', 'missing_mapping'],
    )
  })

  test('unreachable_step: a step that is always jumped over', () => {
    const steps = [{ ...step('a', text('x')), otherwise: 'c' }, step('b'), step('c')]
    assert.deepEqual(issues(steps), [['unreachable_step', 'steps.1']])
    const byRule = [{ ...steps[0]!, routing: [{ when: when('x'), go_to: 'b' }] }, step('b'), step('c')]
    assert.deepEqual(issues(byRule), [])
  })

  test('unreachable_step: what only an unreachable step leads to is unreachable too', () => {
    const steps = [{ ...step('a', text('x')), otherwise: 'submit' }, step('b'), step('c')]
    assert.deepEqual(issues(steps), [
      ['unreachable_step', 'steps.1'],
      ['unreachable_step', 'steps.2'],
    ])
  })
})

/**
 * Every path through a form: the answer `r<i>_<j>` decides whether rule j of step i is met. A step is reachable if and only
 * if some answers lead to it.
 */
test('unreachable_step is reported for exactly the steps that no answers lead to', () => {
  const size = 5
  const target = fc.constantFrom('s0', 's1', 's2', 's3', 's4', 'submit', 'nowhere')
  const drawn = fc.record({
    routing: fc.array(target, { maxLength: 2 }),
    otherwise: fc.option(target, { nil: undefined }),
  })
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: size }), (plan) => {
      const isForward = (i: number, to: string | undefined) =>
        to !== undefined && !/^s[0-4]$/.test(to) ? true : Number(to?.[1]) > i
      const steps: Step[] = plan.map(({ routing, otherwise }, i) => ({
        ...{ key: `s${i}`, title: `S${i}` },
        fields: routing.map((_, j) => ({ ...text(`r${i}_${j}`), required: false })),
        routing: routing
          .filter((to) => isForward(i, to))
          .map((go_to, j) => ({ when: { combinator: 'and', ...when(`r${i}_${j}`) }, go_to })),
        ...(otherwise !== undefined && isForward(i, otherwise) && { otherwise }),
      }))
      const questions = steps.flatMap(({ routing }, i) => routing.map((_, j) => `r${i}_${j}`))
      const visited = new Set<number>()
      for (let bits = 0; bits < 2 ** questions.length; bits++) {
        const answers: Answers = Object.fromEntries(questions.map((key, n) => [key, bits & (2 ** n) ? 'yes' : '']))
        for (const { index } of walk(steps, answers)) visited.add(index)
      }
      const told = issuesOf({ ...nothing, steps }).flatMap(({ code, path }) =>
        code === 'unreachable_step' ? [path] : [],
      )
      assert.deepEqual(
        told,
        steps.flatMap((_, i) => (visited.has(i) ? [] : [`steps.${i}`])),
      )
    }),
    { numRuns: 300 },
  )
})
