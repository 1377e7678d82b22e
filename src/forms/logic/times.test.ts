import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { timeOf } from '../../../test/oracles/forms.ts'
import { isDate, isDateTime, isTime } from './times.ts'

const digits = (n: number, length: number) => String(n).padStart(length, '0')
const year = fc.oneof(fc.constantFrom(0, 1, 1900, 2000, 2023, 2024, 2100, 9999), fc.nat(9999))
const date = fc
  .tuple(year, fc.nat(13), fc.nat(32))
  .map(([y, m, d]) => `${digits(y, 4)}-${digits(m, 2)}-${digits(d, 2)}`)
const minutes = fc.tuple(fc.nat(25), fc.nat(61)).map(([h, m]) => `${digits(h, 2)}:${digits(m, 2)}`)
const moment = fc.tuple(date, minutes, fc.nat(61)).map(([day, time, s]) => `${day} ${time}:${digits(s, 2)}`)
/** A text with a character inserted or replaced. */
const spoilt = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.nat(19), fc.nat(1), fc.constantFrom('', ' ', '\n', '-', '1', 'T', '٣', 'Z'))
    .map(([all, at, cut, put]) => `${all.slice(0, at)}${put}${all.slice(at + cut)}`)

const checks = { date: isDate, time: isTime, datetime: isDateTime }
for (const [type, texts] of Object.entries({ date, time: minutes, datetime: moment })) {
  test(`what is a ${type} is one for Temporal too, and what is none is none`, () =>
    fc.assert(
      fc.property(fc.oneof(texts, spoilt(texts)), (text) => {
        assert.equal(checks[type as keyof typeof checks](text), timeOf(type, text) !== undefined, text)
      }),
      { seed: 20261115, numRuns: 5000 },
    ))
}

test('every day of leap years and others is a date, and no day beside them', () => {
  for (const y of [1, 4, 100, 400, 1900, 2000, 2024, 2026, 2100, 9996, 9999]) {
    for (let m = 0; m <= 13; m++) {
      for (let d = 0; d <= 32; d++) {
        const text = `${digits(y, 4)}-${digits(m, 2)}-${digits(d, 2)}`
        assert.equal(isDate(text), timeOf('date', text) !== undefined, text)
      }
    }
  }
})

test('seconds are for dates with a time alone, and none of them is a leap second', () => {
  assert.ok(!isTime('09:00:00'))
  assert.ok(isDateTime('2026-11-30 23:59:59'))
  for (const text of ['2026-11-30 23:59:60', '2026-11-30 09:00', '2026-11-30T09:00:00', '2026-11-30 09:00:00.0', ''])
    assert.ok(!isDateTime(text), text)
})
