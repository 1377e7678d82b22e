import type { Weekday } from '../../src/recurrence/recurrence.schema.ts'
import type { House } from '../people/houses.ts'
import type { Person } from '../people/people.ts'
import type { Random } from '../random.ts'

/** A repeating shift of the demo's roster; each is one series. */
export interface Pattern {
  type: 'single' | 'group' | 'site'
  title: string
  /** Clock times; an end that is not after the start is on the next day. */
  from: string
  to: string
  every: number
  days: readonly Weekday[]
  clients: Person[]
  staff: Person[]
  service: string
  site?: House
}

const week = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const visits = [
  { title: 'Morning visit', service: 'Personal care', from: '07:30', to: '09:00', days: ['Mon', 'Wed', 'Fri'] },
  { title: 'Morning visit', service: 'Personal care', from: '07:30', to: '09:30', days: ['Tue', 'Thu'] },
  { title: 'Home help', service: 'Domestic assistance', from: '10:00', to: '12:00', days: ['Tue'] },
  { title: 'Shopping and appointments', service: 'Community access', from: '13:00', to: '15:30', days: ['Wed'] },
  { title: 'Evening visit', service: 'Meal preparation', from: '17:00', to: '18:30', days: ['Mon', 'Wed', 'Fri'] },
  { title: 'Evening visit', service: 'Medication prompt', from: '19:15', to: '20:00', days: ['Tue', 'Thu'] },
] as const

/** Each visiting carer has the same six visits a week, and each visit is for the same client all year. */
export function visitPatterns(random: Random, carers: Person[], clients: Person[]): Pattern[] {
  let next = 0
  return carers.flatMap((carer) =>
    visits
      .filter(() => random.chance(0.8))
      .map(
        (visit) =>
          ({
            ...visit,
            type: 'single',
            every: 1,
            clients: [clients[next++ % clients.length]!],
            staff: [carer],
          }) as const,
      ),
  )
}

/** Group outings on every second Saturday. */
export const outingPatterns = (groups: { title: string; clients: Person[]; staff: Person[] }[]): Pattern[] =>
  groups.map(({ title, clients, staff }, index) => ({
    type: 'group',
    title,
    service: 'Group activity',
    from: index % 2 ? '09:30' : '10:00',
    to: '15:00',
    every: 2,
    days: ['Sat'],
    clients,
    staff,
  }))

/** A house always has staff: two shifts by day, one at night. */
export function housePatterns(house: House): Pattern[] {
  const [early, late, night, weekendEarly, weekendLate, weekendNight] = house.staff as [Person, ...Person[]]
  const shift = (
    title: string,
    service: string,
    from: string,
    to: string,
    who: Person,
    days: readonly Weekday[],
  ): Pattern => ({
    type: 'site',
    title,
    service,
    from,
    to,
    every: 1,
    days,
    clients: house.residents,
    staff: [who],
    site: house,
  })
  const [workdays, weekend] = [week.slice(0, 5), week.slice(5)]
  return [
    shift('Day shift', 'Daily living', '07:00', '15:00', early, workdays),
    shift('Afternoon shift', 'Daily living', '15:00', '22:00', late!, workdays),
    shift('Sleepover', 'Overnight support', '22:00', '07:00', night!, workdays),
    shift('Day shift', 'Daily living', '07:00', '15:00', weekendEarly!, weekend),
    shift('Afternoon shift', 'Daily living', '15:00', '22:00', weekendLate!, weekend),
    shift('Sleepover', 'Overnight support', '22:00', '07:00', weekendNight!, weekend),
  ]
}
