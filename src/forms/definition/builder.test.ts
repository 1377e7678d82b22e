import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { buildSteps, keyFrom } from './builder.ts'
import type { FormFieldCreate, FormStepCreate } from './form.schema.ts'

const oneStep = (...fields: FormFieldCreate[]): FormStepCreate[] => [{ title: 'One', key: 'one', fields }]
const field = (type: FormFieldCreate['type'], settings: Partial<FormFieldCreate> = {}): FormFieldCreate => ({
  ...{ type, label: 'L', key: 'x', ...settings },
})
const errorsOf = (...fields: FormFieldCreate[]) => buildSteps(oneStep(...fields)).errors
const only = (path: string, rule: string) => ({ [`steps.0.fields.0.${path}`]: [`steps.0.fields.0.${path} ${rule}.`] })

describe('keys', () => {
  for (const [label, key] of [
    ['Your first name?', 'your_first_name'],
    ['Prénom & nom', 'prenom_nom'],
    ['2nd contact', 'field_2nd_contact'],
    ['日本', 'field'],
    ['__a__', 'a'],
    ['x'.repeat(80), 'x'.repeat(60)],
  ] as const) {
    test(`of ${label.slice(0, 20)} is ${key.slice(0, 20)}`, () => assert.equal(keyFrom(label, 'field'), key))
  }

  test('that are made are unique among those in the body, in any order', () => {
    const { steps, notes } = buildSteps([
      { title: 'Submit', fields: [{ type: 'text', label: 'Name' }] },
      { title: 'Submit!', fields: [field('text', { key: 'name' }), { type: 'text', label: 'NAME' }] },
    ])
    assert.deepEqual(
      steps.map(({ key, fields }) => [key, fields.map((each) => each.key)]),
      [
        ['submit_2', ['name_2']],
        ['submit_3', ['name', 'name_3']],
      ],
    )
    assert.deepEqual(
      notes.map(({ path }) => path),
      ['steps.0.key', 'steps.0.fields.0.key', 'steps.1.key', 'steps.1.fields.1.key'],
    )
  })

  test('that occur twice are stored, and reported as issues', () => {
    const { steps, errors, notes } = buildSteps(oneStep(field('text'), field('text')))
    assert.deepEqual([steps[0]!.fields.map(({ key }) => key), errors, notes], [['x', 'x'], {}, []])
  })

  test('of any labels are keys, and no two are the same', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 30 }), (labels) => {
        const fields = labels.map((label) => ({ type: 'text' as const, label: `${label}.` }))
        const keys = buildSteps(oneStep(...fields)).steps[0]!.fields.map(({ key }) => key)
        assert.ok(keys.every((key) => /^[a-z][a-z0-9_]{0,59}$/.test(key)))
        assert.equal(new Set(keys).size, keys.length)
      }),
    )
  })
})

test('a rating keeps the words at its ends without blanks around them', () => {
  const { steps, errors } = buildSteps([
    { title: 'A', fields: [{ type: 'rating', label: 'R', low_label: ' Never ', high_label: ' ' }] },
  ])
  assert.deepEqual(errors, {})
  assert.deepEqual(steps[0]!.fields, [{ type: 'rating', label: 'R', key: 'r', required: false, low_label: 'Never' }])
})

describe('a field is rejected', () => {
  const times = {
    date: 'a date such as 30 Nov 2026 (2026-11-30)',
    time: 'a time such as 2:30 pm (14:30)',
    datetime: 'a date and time such as 30 Nov 2026, 2:30 pm (2026-11-30 14:30:00)',
  }
  for (const [circumstance, sent, expected] of [
    [
      'for options that its type has not',
      field('text', { options: ['a'] }),
      only('options', 'must not be there: a field of type text has no options'),
    ],
    [
      'for words at the ends of what is no rating',
      field('number', { low_label: 'Never', high_label: 'Always' }),
      {
        ...only('low_label', 'must not be there: a field of type number is no rating'),
        ...only('high_label', 'must not be there: a field of type number is no rating'),
      },
    ],
    [
      'for validation of another type',
      field('text', { validation: { min: 1 } }),
      only('validation.min', 'must not be there: a field of type text takes min_length, max_length, pattern'),
    ],
    [
      'for validation where its type has none',
      field('yes_no', { validation: { max: 1 } }),
      only('validation.max', 'must not be there: a field of type yes_no takes no validation'),
    ],
    [
      'for a least number of stars',
      field('rating', { validation: { min: 1 } }),
      only('validation.min', 'must not be there: a field of type rating takes max'),
    ],
    [
      'for eleven stars',
      field('rating', { validation: { max: 11 } }),
      only('validation.max', 'must be a whole number from 2 to 10'),
    ],
    [
      'for a limit of a number that is text',
      field('number', { validation: { max: '5' } }),
      only('validation.max', 'must be a number'),
    ],
    [
      'for half a choice',
      field('checklist', { options: ['a'], validation: { min: 0.5 } }),
      only('validation.min', 'must be a whole number of 0 or more'),
    ],
    ...Object.entries(times).map(
      ([type, such]) =>
        [
          `for a limit that is no ${type}`,
          field(type as 'date', { validation: { min: 'soon' } }),
          only('validation.min', `must be ${such}`),
        ] as const,
    ),
    [
      'for limits the wrong way round',
      field('number', { validation: { min: 3, max: 2 } }),
      only('validation.max', 'must be at least 3'),
    ],
    [
      'for days the wrong way round',
      field('date', { validation: { min: '2026-02-02', max: '2026-02-01' } }),
      only('validation.max', 'must be at least 2026-02-02'),
    ],
    [
      'for lengths the wrong way round',
      field('text', { validation: { min_length: 3, max_length: 2 } }),
      only('validation.max_length', 'must be at least 3'),
    ],
    [
      'for a default that is no value of its type',
      field('date', { default: '2026-02-30' }),
      only('default', 'must be a date such as 30 Nov 2026 (2026-11-30)'),
    ],
    [
      'for a default beyond its limits',
      field('number', { default: 4, validation: { max: 3 } }),
      only('default', 'must be a number of at most 3'),
    ],
    [
      'for a default of too many choices',
      field('checklist', { options: ['a', 'b', 'c'], default: ['a', 'b'], validation: { max: 1 } }),
      only('default', 'must fit the field: choose at most one'),
    ],
    [
      'for a default that is no option',
      field('select', { options: ['a', 'b'], default: 'c' }),
      only('default', 'must be one of a, b'),
    ],
    ...(['client', 'staff'] as const).map(
      (type) => [`for a ${type} by id`, field(type, { default: 7 }), only('default', 'must be a name')] as const,
    ),
    [
      'for more choices than it has options',
      field('multiselect', { options: ['a', 'b', ' a'], validation: { min: 3 } }),
      only('validation.min', 'must be at most 2, as many as there are options'),
    ],
    [
      'for no choice at the most',
      field('checklist', { options: ['a'], validation: { max: 0 } }),
      only('validation.max', 'must be a whole number of 1 or more'),
    ],
    [
      'for more characters than its type takes',
      field('phone', { validation: { min_length: 41 } }),
      only('validation.min_length', 'must be at most 40, the most that a field of type phone takes'),
    ],
    [
      'for a default where nothing is asked',
      field('paragraph', { default: 'x' }),
      only('default', 'must not be there: a field of type paragraph is not asked'),
    ],
  ] as const) {
    // biome-ignore format: one line a case
    test(circumstance, () => assert.deepEqual(errorsOf(sent), expected))
  }

  test('for a pattern that is none, with what a pattern can have', () => {
    const { 'steps.0.fields.0.validation.pattern': sentences } = errorsOf(
      field('text', { validation: { pattern: '(a' } }),
    )
    assert.match(
      sentences![0]!,
      /^steps\.0\.fields\.0\.validation\.pattern must be made of characters, ., \[a-z\], \\d/,
    )
    assert.deepEqual(errorsOf(field('text', { validation: { pattern: '[A-Z]{2}\\d{4}' } })), {})
  })

  test('for all that is wrong with it at once', () => {
    const wrong = field('rating', { options: ['a'], validation: { min: 1, max: 11, pattern: 'a' }, default: 'x' })
    assert.deepEqual(
      Object.keys(errorsOf(wrong)).map((path) => path.replace('steps.0.fields.0.', '')),
      ['options', 'validation.min', 'validation.pattern', 'validation.max', 'default'],
    )
  })
})

test('a least number of choices is no mistake while options are to come, and a person may be named', () => {
  assert.deepEqual(errorsOf(field('multiselect', { validation: { min: 3 } }), field('client', { default: 'Ana' })), {})
})

test('options, their defaults and the values of conditions are stored trimmed', () => {
  const options = [' a', 'b ']
  const sent = [
    field('select', { options, default: 'b ' }),
    field('checklist', { options, default: [' a', 'b'] }),
    field('text', { visible_when: { conditions: [{ field: 'x', operator: 'includes_any', value: [' a', ' '] }] } }),
  ]
  const built = buildSteps(oneStep(...sent))
  assert.deepEqual(built.errors, {})
  assert.deepEqual(
    built.steps[0]!.fields.slice(0, 2).map((each) => [each.options, each.default]),
    [[['a', 'b'], 'b'], [['a', 'b'], ['a', 'b']]], // biome-ignore format: one line
  )
  assert.deepEqual(built.steps[0]!.fields[2]!.visible_when!.conditions[0]!.value, ['a', ' '])
})

test('limits and defaults of times are stored in the format of answers', () => {
  const sent = field('datetime', { validation: { min: '2026-01-01T09:00' }, default: ' 2026-01-02T10:30 ' })
  const { validation, default: value } = buildSteps(oneStep(sent)).steps[0]!.fields[0]!
  assert.deepEqual([validation, value], [{ min: '2026-01-01 09:00:00' }, '2026-01-02 10:30:00'])
})

test('more than 200 fields in total are rejected, though no step has that many', () => {
  const fields = Array.from({ length: 101 }, () => ({ type: 'text' as const, label: 'L' }))
  const { errors } = buildSteps([{ title: 'A', fields }, { title: 'B', fields }]) // biome-ignore format: one line
  assert.deepEqual(errors, { steps: ['steps must have at most 200 fields in all.'] })
})
