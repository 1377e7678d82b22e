import { Temporal } from 'temporal-polyfill'

/** A stretch of time in which a zone's clocks keep one distance from UTC, in milliseconds; `to` is not part of it. */
export interface Stretch {
  from: number
  to: number
  offset: number
}

/** Stretches are remembered by shelves of some 400 days: a look-up then passes two or three of them, in any century. */
const shelfWidth = 2 ** 35
const shelvesByZone = new Map<string, Map<number, Stretch[]>>()

/**
 * The stretch in which an instant lies. Temporal takes some 20 µs to find an offset, and a page of a roster needs
 * hundreds, so it is asked once for each zone and shelf; what it says never changes while a process runs.
 */
export function stretchAt(at: number, zone: string): Stretch {
  let shelves = shelvesByZone.get(zone)
  if (shelves === undefined) {
    shelves = new Map()
    shelvesByZone.set(zone, shelves)
  }
  const number = Math.floor(at / shelfWidth)
  let stretches = shelves.get(number)
  if (stretches === undefined) {
    stretches = readShelf(number, zone)
    shelves.set(number, stretches)
  }
  for (const stretch of stretches) if (at < stretch.to) return stretch
  throw new RangeError(`${at} is no instant in ${zone}.`)
}

/** A shelf's ends cut a stretch in two of the same offset, which does no harm. */
function readShelf(number: number, zone: string): Stretch[] {
  const end = (number + 1) * shelfWidth
  const stretches: Stretch[] = []
  let from = number * shelfWidth
  while (from < end) {
    const clock = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
    const to = Math.min(clock.getTimeZoneTransition('next')?.epochMilliseconds ?? end, end)
    stretches.push({ from, to, offset: clock.offsetNanoseconds / 1e6 })
    from = to
  }
  return stretches
}
