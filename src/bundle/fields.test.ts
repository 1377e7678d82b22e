import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInstant } from './fields.ts'

test('accepts calendar days with Z or an offset, to the microsecond', () => {
  for (const text of [
    '2026-11-02T09:30:00Z',
    '2024-02-29T23:59:59.999999Z',
    '2026-11-02T09:30:00.1+11:00',
    '2026-11-02T09:30:00-0930',
    '1000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999Z',
  ]) {
    assert.ok(isInstant(text), text)
  }
})

test('rejects what PostgreSQL would reject, round, or move', () => {
  for (const text of [
    '2026-11-02',
    '2026-11-02 09:30:00Z',
    '2026-11-02T09:30:00',
    '2026-11-02T09:30Z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-11-02T24:00:00Z',
    '2026-11-02T23:59:60Z',
    '2026-11-02T09:30:00.1234567Z',
    '2026-11-02T09:30:00+16:00',
    '2026-11-02T09:30:00+10:60',
    '0000-01-01T00:00:00Z',
    '1000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '+12026-11-02T09:30:00Z',
    'infinity',
    '',
  ]) {
    assert.ok(!isInstant(text), text)
  }
})
