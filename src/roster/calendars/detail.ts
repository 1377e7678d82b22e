import type { ShiftStatus } from '../shifts/moves.ts'
import type { CalendarEvent } from './icalendar.ts'

/** How much of a shift its event has. Calendars end up on private phones and servers of others, so names and addresses need `full`. */
export const details = ['busy', 'shift', 'full'] as const
export type Detail = (typeof details)[number]

export interface RosteredShift {
  id: number
  status: ShiftStatus
  title: string
  starts_at: string
  ends_at: string
  updated_at: string
  address: string | null
  /** The first names of its clients. */
  clients: string[] | null
  client_ids: number[] | null
}

/** The event of a shift. Its UID stays the same, so that programs update it. */
export function eventOf(shift: RosteredShift, detail: Detail, uidSuffix: string): CalendarEvent {
  const { id, status, starts_at, ends_at, updated_at } = shift
  const uid = `shift-${id}@${uidSuffix}`
  return { uid, starts_at, ends_at, updated_at, ...textsOf(shift, detail), isCancelled: status === 'cancelled' }
}

function textsOf(
  { title, status, address, clients }: RosteredShift,
  detail: Detail,
): Pick<CalendarEvent, 'summary' | 'location' | 'description'> {
  const isCancelled = status === 'cancelled'
  if (detail === 'busy') return { summary: isCancelled ? 'Cancelled' : 'Busy' }
  // Some programs show an event that is cancelled like any other.
  const summary = isCancelled ? `Cancelled: ${title}` : title
  const state = `Status: ${status}`
  if (detail === 'shift') return { summary, location: suburbOf(address ?? ''), description: state }
  const names = clients && clients.length > 0 ? `Clients: ${clients.join(', ')}\n` : ''
  return { summary, location: address ?? undefined, description: `${names}${state}` }
}

const stateAndPostcode = /\s(?:ACT|NSW|NT|QLD|SA|TAS|VIC|WA),?\s+\d{4}\s*$/i

/** The suburb of an address that ends in suburb, state and postcode. Of any other address nothing is known to be safe to show. */
export function suburbOf(address: string): string | undefined {
  const parts = address.slice(0, Math.max(0, address.search(stateAndPostcode))).split(',')
  const last = parts.length > 1 ? parts.at(-1)!.trim() : ''
  return last && !/\d/.test(last) ? last : undefined
}
