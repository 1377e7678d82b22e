import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readableClock, readableDay, readableTime } from './readable.ts'

test('days and times are written for reading', () => {
  assert.equal(readableDay('2026-07-04'), '4 Jul 2026')
  for (const [time, text] of [
    ['00:05', '12:05 am'],
    ['09:00', '9:00 am'],
    ['11:59', '11:59 am'],
    ['12:00', '12:00 pm'],
    ['18:25', '6:25 pm'],
    ['18:25:00', '6:25 pm'],
    ['18:00:09', '6:00:09 pm'],
  ] as const)
    assert.equal(readableClock(time), text)
  assert.equal(readableTime('2026-11-18 18:25:00'), '18 Nov 2026, 6:25 pm')
})
