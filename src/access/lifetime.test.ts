import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDuration, parseExpiry } from './lifetime.ts'

const now = Date.parse('2026-11-15T00:00:00Z')
const iso = (text: string, zone = 'Australia/Sydney') => {
  const instant = parseExpiry(text, zone, now)
  return instant === undefined ? undefined : new Date(instant).toISOString()
}

test('a duration counts from now', () => {
  assert.equal(iso('90d'), '2027-02-13T00:00:00.000Z')
  assert.equal(iso('24h'), '2026-11-16T00:00:00.000Z')
  assert.equal(iso('10s'), '2026-11-15T00:00:10.000Z')
})

test('a day begins at midnight in the organisation’s zone, also where the clock skips midnight', () => {
  assert.equal(iso('2027-02-01'), '2027-01-31T13:00:00.000Z')
  assert.equal(iso('2027-07-01'), '2027-06-30T14:00:00.000Z')
  assert.equal(iso('2027-02-01', 'UTC'), '2027-02-01T00:00:00.000Z')
  assert.equal(iso('2018-11-04', 'America/Sao_Paulo'), '2018-11-04T03:00:00.000Z')
})

test('an instant is used unchanged', () => {
  assert.equal(iso('2027-02-01T10:00:00+11:00'), '2027-01-31T23:00:00.000Z')
  assert.equal(iso('2027-02-01T10:00:00Z'), '2027-02-01T10:00:00.000Z')
})

test('other texts are rejected', () => {
  for (const text of [
    '',
    '90',
    'd',
    '1y',
    '-1d',
    '1.5d',
    '2027-02-30',
    '2027-2-1',
    '2027-02-01T10:00:00',
    'tomorrow',
  ]) {
    assert.equal(iso(text), undefined, text)
  }
  assert.equal(parseDuration('90'), undefined)
})
