import { list as listOf } from '../../db/list.ts'
import { asJson } from '../../db/shape.ts'
import type { Appointment } from './appointments.schema.ts'

export const list = listOf({
  name: 'appointments.list',
  table: 'appointment',
  counters: 'appointments',
  filters: {
    // An appointment goes on for at most 8 days, which lets the index by day serve `from` too.
    from: { sql: 'end_day >= ? and start_day >= ? - 8' },
    to: { sql: 'start_day <= ?' },
    updated_since: { sql: 'updated_at >= ?', isIndexed: true },
  },
  days: { from: 'from', to: 'to', counters: 'appointments.days' },
  shape: asJson<Appointment>(),
})
