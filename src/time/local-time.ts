import { Temporal } from 'temporal-polyfill'
import { pad, readDay, twoDigits, writeDay } from './calendar.ts'

/**
 * Local times of an organisation, as 'YYYY-MM-DD HH:MM:SS', and days as 'YYYY-MM-DD'. Internally a local time is a
 * number of milliseconds as if it were UTC, so that adding to it is adding numbers.
 */
export const dayLength = 86_400_000

const dateShape = /^(?!0000)\d{4}-\d\d-\d\d$/
const localShape = /^(?!9999)[1-9]\d{3}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

/** A day that PostgreSQL accepts. Times exclude the year 9999, so that a week later has four digits too. */
export const isDate = (text: string): boolean => dateShape.test(text) && isRealDay(text)
export const isLocalTime = (text: string): boolean => localShape.test(text) && isRealDay(dateOf(text))

/** A day or month that is too large is counted into the next one, so it is formatted differently. */
const isRealDay = (date: string): boolean => writeDay(readDay(date)) === date

/**
 * The instant of a local time, as text for PostgreSQL. Of a time that occurs twice it is the first. A time that the
 * clock skips moves forward by the skipped amount, as with Temporal's 'compatible'.
 */
export const instantOf = (local: string, zone: string): string => writeInstant(instantAt(readLocal(local), zone))

/** The second instant of a local time that occurs twice; undefined for every other time. */
export function secondInstantOf(local: string, zone: string): string | undefined {
  const wall = readLocal(local)
  const first = instantAt(wall, zone)
  let period = offsetPeriodAt(first, zone)
  while (period.to < first + dayLength) {
    period = offsetPeriodAt(period.to, zone)
    const at = wall - period.offset
    if (at >= period.from && at < period.to) return writeInstant(at)
  }
  return undefined
}

/** The local time at an instant, which is ISO text or milliseconds. Fractions of a second are dropped. */
export function localOf(instant: string | number, zone: string): string {
  return writeLocal(localAt(typeof instant === 'number' ? instant : Date.parse(instant), zone))
}

export const todayIn = (now: number, zone: string): string => dateOf(localOf(now, zone))

export const dateOf = (local: string): string => local.slice(0, 10)
export const addDays = (date: string, days: number): string => writeDay(readDay(date) + days)
/** How many days `to` comes after `from`. */
export const daysBetween = (from: string, to: string): number => readDay(to) - readDay(from)

export const readLocal = (local: string): number =>
  readDay(local) * dayLength + ((twoDigits(local, 11) * 60 + twoDigits(local, 14)) * 60 + twoDigits(local, 17)) * 1000

export const writeLocal = (wall: number): string => write(wall, ' ')

export const localAt = (at: number, zone: string): number => at + offsetPeriodAt(at, zone).offset

/**
 * Goes through the offset periods in order, beginning a day earlier, since no offset is as large as a day. The first
 * period that ends after the time, by its own offset, contains it. If it also begins after the time, the clock skipped
 * it.
 */
export function instantAt(wall: number, zone: string): number {
  let period = offsetPeriodAt(wall - dayLength, zone)
  for (;;) {
    if (wall - period.offset < period.to) return wall - period.offset
    const next = offsetPeriodAt(period.to, zone)
    if (wall - next.offset < next.from) return wall - period.offset
    period = next
  }
}

/** West of Greenwich the last hours of 9999 are in the year 10000, which PostgreSQL accepts without ISO's sign. */
export const writeInstant = (at: number): string => `${write(at, 'T')}Z`

function write(at: number, between: string): string {
  const day = Math.floor(at / dayLength)
  const seconds = Math.floor((at - day * dayLength) / 1000)
  const minutes = Math.floor(seconds / 60)
  return `${writeDay(day)}${between}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${pad(seconds % 60)}`
}

/** A period in which a zone's offset from UTC does not change, in milliseconds; `to` is exclusive. */
export interface OffsetPeriod {
  from: number
  to: number
  offset: number
}

/** Periods are cached in blocks of about 400 days, so a lookup passes two or three of them in any century. */
const blockMilliseconds = 2 ** 35
const blocksByZone = new Map<string, Map<number, OffsetPeriod[]>>()

/**
 * The period that contains an instant. Temporal takes about 20 µs to find an offset, and a page of a roster needs
 * hundreds. So it is called once for each zone and block; offsets do not change while a process runs.
 */
export function offsetPeriodAt(at: number, zone: string): OffsetPeriod {
  let blocks = blocksByZone.get(zone)
  if (blocks === undefined) {
    blocks = new Map()
    blocksByZone.set(zone, blocks)
  }
  const number = Math.floor(at / blockMilliseconds)
  let periods = blocks.get(number)
  if (periods === undefined) {
    periods = readBlock(number, zone)
    blocks.set(number, periods)
  }
  for (const period of periods) if (at < period.to) return period
  throw new RangeError(`${at} is no instant in ${zone}.`)
}

/** The end of a block splits a period into two of the same offset, which is harmless. */
function readBlock(number: number, zone: string): OffsetPeriod[] {
  const end = (number + 1) * blockMilliseconds
  const periods: OffsetPeriod[] = []
  let from = number * blockMilliseconds
  while (from < end) {
    const clock = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
    const to = Math.min(clock.getTimeZoneTransition('next')?.epochMilliseconds ?? end, end)
    periods.push({ from, to, offset: clock.offsetNanoseconds / 1e6 })
    from = to
  }
  return periods
}
