import { readDay } from '../time/calendar.ts'
import { dayLength, instantAt, localAt, localOf, readLocal, writeInstant, writeLocal } from '../time/local-time.ts'

/** The local start and end of every occurrence of a series, on the day of one of them. */
export interface LocalTimes {
  starts: string
  ends: string
}

export interface Times extends LocalTimes {
  starts_at: string
  ends_at: string
}

/**
 * The same local times on another day, with the end as many days after the start. A time that the clock skips on that day
 * moves forward. If the end is then not after the start (02:30 to 03:00 on a day without 02:30), the occurrence keeps its
 * length.
 */
export function timesOn(day: string, local: LocalTimes, zone: string): Times {
  const moved = localTimesOn(day, local)
  const start = instantAt(readLocal(moved.starts), zone)
  let end = instantAt(readLocal(moved.ends), zone)
  if (end <= start) end = instantAt(localAt(start, zone) + lengthOf(local, zone), zone)
  return {
    starts: localOf(start, zone),
    ends: localOf(end, zone),
    starts_at: writeInstant(start),
    ends_at: writeInstant(end),
  }
}

/** The same local times on another day, even if the clock skips them on that day. */
export function localTimesOn(day: string, { starts, ends }: LocalTimes): LocalTimes {
  const offset = (readDay(day) - readDay(starts)) * dayLength
  return { starts: writeLocal(readLocal(starts) + offset), ends: writeLocal(readLocal(ends) + offset) }
}

/** The length by the clock. If a skipped time makes that zero or negative, the real duration. */
function lengthOf({ starts, ends }: LocalTimes, zone: string): number {
  const byClock = readLocal(ends) - readLocal(starts)
  return byClock > 0 ? byClock : instantAt(readLocal(ends), zone) - instantAt(readLocal(starts), zone)
}
