import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkValue, choicesHint } from './check.ts'
import { type Field, fieldTypes } from './form.ts'
import { clean } from './values.ts'

const fieldOf = (type: Field['type'], more: Partial<Field> = {}): Field => ({
  ...{ type, label: 'A', key: 'a', required: false },
  ...more,
})
const messageFor = (type: Field['type'], more: Partial<Field>, value: unknown) => {
  const field = fieldOf(type, more)
  return checkValue(field, clean(field, value))
}
const long = (length: number) => 'x'.repeat(length)
const right = undefined
const drawn = 'data:image/png;base64,'
const many = Array.from({ length: 25 }, (_, i) => `o${i + 1}`)

const cases: [
  type: Field['type'],
  more: Partial<Field>,
  ...judgements: [value: unknown, message: string | undefined][],
][] = [
  [
    'text',
    { required: true },
    ['  ', 'An answer is required.'],
    [0, 'Must be text.'],
    ['0', right],
    [[], 'An answer is required.'],
  ],
  [
    'text',
    {},
    [long(1000), right],
    [`  ${long(1000)}  `, right],
    [long(1001), 'Must be at most 1000 characters. There are 1001 now.'],
    [null, right],
  ],
  ['text', { validation: { max_length: 1 } }, ['😀', right], ['ab', 'Must be at most 1 character. There are 2 now.']],
  ['text', { validation: { min_length: 3 } }, [' ab ', 'Must be at least 3 characters.'], ['abc', right], ['', right]],
  ['text', { validation: { max_length: 9999 } }, [long(1001), 'Must be at most 1000 characters. There are 1001 now.']],
  ['text', { validation: { pattern: '\\d{4}' } }, ['2000', right], ['200', 'Must be in the expected form.']],
  [
    'text',
    { validation: { pattern: '\\d{4}' }, placeholder: ' 2000 ' },
    ['x', 'Must be in the expected form, such as 2000.'],
  ],
  ['text', { validation: { pattern: '\\d{4}' }, placeholder: 'Postcode' }, ['x', 'Must be in the expected form.']],
  ['text', { validation: { pattern: '(' } }, ['x', right]],
  ['textarea', {}, [long(10_000), right], [long(10_001), 'Must be at most 10000 characters. There are 10001 now.']],
  ['email', {}, ['a@b.co', right], ['a@b', 'Must be an email address such as ana@example.com.'], [' a@b.co ', right]],
  [
    'email',
    {},
    ...['a b@c.de', 'a@b@c.de', '@b.co', 'a@.co', 'a@b.'].map((one): [string, string] => [
      one,
      'Must be an email address such as ana@example.com.',
    ]),
  ],
  [
    'phone',
    {},
    ['+61 (2) 9999-9999', right],
    ['131114', right],
    ['12345', 'Must be a phone number of 6 to 15 digits.'],
  ],
  [
    'phone',
    {},
    ['1234567890123456', 'Must be a phone number of 6 to 15 digits.'],
    ['phone 123456', 'Must be a phone number of 6 to 15 digits.'],
  ],
  [
    'number',
    {},
    [-0, right],
    ['5', 'Must be a number.'],
    [Number.NaN, 'Must be a number.'],
    [1.5, right],
    [true, 'Must be a number.'],
  ],
  [
    'number',
    {},
    [1e16, 'Must be a number from -9007199254740991 to 9007199254740991.'],
    [Number.MAX_SAFE_INTEGER, right],
  ],
  [
    'number',
    { validation: { max: 3 } },
    [3, right],
    [3.1, 'Must be a number of at most 3.'],
    ['1', 'Must be a number of at most 3.'],
  ],
  [
    'number',
    { validation: { min: 1 } },
    [1, right],
    [0, 'Must be a number of at least 1.'],
    [Number.POSITIVE_INFINITY, 'Must be a number of at least 1.'],
  ],
  ['number', { validation: { min: 1, max: 3 } }, [2, right], [0, 'Must be a number from 1 to 3.']],
  ['number', { validation: { min: 1e17 } }, [1e17, right], [5, 'Must be a number of at least 100000000000000000.']],
  [
    'rating',
    {},
    [1, right],
    [5, right],
    [0, 'Must be a whole number from 1 to 5.'],
    [6, 'Must be a whole number from 1 to 5.'],
    [2.5, 'Must be a whole number from 1 to 5.'],
  ],
  ['rating', { validation: { max: 10 } }, [10, right], ['3', 'Must be a whole number from 1 to 10.']],
  [
    'date',
    {},
    ['2024-02-29', right],
    ['2026-02-29', 'Must be a date such as 30 Nov 2026 (2026-11-30).'],
    [20261130, 'Must be a date such as 30 Nov 2026 (2026-11-30).'],
  ],
  [
    'date',
    { validation: { min: '2026-01-01' } },
    ['2025-12-31', 'Must be a date no earlier than 1 Jan 2026.'],
    ['2026-01-01', right],
  ],
  [
    'time',
    { validation: { max: '09:00:00' } },
    ['09:00:00', right],
    ['09:00', right],
    ['09:01', 'Must be a time no later than 9:00 am.'],
    ['09:00:01', 'Must be a time such as 2:30 pm (14:30).'],
  ],
  [
    'datetime',
    { validation: { min: '2026-11-30T09:00', max: '2026-11-30 10:00' } },
    ['2026-11-30T09:00', right],
    ['2026-11-30 10:00:00', right],
  ],
  [
    'datetime',
    { validation: { min: '2026-11-30T09:00', max: '2026-11-30 10:00' } },
    ['2026-11-30T10:00:01', 'Must be a date and time from 30 Nov 2026, 9:00 am to 30 Nov 2026, 10:00 am.'],
  ],
  [
    'datetime',
    {},
    ['2026-11-30', 'Must be a date and time such as 30 Nov 2026, 2:30 pm (2026-11-30 14:30:00).'],
    ['2026-11-30T09:00Z', 'Must be a date and time such as 30 Nov 2026, 2:30 pm (2026-11-30 14:30:00).'],
  ],
  [
    'select',
    { options: ['a', 'b'] },
    ['a', right],
    ['A', 'Must be one of a, b.'],
    [['a'], 'Must be one of a, b.'],
    [' a', 'Must be one of a, b.'],
  ],
  ['select', { options: many }, ['x', `Must be one of ${many.slice(0, 20).join(', ')} or 5 more.`], ['o25', right]],
  ['radio', {}, ['a', 'Must be one of its options, and it has none.'], ['', right]],
  [
    'checklist',
    { options: ['a', 'b', 'c'] },
    [['a', 'c'], right],
    ['a', 'Must be a list of some of a, b, c.'],
    [['a', 1], 'Must be a list of some of a, b, c.'],
  ],
  [
    'checklist',
    { options: ['a', 'b', 'c'] },
    [['a', 'a'], 'Must not have the same choice twice.'],
    [['a', 'b', 'c', 'a'], 'Choose at most 3.'],
    [[], right],
  ],
  [
    'multiselect',
    { options: ['a', 'b', 'c'], validation: { min: 2 } },
    [['a'], 'Choose at least 2.'],
    [['a', 'b', 'c', 'a'], 'Choose 2 or 3.'],
    [['a', 'b'], right],
    [[], right],
  ],
  ['checklist', { options: ['a', 'b'], required: true }, [[], 'Choose at least one.'], [null, 'Choose at least one.']],
  ['checklist', { options: ['I agree'], required: true }, [[], 'Tick the box.'], [['I agree'], right]],
  [
    'multiselect',
    { options: ['a', 'b', 'c', 'd'], required: true, validation: { max: 2 } },
    [[], 'Choose 1 or 2.'],
    [['a', 'b', 'c'], 'Choose 1 or 2.'],
  ],
  [
    'multiselect',
    { options: ['a', 'b', 'c', 'd'], required: true, validation: { min: 1, max: 3 } },
    [undefined, 'Choose 1 to 3.'],
  ],
  ['multiselect', { options: ['a', 'b', 'c'], validation: { max: 1 } }, [['a', 'b'], 'Choose at most one.']],
  ['multiselect', { options: ['a', 'b', 'c'], validation: { min: 2, max: 2 } }, [['a'], 'Choose 2.']],
  [
    'yes_no',
    { required: true },
    [false, right],
    [true, right],
    ['yes', 'Must be true or false.'],
    [null, 'Choose yes or no.'],
  ],
  [
    'signature',
    {},
    ['Ana', right],
    [long(201), 'Must be at most 200 characters. There are 201 now.'],
    [5, 'Must be a signature: a name, or a drawing as a PNG data URL.'],
  ],
  [
    'signature',
    {},
    [`${drawn}iVBORw0KGgoAAAA=`, right],
    [`${drawn}AAA=`, 'Must be a drawing as a PNG data URL (data:image/png;base64,…).'],
    [`${drawn}iVBORw0KGgoA"A`, 'Must be a drawing as a PNG data URL (data:image/png;base64,…).'],
  ],
  ['signature', {}, [drawn + long(20_000), 'Must be a simpler drawing: at most 20000 characters as a PNG data URL.']],
  [
    'client',
    {},
    [1, right],
    ['Ana', right],
    [0, 'Must be a name or an id.'],
    [1.5, 'Must be a name or an id.'],
    [{ id: 1 }, 'Must be a name or an id.'],
  ],
  [
    'staff',
    {},
    [long(201), 'Must be at most 200 characters. There are 201 now.'],
    [2 ** 53, 'Must be a name or an id.'],
  ],
  ['heading', { required: false }, ['anything', right]],
]

test('each type accepts valid values, and its message for others says what is allowed', () => {
  for (const [type, more, ...judgements] of cases) {
    for (const [value, message] of judgements)
      assert.equal(messageFor(type, more, value), message, JSON.stringify({ type, more, value })?.slice(0, 300))
  }
  assert.deepEqual(new Set(cases.map(([type]) => type)).size, fieldTypes.length - 2, 'all but address and paragraph')
})

test('a field with a limit on its choices says it before an answer, and no other field does', () => {
  const options = ['a', 'b', 'c', 'd']
  const hintFor = (validation: object, more: Partial<Field> = {}) =>
    choicesHint(fieldOf('checklist', { options, validation, ...more }))
  assert.equal(hintFor({ max: 3 }), 'Choose at most 3.')
  assert.equal(hintFor({ max: 3 }, { required: true }), 'Choose 1 to 3.')
  assert.equal(hintFor({ min: 2 }), 'Choose at least 2.')
  assert.equal(hintFor({ min: 2, max: 2 }), 'Choose 2.')
  for (const validation of [{}, { min: 1 }, { max: 4 }, { max: 9 }]) {
    assert.equal(hintFor(validation), undefined, JSON.stringify(validation))
    assert.equal(hintFor(validation, { required: true }), undefined, JSON.stringify(validation))
  }
  assert.equal(choicesHint(fieldOf('radio', { options })), undefined)
})
