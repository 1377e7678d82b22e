import { dayWindow } from '../db/day-window.ts'
import { listing } from '../db/listing.ts'
import type { PageNumber } from '../db/page.ts'
import { asJson } from '../db/shape.ts'
import type { Queryable } from '../db/statement.ts'
import { dayNumber } from '../http/dates.ts'
import type { Appointment } from './appointments.schema.ts'

const table = 'appointment'
const shape = asJson<Appointment>()

/** All, or those updated lately. The latter are few as a rule, and a window on top of it only sorts some of them out. */
const every = listing({
  name: 'appointments.list',
  table,
  shape,
  tally: { list: 'roster.appointment' },
  filters: {
    updated_since: { since: 'updated_at' },
    from: { sql: 'end_day >= ?', beside: 'updated_since' },
    to: { sql: 'start_day <= ?', beside: 'updated_since' },
  },
})

const window = dayWindow({ name: 'appointments.window', table, shape, list: 'roster.appointment' })

/** All that a date can name. */
const [firstDay, lastDay] = [dayNumber('0000-01-01'), dayNumber('9999-12-31')]

interface Wanted {
  updated_since: string | undefined
  /** Numbers of days. */
  from: number | undefined
  to: number | undefined
}

/** A window of days is read by day; only beside `updated_since` it is a filter like others. */
export function list(db: Queryable, orgId: number, query: PageNumber, wanted: Wanted) {
  const { updated_since, from, to } = wanted
  if (updated_since !== undefined || (from === undefined && to === undefined)) {
    return every(db, orgId, query, { updated_since, from, to })
  }
  return window(db, orgId, query, { first: from ?? firstDay, last: to ?? lastDay })
}
