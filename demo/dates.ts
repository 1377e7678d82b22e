import { addDays, dateOf, instantOf, localOf, readLocal, writeLocal } from '../src/time/local-time.ts'
import type { Random } from './random.ts'

/** The demo's two years are fixed, so that the data is the same every time. */
const first = Date.UTC(2024, 10, 18)
const days = 720 // up to 8 November 2026
const day = 86_400_000

/** created_at at `share` of the two years, and updated_at after it or equal. */
export function stamps(random: Random, share: number, isChanged: boolean): { created_at: string; updated_at: string } {
  const created_at = workday(random, share)
  const changed = workday(random, share + random.next() * (1 - share))
  const never = !isChanged && random.chance(0.35)
  if (changed > created_at) return { created_at, updated_at: never ? created_at : changed }
  // Both are on the same day in reverse order.
  return isChanged ? { created_at: changed, updated_at: created_at } : { created_at, updated_at: created_at }
}

function workday(random: Random, share: number): string {
  let at = first + Math.floor(share * days) * day
  while ([0, 6].includes(new Date(at).getUTCDay())) at -= day
  // From midnight to 06:00 UTC it is daytime in Sydney, in summer and in winter.
  const second = random.between(0, 6 * 3600 - 1)
  const microseconds = String(random.between(0, 999_999)).padStart(6, '0')
  return `${new Date(at + second * 1000).toISOString().slice(0, 19)}.${microseconds}Z`
}

/** An instant in the form of created_at and updated_at. */
export const stamped = (at: number) => new Date(at).toISOString().replace('Z', '000Z')

const zone = 'Australia/Sydney'
const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()
const isWorkday = (date: string) => weekdayOf(date) % 6 !== 0

/** The date if it is a workday, or the nearest workday. */
export const nearestWorkday = (date: string): string =>
  isWorkday(date) ? date : addDays(date, weekdayOf(date) === 0 ? 1 : -1)

export function nextWorkday(date: string): string {
  const next = addDays(date, 1)
  return isWorkday(next) ? next : nextWorkday(next)
}

/**
 * The last office time that is not after an instant. The 24 hours of a day are mapped to the hours from 8:30 to 16:00, so that what
 * follows within an hour and a half is on the same day.
 */
export function officeTime(at: number): number {
  const local = localOf(at, zone)
  const midnight = readLocal(`${dateOf(local)} 00:00:00`)
  const share = (readLocal(local) - midnight) / day
  for (let n = 0; ; n++) {
    const time = writeLocal(midnight - n * day + (8.5 + 7.5 * share) * 3_600_000)
    if (time <= local && isWorkday(dateOf(time))) return Date.parse(instantOf(time, zone))
  }
}
