import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldErrors } from '../http/contract/field-errors.ts'
import { makeAjv } from '../http/contract/validation.ts'
import { monthWeekdays, Recurrence } from './recurrence.schema.ts'
import {
  describeRule,
  nextAfter,
  normalise,
  occurrences,
  type Rule,
  restOfRule,
  ruleErrors,
  shortenRule,
} from './recurrence.ts'

const first = (count: number, rule: Rule, startsOn: string): string[] => {
  const days: string[] = []
  for (const day of occurrences(rule, startsOn)) if (days.push(day) === count) break
  return days
}

const check = makeAjv().compile(Recurrence)
const schemaErrors = (body: object) =>
  check(body) ? {} : fieldErrors(check.errors as Parameters<typeof fieldErrors>[0])

test('every defaults to 1, and null counts as left out', () => {
  const body = { unit: 'Day' }
  assert.deepEqual(schemaErrors(body), {})
  assert.deepEqual(body, { every: 1, unit: 'Day' })
  const nulls = { every: null, on_days: null, month_on_day: null, month_on_the: null, ends_after: null, ends_on: null }
  assert.deepEqual(schemaErrors({ unit: 'Week', ...nulls }), {})
  assert.deepEqual(normalise({ unit: 'Week', ...nulls }), { every: 1, unit: 'Week' })
})

test('a value outside its range gives an error for its field, with the allowed values', () => {
  assert.deepEqual(schemaErrors({}), { unit: ['unit is required.'] })
  const errors = schemaErrors({
    every: 53,
    unit: 'Year',
    on_days: ['Mon', 'Mon'],
    month_on_day: 32,
    month_on_the: 'Fifth Monday',
    ends_after: 0,
    ends_on: '2026-02-30',
    until: 1,
  }) as Record<string, string[]>
  assert.deepEqual(errors.every, ['every must be from 1 to 52.'])
  assert.deepEqual(errors.unit, ['unit must be one of Day, Week, Month.'])
  assert.deepEqual(errors.on_days, ['on_days must not have an item twice.'])
  assert.deepEqual(errors.month_on_day, ['month_on_day must be from 1 to 31.'])
  assert.match(errors.month_on_the![0]!, /^month_on_the must be one of First Monday, .*, Last Sunday, null\.$/)
  assert.deepEqual(errors.ends_after, ['ends_after must be from 1 to 1000.'])
  assert.deepEqual(errors.ends_on, ['ends_on must be a date such as 2026-11-30.'])
  assert.match(errors.until![0]!, /is not supported/)
  assert.equal(monthWeekdays.length, 35)
  assert.deepEqual(schemaErrors({ unit: 'Week', on_days: [] }), { on_days: ['on_days must have 1 to 7 items.'] })
})

test('normalise sorts days by the week and fields by the schema', () => {
  const rule = normalise({
    ends_on: '2026-12-31',
    on_days: ['Sun', 'Wed', 'Mon'],
    unit: 'Week',
    every: 2,
    ends_after: null,
  })
  assert.equal(JSON.stringify(rule), '{"every":2,"unit":"Week","on_days":["Mon","Wed","Sun"],"ends_on":"2026-12-31"}')
})

test('fields that do not go together give an error each, with the allowed values', () => {
  const errors = (rule: Rule, prefix?: string) => ruleErrors(rule, '2026-11-16', prefix)
  assert.deepEqual(errors({ every: 1, unit: 'Day', on_days: ['Mon'], month_on_day: 1, month_on_the: 'First Monday' }), {
    'recurrence.on_days': ['recurrence.on_days is only supported with unit Week.'],
    'recurrence.month_on_day': ['recurrence.month_on_day is only supported with unit Month.'],
    'recurrence.month_on_the': ['recurrence.month_on_the is only supported with unit Month.'],
  })
  assert.deepEqual(errors({ every: 1, unit: 'Month' }), {
    'recurrence.month_on_day': ['recurrence.month_on_day or month_on_the is required with unit Month.'],
  })
  assert.deepEqual(errors({ every: 1, unit: 'Month', month_on_day: 1, month_on_the: 'First Monday' }), {
    'recurrence.month_on_the': [
      'recurrence.month_on_the must be left out where month_on_day is sent: unit Month takes exactly one of them.',
    ],
  })
  assert.deepEqual(errors({ every: 1, unit: 'Week', ends_after: 2, ends_on: '2026-12-31' }, 'tasks.0'), {
    'tasks.0.ends_on': ['tasks.0.ends_on must be left out where ends_after is sent: at most one of them is supported.'],
  })
  assert.deepEqual(errors({ every: 1, unit: 'Week', ends_on: '2026-11-15' }), {
    'recurrence.ends_on': ['recurrence.ends_on must be 2026-11-16 or later, the first date.'],
  })
  for (const rule of [
    { every: 1, unit: 'Week' },
    { every: 1, unit: 'Week', on_days: ['Mon'], ends_on: '2026-11-16' },
    { every: 1, unit: 'Month', month_on_day: 31, ends_after: 1 },
    { every: 1, unit: 'Month', month_on_the: 'Last Friday' },
  ] satisfies Rule[])
    assert.deepEqual(errors(rule), {})
})

test('unit Day counts from the first day, over the end of February in a leap year', () => {
  assert.deepEqual(first(3, { every: 2, unit: 'Day' }, '2028-02-27'), ['2028-02-27', '2028-02-29', '2028-03-02'])
})

test('unit Week without on_days repeats on the weekday of the first day', () => {
  assert.deepEqual(first(3, { every: 1, unit: 'Week' }, '2026-11-18'), ['2026-11-18', '2026-11-25', '2026-12-02'])
})

test('every second week counts from the Monday of the first week', () => {
  const rule: Rule = { every: 2, unit: 'Week', on_days: ['Mon', 'Sun'] }
  // 2026-11-18 is a Wednesday: its week still has a Sunday, and the next Monday is in a week that is left out.
  assert.deepEqual(first(4, rule, '2026-11-18'), ['2026-11-18', '2026-11-22', '2026-11-30', '2026-12-06'])
})

test('unit Month skips months without the day', () => {
  const rule: Rule = { every: 1, unit: 'Month', month_on_day: 31 }
  assert.deepEqual(first(4, rule, '2026-01-31'), ['2026-01-31', '2026-03-31', '2026-05-31', '2026-07-31'])
  const leapDay: Rule = { every: 12, unit: 'Month', month_on_day: 29 }
  assert.deepEqual(first(3, leapDay, '2096-02-29'), ['2096-02-29', '2104-02-29', '2108-02-29'])
})

test('Last Friday is the fourth or fifth; the first day counts even if it is no Friday', () => {
  const rule: Rule = { every: 1, unit: 'Month', month_on_the: 'Last Friday', ends_after: 4 }
  assert.deepEqual(first(9, rule, '2026-01-15'), ['2026-01-15', '2026-01-30', '2026-02-27', '2026-03-27'])
  const fourth: Rule = { every: 1, unit: 'Month', month_on_the: 'Fourth Friday' }
  assert.deepEqual(first(2, fourth, '2026-01-23'), ['2026-01-23', '2026-02-27'])
})

test('ends_on is the last possible day; ends_after 1 is the first day alone', () => {
  const until = (ends_on: string) => first(9, { every: 1, unit: 'Week', ends_on }, '2026-11-16')
  assert.deepEqual(until('2026-11-30'), ['2026-11-16', '2026-11-23', '2026-11-30'])
  assert.deepEqual(until('2026-11-29'), ['2026-11-16', '2026-11-23'])
  assert.deepEqual(until('2026-11-15'), [])
  assert.deepEqual(first(9, { every: 1, unit: 'Day', ends_after: 1 }, '2026-11-16'), ['2026-11-16'])
})

test('nextAfter works before, on and after an occurrence, and centuries after the first', () => {
  const rule: Rule = { every: 1, unit: 'Month', month_on_the: 'First Monday' }
  const next = (day: string) => nextAfter(rule, '2026-11-02', day)
  assert.equal(next('2020-01-01'), '2026-11-02')
  assert.equal(next('2026-11-01'), '2026-11-02')
  assert.equal(next('2026-11-02'), '2026-12-07')
  assert.equal(next('2526-11-30'), '2526-12-02')
  assert.equal(nextAfter({ ...rule, ends_after: 3 }, '2026-11-02', '2026-12-07'), '2027-01-04')
  assert.equal(nextAfter({ ...rule, ends_after: 3 }, '2026-11-02', '2027-01-04'), undefined)
})

test('a rule without any further day ends', () => {
  const rule: Rule = { every: 12, unit: 'Month', month_on_day: 31 }
  assert.equal(nextAfter(rule, '2026-02-10', '2026-02-10'), undefined)
  assert.deepEqual(first(9, { ...rule, ends_after: 5 }, '2026-02-10'), ['2026-02-10'])
  assert.deepEqual(first(9, { every: 1, unit: 'Month', month_on_day: 31 }, '9999-10-31'), ['9999-10-31', '9999-12-31'])
  assert.equal(nextAfter({ every: 1, unit: 'Day' }, '2026-01-01', '9999-12-31'), undefined)
})

test('shorten ends a rule by date and never makes it longer', () => {
  const rule: Rule = { every: 1, unit: 'Day', ends_after: 3 }
  assert.deepEqual(shortenRule(rule, '2026-11-16', '2026-11-17'), { every: 1, unit: 'Day', ends_on: '2026-11-17' })
  assert.deepEqual(shortenRule(rule, '2026-11-16', '2027-11-17'), { every: 1, unit: 'Day', ends_on: '2026-11-18' })
  const dated: Rule = { every: 1, unit: 'Day', ends_on: '2026-11-18' }
  assert.deepEqual(shortenRule(dated, '2026-11-16', '2027-11-17'), dated)
})

test('the rest of a series has its weekday and the rest of its count', () => {
  assert.deepEqual(restOfRule({ every: 2, unit: 'Week', ends_after: 5 }, '2026-11-18', '2026-12-16'), {
    every: 2,
    unit: 'Week',
    on_days: ['Wed'],
    ends_after: 3,
  })
  const dated: Rule = { every: 1, unit: 'Month', month_on_day: 5, ends_on: '2027-11-18' }
  assert.deepEqual(restOfRule(dated, '2026-11-18', '2026-12-05'), dated)
})

test('describeRule writes a rule as plain text', () => {
  for (const [text, rule] of [
    ['every day', { every: 1, unit: 'Day' }],
    ['every 3 days once', { every: 3, unit: 'Day', ends_after: 1 }],
    [
      'every 2 weeks on Mon and Wed until 2026-12-31',
      { every: 2, unit: 'Week', on_days: ['Mon', 'Wed'], ends_on: '2026-12-31' },
    ],
    ['every week on Mon, Tue and Sun', { every: 1, unit: 'Week', on_days: ['Mon', 'Tue', 'Sun'] }],
    ['every month on day 31 10 times', { every: 1, unit: 'Month', month_on_day: 31, ends_after: 10 }],
    ['every 6 months on the last Friday', { every: 6, unit: 'Month', month_on_the: 'Last Friday' }],
  ] satisfies [string, Rule][])
    assert.equal(describeRule(rule), text)
})
