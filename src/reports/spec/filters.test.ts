import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Field, staffName } from '../catalogue/source.ts'
import { operatorsOf } from './available.ts'
import { checkFilters } from './filters.ts'
import type { Filters } from './spec.schema.ts'

const fields: Record<string, Field> = {
  text: { type: 'text', label: 'T', sql: '' },
  choice: { type: 'choice', label: 'C', sql: '', values: ['Active', 'Archived'] },
  open: { type: 'choice', label: 'O', sql: '', values: ['A'], nullable: true },
  flag: { type: 'boolean', label: 'F', sql: '' },
  number: { type: 'number', label: 'N', sql: '', ungrouped: true },
  record: { type: 'record', label: 'R', sql: '', name: staffName },
  date: { type: 'date', label: 'D', sql: '', kind: 'date' },
}
const checked = (filters: Filters) => {
  const problems: string[] = []
  const stored = checkFilters(filters, new Map(Object.entries(fields)), ['filters'], (path, rule) =>
    problems.push(`${path.join('.')} ${rule}`),
  )
  return { problems, stored }
}
const sentences = (filters: Filters): string[] => checked(filters).problems

test('each type of field has its operators', () => {
  const listed = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, operatorsOf(field).join(' ')]))
  assert.deepEqual(listed, {
    text: 'is is_not in not_in contains does_not_contain starts_with ends_with empty not_empty',
    choice: 'is is_not in not_in',
    open: 'is is_not in not_in empty not_empty',
    flag: 'is',
    number: 'is is_not more_than at_least less_than at_most between',
    record: 'is is_not in not_in',
    date: 'is on_or_after on_or_before between',
  })
})

const good: Filters[] = [
  {},
  { text: 'a', choice: 'Active', flag: false, number: 0, record: 7, date: '2026-11-30' },
  { text: ['a', 'b'], choice: ['Active'], record: [7, 'Ana Li'] },
  { text: { operator: 'empty' }, open: { operator: 'not_empty' } },
  { text: { operator: 'starts_with', value: ' ' }, number: { operator: 'between', value: [1, 1] } },
  {
    date: { operator: 'between', value: ['2026-01-01', '2026-01-02'] },
    record: { operator: 'not_in', value: ['A B'] },
  },
  { text: Array.from({ length: 100 }, (_, i) => `t${i}`) },
]
for (const filters of good) {
  test(`${JSON.stringify(filters).slice(0, 80)} are stored unchanged`, () => {
    const { problems, stored = {} } = checked(filters)
    assert.deepEqual([problems, stored], [[], filters])
  })
}

test('a choice is stored as declared and an id as a number, in the form of the filter', () => {
  const { problems, stored } = checked({
    choice: ['active', 'ARCHIVED'],
    open: { operator: 'is_not', value: 'a' },
    record: { operator: 'in', value: ['7', 'Ana Li', 8, '007'] },
    text: '7',
  })
  assert.deepEqual(problems, [])
  assert.deepEqual(stored, {
    choice: ['Active', 'Archived'],
    open: { operator: 'is_not', value: 'A' },
    record: { operator: 'in', value: [7, 'Ana Li', 8, 7] },
    text: '7',
  })
  assert.deepEqual(checked({ choice: 'active', record: '12' }).stored, { choice: 'Active', record: 12 })
})

test('valid filters are returned beside invalid ones', () => {
  assert.deepEqual(checked({ choice: 'x', record: 'Ana Li', other: 1 }).stored, { record: 'Ana Li' })
})

const bad: [filters: Filters, sentence: RegExp][] = [
  [{ choice: 'activ' }, /^filters\.choice must be one of Active, Archived$/],
  [{ choice: ['Active', 'x'] }, /^filters\.choice must be a list of 1 to 100 values, each one of Active, Archived$/],
  [{ choice: { operator: 'empty' } }, /^filters\.choice\.operator must be one of is, is_not, in, not_in$/],
  [{ choice: { operator: 'contains', value: 'A' } }, /^filters\.choice\.operator must be one of /],
  [{ text: '' }, /^filters\.text must be a text of 1 to 255 characters$/],
  [{ text: 5 }, /^filters\.text must be a text/],
  [{ text: 'x'.repeat(256) }, /^filters\.text must be a text/],
  [{ flag: 'true' }, /^filters\.flag must be true or false$/],
  [{ flag: [true] }, /^filters\.flag must not be a list; operators of it are is$/],
  [{ number: '5' }, /^filters\.number must be a number$/],
  [{ number: Number.POSITIVE_INFINITY }, /^filters\.number must be a number$/],
  [
    { number: { operator: 'between', value: [2, 1] } },
    /^filters\.number must be a list of two values, the lower one first, each a number$/,
  ],
  [{ record: 0 }, /^filters\.record must be an id or a full name$/],
  [{ record: '0' }, /^filters\.record must be an id or a full name$/],
  [{ record: '9007199254740993' }, /^filters\.record must be an id or a full name$/],
  [{ record: true }, /^filters\.record must be an id or a full name$/],
  [{ date: '2026-13-01' }, /^filters\.date must be a date such as 2026-11-30$/],
  [{ date: ['2026-01-01'] }, /^filters\.date must not be a list; operators of it are is, on_or_after, /],
  [
    { date: { operator: 'between', value: ['2026-02-01', '2026-01-01'] } },
    /^filters\.date must be a list of two values/,
  ],
]
for (const [filters, sentence] of bad) {
  test(`${JSON.stringify(filters).slice(0, 80)} are rejected`, () =>
    assert.match(sentences(filters)[0] ?? '', sentence))
}
