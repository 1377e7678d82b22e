import { Temporal } from 'temporal-polyfill'
import { pad, readDay, twoDigits, writeDay } from './calendar.ts'

/**
 * Local times of an organisation: what its clocks show, as 'YYYY-MM-DD HH:MM:SS', and days as 'YYYY-MM-DD'. Inside,
 * a local time is counted in milliseconds as if it were UTC, so that adding to it is adding numbers.
 */
export const dayLength = 86_400_000

const dateShape = /^(?!0000)\d{4}-\d\d-\d\d$/
const localShape = /^(?!9999)[1-9]\d{3}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

/** A day of the calendar that PostgreSQL has. Times leave out the last year, so that a week later is four digits too. */
export const isDate = (text: string): boolean => dateShape.test(text) && isRealDay(text)
export const isLocalTime = (text: string): boolean => localShape.test(text) && isRealDay(dateOf(text))

/** A day or month too many is counted into the next one, and so is written otherwise. */
const isRealDay = (date: string): boolean => writeDay(readDay(date)) === date

/**
 * The instant of a local time, as text for PostgreSQL. A time that the clock shows twice is its first; one that it skips
 * moves forward by as much as the clock did, as Temporal's 'compatible' has it.
 */
export const instantOf = (local: string, zone: string): string => writeInstant(instantAt(readLocal(local), zone))

/** What the clock shows at an instant, given as ISO text or in milliseconds; parts of a second are left off. */
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
 * Goes through the stretches in order, from one that surely begins before: no offset reaches a day. The first that ends
 * after the time, by its own offset, has it; if it begins after the time too, the clock jumped over it.
 */
export function instantAt(wall: number, zone: string): number {
  let stretch = offsetPeriodAt(wall - dayLength, zone)
  for (;;) {
    if (wall - stretch.offset < stretch.to) return wall - stretch.offset
    const next = offsetPeriodAt(stretch.to, zone)
    if (wall - next.offset < next.from) return wall - stretch.offset
    stretch = next
  }
}

/** The last hours of 9999 are in the year 10000 west of Greenwich: PostgreSQL takes that without ISO's sign. */
export const writeInstant = (at: number): string => `${write(at, 'T')}Z`

function write(at: number, between: string): string {
  const day = Math.floor(at / dayLength)
  const seconds = Math.floor((at - day * dayLength) / 1000)
  const minutes = Math.floor(seconds / 60)
  return `${writeDay(day)}${between}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${pad(seconds % 60)}`
}

/** A stretch of time in which a zone's clocks keep one distance from UTC, in milliseconds; `to` is not part of it. */
export interface OffsetPeriod {
  from: number
  to: number
  offset: number
}

/** Stretches are remembered by shelves of some 400 days: a look-up then passes two or three of them, in any century. */
const blockMilliseconds = 2 ** 35
const blocksByZone = new Map<string, Map<number, OffsetPeriod[]>>()

/**
 * The stretch in which an instant lies. Temporal takes some 20 µs to find an offset, and a page of a roster needs
 * hundreds, so it is asked once for each zone and shelf; what it says never changes while a process runs.
 */
export function offsetPeriodAt(at: number, zone: string): OffsetPeriod {
  let shelves = blocksByZone.get(zone)
  if (shelves === undefined) {
    shelves = new Map()
    blocksByZone.set(zone, shelves)
  }
  const number = Math.floor(at / blockMilliseconds)
  let stretches = shelves.get(number)
  if (stretches === undefined) {
    stretches = readBlock(number, zone)
    shelves.set(number, stretches)
  }
  for (const stretch of stretches) if (at < stretch.to) return stretch
  throw new RangeError(`${at} is no instant in ${zone}.`)
}

/** A shelf's ends cut a stretch in two of the same offset, which does no harm. */
function readBlock(number: number, zone: string): OffsetPeriod[] {
  const end = (number + 1) * blockMilliseconds
  const stretches: OffsetPeriod[] = []
  let from = number * blockMilliseconds
  while (from < end) {
    const clock = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
    const to = Math.min(clock.getTimeZoneTransition('next')?.epochMilliseconds ?? end, end)
    stretches.push({ from, to, offset: clock.offsetNanoseconds / 1e6 })
    from = to
  }
  return stretches
}
