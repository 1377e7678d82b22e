import fc from 'fast-check'
import { addDays } from '../../src/time/local-time.ts'

/** Every time zone of Australia, including Lord Howe with its half hour of daylight saving. */
export const australianZones = [
  'Australia/Sydney',
  'Australia/Melbourne',
  'Australia/Canberra',
  'Australia/Hobart',
  'Australia/Adelaide',
  'Australia/Broken_Hill',
  'Australia/Darwin',
  'Australia/Brisbane',
  'Australia/Lindeman',
  'Australia/Perth',
  'Australia/Eucla',
  'Australia/Lord_Howe',
]

/** Time zones with other clock changes (at midnight, by a whole day, during Ramadan, never) or large offsets. */
export const otherZones = [
  'UTC',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Europe/Dublin',
  'Europe/London',
  'Africa/Casablanca',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Asia/Beirut',
]

const pad = (n: number) => String(n).padStart(2, '0')
const clockTime = (seconds: number) =>
  `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`

/** Clock times, many of them in the hours of clock changes. */
export const clockTimes = fc
  .oneof(
    fc.integer({ min: 0, max: 86_399 }),
    fc.integer({ min: 0, max: 16 }).map((n) => n * 900),
    fc.integer({ min: 3600, max: 4 * 3600 }),
  )
  .map(clockTime)

export const daysFrom = (first: string, count: number) =>
  fc.integer({ min: 0, max: count - 1 }).map((n) => addDays(first, n))

/** Days of clock changes in Australia, their neighbours, and the day that Samoa skipped. */
export const clockChangeDays = fc
  .tuple(
    fc.constantFrom('2025-10-05', '2026-04-05', '2026-10-04', '2027-04-04', '2027-10-03', '2011-12-30'),
    fc.integer({ min: -1, max: 1 }),
  )
  .map(([day, beside]) => addDays(day, beside))
