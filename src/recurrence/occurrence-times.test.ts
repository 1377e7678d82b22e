import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { australianZones, clockChangeDays, clockTimes, daysFrom } from '../../test/factories/zones.ts'
import { addDays, daysBetween } from '../time/local-time.ts'
import { timesOn } from './occurrence-times.ts'

const seed = Number(process.env.WATTLE_FUZZ_SEED ?? 20261115)
const sydney = 'Australia/Sydney'
const localTimes = (starts: string, ends: string) => ({ starts: `2026-11-16 ${starts}`, ends: `2026-11-16 ${ends}` })

test('a night shift ends on the next day, over the end of a month', () => {
  const night = { starts: '2026-11-16 22:00:00', ends: '2026-11-17 06:00:00' }
  assert.deepEqual(timesOn('2026-11-30', night, sydney), {
    starts: '2026-11-30 22:00:00',
    ends: '2026-12-01 06:00:00',
    starts_at: '2026-11-30T11:00:00Z',
    ends_at: '2026-11-30T19:00:00Z',
  })
})

test('a night shift is an hour shorter when the clock goes forward and longer when it goes back', () => {
  const night = { starts: '2026-11-16 22:00:00', ends: '2026-11-17 06:00:00' }
  const hours = (day: string) => {
    const { starts_at, ends_at } = timesOn(day, night, sydney)
    return (Date.parse(ends_at) - Date.parse(starts_at)) / 3_600_000
  }
  assert.deepEqual([hours('2026-10-02'), hours('2026-10-03'), hours('2027-04-03')], [8, 7, 9])
})

test('a time that the clock skips moves forward', () => {
  assert.deepEqual(timesOn('2026-10-04', localTimes('02:30:00', '08:00:00'), sydney), {
    starts: '2026-10-04 03:30:00',
    ends: '2026-10-04 08:00:00',
    starts_at: '2026-10-03T16:30:00Z',
    ends_at: '2026-10-03T21:00:00Z',
  })
})

test('an end before a moved start follows it by the usual length', () => {
  const { starts, ends } = timesOn('2026-10-04', localTimes('02:30:00', '03:00:00'), sydney)
  assert.deepEqual([starts, ends], ['2026-10-04 03:30:00', '2026-10-04 04:00:00'])
})

test('times whose end was skipped on their own day keep their real length on other days', () => {
  const skipped = { starts: '2026-10-04 03:00:00', ends: '2026-10-04 02:30:00' }
  const { starts, ends } = timesOn('2026-10-05', skipped, sydney)
  assert.deepEqual([starts, ends], ['2026-10-05 03:00:00', '2026-10-05 03:30:00'])
})

test('a time that the clock shows twice is the first of the two', () => {
  const { starts_at, ends_at } = timesOn('2027-04-04', localTimes('02:15:00', '02:45:00'), sydney)
  assert.deepEqual([starts_at, ends_at], ['2027-04-03T15:15:00Z', '2027-04-03T15:45:00Z'])
})

test('in every timezone of Australia the local times stay and the length agrees with Temporal', () => {
  const days = fc.oneof({ arbitrary: clockChangeDays, weight: 3 }, daysFrom('2026-01-01', 800))
  const localTimePairs = fc
    .tuple(daysFrom('2026-05-01', 60), clockTimes, fc.integer({ min: 0, max: 3 }), clockTimes)
    .map(([day, from, later, to]) => ({ starts: `${day} ${from}`, ends: `${addDays(day, later)} ${to}` }))
    .filter(({ starts, ends }) => ends > starts)
  fc.assert(
    fc.property(days, localTimePairs, fc.constantFrom(...australianZones), (day, times, zone) => {
      const result = timesOn(day, times, zone)
      const start = zoned(day, times.starts.slice(11), zone)
      const lastDay = addDays(day, daysBetween(times.starts.slice(0, 10), times.ends.slice(0, 10)))
      let end = zoned(lastDay, times.ends.slice(11), zone)
      if (Temporal.ZonedDateTime.compare(end, start) <= 0) {
        const length = Temporal.PlainDateTime.from(times.starts).until(times.ends, { largestUnit: 'seconds' })
        end = start.toPlainDateTime().add(length).toZonedDateTime(zone)
      }
      assert.deepEqual(result, {
        starts: clockText(start),
        ends: clockText(end),
        starts_at: start.toInstant().toString(),
        ends_at: end.toInstant().toString(),
      })
      assert.ok(result.ends_at > result.starts_at)
      if (!isSkipped(day, times.starts.slice(11), zone)) assert.equal(result.starts, `${day} ${times.starts.slice(11)}`)
      const seconds = start.until(end, { largestUnit: 'seconds' }).seconds
      assert.equal((Date.parse(result.ends_at) - Date.parse(result.starts_at)) / 1000, seconds)
    }),
    { seed, numRuns: 2500 },
  )
})

const zoned = (day: string, clock: string, zone: string) =>
  Temporal.ZonedDateTime.from(`${day}T${clock}[${zone}]`, { disambiguation: 'compatible' })
const clockText = (at: Temporal.ZonedDateTime) =>
  at.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')

function isSkipped(day: string, clock: string, zone: string): boolean {
  const local = Temporal.PlainDateTime.from(`${day}T${clock}`)
  return !local.equals(local.toZonedDateTime(zone).toPlainDateTime())
}
