import fc from 'fast-check'
import {
  type Field,
  type FieldType,
  fieldTypes,
  type Kind,
  kinds,
  type Validation,
} from '../../../src/forms/logic/form.ts'

/** Values that are often equal, and some that are easily confused. */
const words = [
  '',
  ' ',
  'a',
  'A',
  ' a ',
  'ab',
  'Abc',
  'b',
  'Straße',
  'STRASSE',
  'İ',
  'i̇',
  'ΟΔΟΣ',
  'οδος',
  'ΟΔΟΣΑ',
  '12',
  '0',
  'true',
]
const dates = ['2026-11-30', '2026-12-01', ' 2026-11-30 ', '2026-02-29', '2024-02-29', '0000-01-01', '2026-1-1']
const times = ['09:00', '09:00:00', '09:00:30', '9:00', '24:00', '23:59', ' 10:15']
const moments = [
  '2026-11-30T09:00',
  '2026-11-30 09:00',
  '2026-11-30T09:00:00',
  '2026-11-30 09:00:01',
  '2026-11-30T09:00Z',
]
const numbers = [0, -0, 1, 1.5, 2, 3, 5, 6, 10, -1, 1e21, Number.MAX_SAFE_INTEGER, Number.NaN, Number.POSITIVE_INFINITY]
const contacts = [
  'ana@example.com',
  'ana@',
  '0400 000 000',
  '+61 (2) 9999-9999',
  '12345',
  'data:image/png;base64,iVBORw0KGgoAAAAA',
]
const lists = [[], ['a'], ['A'], ['a', 'b'], ['b', 'a'], ['a', 'a'], ['c'], ['a', 1], [null], [['a']], [' a ']]
const others = [undefined, null, true, false, {}, { id: 1 }]

/** Any answer, valid or not. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...words, ...dates, ...times, ...moments, ...contacts),
  fc.constantFrom<unknown>(...numbers, ...lists, ...others),
)
export const everyValue: readonly unknown[] = [
  ...[...words, ...dates, ...times, ...moments, ...contacts],
  ...[...numbers, ...lists, ...others],
]

const likely: Record<Kind, readonly unknown[]> = {
  text: ['a', ' a ', 'abc', 'ana@example.com', '0400 000 000'],
  number: [0, 1, 2, 3, 5],
  time: ['2026-11-30', '09:00', '2026-11-30T09:00'],
  choice: ['a', 'b', 'A'],
  choices: [['a'], ['a', 'b'], ['A']],
  flag: [true, false],
  signature: ['Ana', 'data:image/png;base64,iVBORw0KGgoAAAAA'],
  person: [1, 'Ana'],
  none: ['a'],
}

/** Mostly valid values of the type. */
export const valueFor = ({ type }: Pick<Field, 'type'>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...likely[kinds[type]]) }, { weight: 1, arbitrary: anyValue })

export const fieldType: fc.Arbitrary<FieldType> = fc.constantFrom(...fieldTypes)

const limitsOf: Partial<Record<Kind, readonly Validation[]>> = {
  text: [{ min_length: 2 }, { max_length: 3 }, { pattern: '[a-z]+' }, { min_length: 1, max_length: 20, pattern: '.*' }],
  number: [{ max: 3 }, { min: 1, max: 5 }, { min: 2 }],
  choices: [{ min: 2 }, { max: 1 }, { min: 1, max: 2 }],
}
const timeLimits: Partial<Record<FieldType, readonly Validation[]>> = {
  date: [{ min: '2026-12-01' }, { min: '2026-01-01', max: '2026-11-30' }],
  time: [{ min: '09:00:00' }, { max: '09:00' }],
  datetime: [{ min: '2026-11-30T09:00' }, { max: '2026-11-30 09:00:00' }],
}

export const validationFor = (type: FieldType): fc.Arbitrary<Validation | undefined> => {
  const some = timeLimits[type] ?? limitsOf[kinds[type]] ?? []
  if (type === 'rating') return fc.constantFrom(undefined, { max: 3 }, { max: 10 })
  // No email address shorter than the minimum.
  const isShort = ({ max_length: most = 100, pattern = '' }: Validation) => most < 20 || pattern === '[a-z]+'
  const isLong = type === 'email' || type === 'phone'
  return fc.constantFrom(undefined, ...some.filter((one) => !isLong || !isShort(one)))
}
