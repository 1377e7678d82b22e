import { timesOn } from '../../src/recurrence/occurrence-times.ts'
import { nextAfter, type Rule } from '../../src/recurrence/recurrence.ts'
import { addDays, instantOf, localOf, todayIn } from '../../src/time/local-time.ts'
import { stamped } from '../dates.ts'
import { firstId } from '../examples/ids.ts'
import type { Person } from '../people/people.ts'
import type { Random } from '../random.ts'
import { cancellationOf, notesOf } from './happenings.ts'
import type { Pattern } from './patterns.ts'

const zone = 'Australia/Sydney'
const [weeksBack, weeksAhead, weeksPublished] = [41, 11, 3]
const minute = 60_000

/** The rows of a roster, with ids counted on from the first of each kind. */
export interface Roster {
  shift_series: object[]
  shifts: object[]
}

/**
 * A year of shifts around now. Most are past: clocked in and out, some cancelled or with notes. Then published shifts, then drafts.
 * The series continue after the last shift.
 */
export function makeRoster(random: Random, now: number, patterns: Pattern[]): Roster {
  const today = todayIn(now, zone)
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7))
  const [first, last] = [addDays(monday, -7 * weeksBack), addDays(monday, 7 * weeksAhead - 1)]
  const begun = createdAt(addDays(first, 74))
  const planned: { series: number; pattern: Pattern; times: Times }[] = []
  const shift_series = patterns.map((pattern, index) => {
    const rule: Rule = { every: pattern.every, unit: 'Week', on_days: [...pattern.days] }
    const id = index + 1
    const days = daysOf(rule, addDays(first, index % 2 && pattern.every === 2 ? 7 : 0), last, pattern)
    for (const day of days) planned.push({ series: id, pattern, times: timesOn(day, clockOn(day, pattern), zone) })
    return {
      id,
      recurrence: rule,
      starts_on: days[0]!,
      next_on: nextAfter(rule, days[0]!, days.at(-1)!)!,
      created_at: stamped(begun),
      updated_at: stamped(begun),
    }
  })
  planned.sort((a, b) => (a.times.starts_at < b.times.starts_at ? -1 : 1))
  const count = { appointment: firstId.appointment - 1, note: 0 }
  const shifts = planned.map((one, index) =>
    shiftOf(random, now, firstId.shift + index, one, count, { begun, draftsFrom: addDays(monday, 7 * weeksPublished) }),
  )
  return { shift_series, shifts }
}

type Times = ReturnType<typeof timesOn>

const unpriced = { price_code: null, claim_type: null }

/** Equal shares in millionths; the first gets the remainder. */
function sharesOf(clients: Person[]): object[] {
  const part = Math.floor(1e6 / clients.length)
  const first = 1e6 - part * (clients.length - 1)
  return clients.map(({ id: client_id }, index) => ({ client_id, share: (index === 0 ? first : part) / 1e6 }))
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

function daysOf(rule: Rule, from: string, last: string, { days }: Pattern): string[] {
  let day: string | undefined = from
  while (!(days as readonly string[]).includes(names[weekdayOf(day)]!)) day = addDays(day, 1)
  const startsOn = day
  const all: string[] = []
  for (; day !== undefined && day <= last; day = nextAfter(rule, startsOn, day)) all.push(day)
  return all
}

const clockOn = (day: string, { from, to }: Pattern) => ({
  starts: `${day} ${from}:00`,
  ends: `${to > from ? day : addDays(day, 1)} ${to}:00`,
})

/** A series creates its shifts twelve weeks ahead, in the morning. */
const createdAt = (day: string) => Date.parse(instantOf(`${addDays(day, -84)} 06:20:00`, zone))

function shiftOf(
  random: Random,
  now: number,
  id: number,
  { series, pattern, times }: { series: number; pattern: Pattern; times: Times },
  count: { appointment: number; note: number },
  { begun, draftsFrom }: { begun: number; draftsFrom: string },
): object {
  const { type, title, service, clients, site } = pattern
  const [start, end] = [Date.parse(times.starts_at), Date.parse(times.ends_at)]
  const isPast = end < now
  const created = Math.max(begun, createdAt(times.starts))
  const cancellation = type !== 'site' && random.chance(0.04) ? cancellationOf(random, start, { now, created }) : null
  const isOpen = !cancellation && start > now + 2 * 86_400_000 && random.chance(0.03)
  const staff = isOpen ? [] : pattern.staff
  const attendance = staff.map((person) => {
    const late = random.between(-6, 7) * minute
    const isIn = !cancellation && start + late < now
    const isOut = isIn && isPast
    const left = isOut ? Math.min(end + random.between(-5, 9) * minute, now) : null
    // Some forget to clock out. The office then enters the planned end.
    const isCorrected = isOut && id % 45 === 0
    return {
      staff_id: person.id,
      check_in: isIn ? localOf(start + late, zone) : null,
      check_out: left === null ? null : localOf(isCorrected ? end : left, zone),
      ...(isCorrected && { corrected: true }),
    }
  })
  const wasHere = isPast && !cancellation && staff.length > 0
  const pairs = clients.flatMap((client) =>
    (staff.length > 0 ? staff : [undefined]).map((person) => [client.id, person?.id ?? null]),
  )
  return {
    id,
    type,
    title,
    start: times.starts,
    end: times.ends,
    address: site ? site.address : type === 'single' ? clients[0]!.address : 'Meeting point: Parramatta office',
    client_ids: clients.map((client) => client.id),
    staff_ids: staff.map((person) => person.id),
    site_id: site?.id ?? null,
    series_id: series,
    is_draft: !cancellation && times.starts >= draftsFrom,
    deleted: false,
    services:
      staff.length > 0 ? staff.map((person) => ({ staff_id: person.id, service })) : [{ staff_id: null, service }],
    segments: [],
    appointments: pairs.map(([client_id, employee_id]) => ({ id: ++count.appointment, client_id, employee_id })),
    attendance,
    cancellation,
    funding: clients.map(({ id: client_id, client_type: funding_type }) => ({ client_id, funding_type, ...unpriced })),
    client_charge_split: type === 'single' ? [] : sharesOf(clients),
    notes: wasHere ? notesOf(random, pattern, id, count, end) : [],
    occurrence_on: times.starts.slice(0, 10),
    ...(isOpen && { edited_alone: true }),
    created_at: stamped(created),
    updated_at: cancellation ? cancellation.cancelled_at : stamped(isPast ? end : created),
  }
}
