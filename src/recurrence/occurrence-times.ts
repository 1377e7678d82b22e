import { readDay } from '../time/calendar.ts'
import { dayLength, instantAt, localAt, localOf, readLocal, writeInstant, writeLocal } from '../time/local-time.ts'

/** The local times that every occurrence of a series has, on the day of one of them. */
export interface LocalTimes {
  starts: string
  ends: string
}

export interface Times extends LocalTimes {
  starts_at: string
  ends_at: string
}

/**
 * A model's times on another day: the clock shows the same, and the end is as many days after the start. A time that
 * the clock skips on that day moves forward, and is told as the clock then shows it. Where that leaves nothing between
 * start and end (02:30 to 03:00 on a day without 02:30), the end follows the start by the model's length.
 */
export function placeOn(day: string, model: LocalTimes, zone: string): Times {
  const asked = clockOn(day, model)
  const start = instantAt(readLocal(asked.starts), zone)
  let end = instantAt(readLocal(asked.ends), zone)
  if (end <= start) end = instantAt(localAt(start, zone) + lengthOf(model, zone), zone)
  return {
    starts: localOf(start, zone),
    ends: localOf(end, zone),
    starts_at: writeInstant(start),
    ends_at: writeInstant(end),
  }
}

/** A model's times on another day as they are asked for, whether or not the clock shows them then. */
export function clockOn(day: string, { starts, ends }: LocalTimes): LocalTimes {
  const moved = (readDay(day) - readDay(starts)) * dayLength
  return { starts: writeLocal(readLocal(starts) + moved), ends: writeLocal(readLocal(ends) + moved) }
}

/** By the clock; a model that ends before it starts by the clock, because its end was skipped, is as long as it lasted. */
function lengthOf({ starts, ends }: LocalTimes, zone: string): number {
  const byClock = readLocal(ends) - readLocal(starts)
  return byClock > 0 ? byClock : instantAt(readLocal(ends), zone) - instantAt(readLocal(starts), zone)
}
