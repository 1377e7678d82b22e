import { type Static, Type } from 'typebox'
import { id, listOf, ref, timestamp, words } from '../../http/contract/schema.ts'
import { formatQuery, keysetQuery, updatedSince, windowQuery } from '../../http/responses/paging.ts'

const localTime = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$', description })
const flag = (description: string) => Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], description })
const anyId = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

export const Appointment = Type.Object(
  {
    id: id(),
    appointment_title: Type.String(words),
    client_id: Type.Optional(
      Type.Integer({ ...anyId, description: 'The client. Omitted if the shift has no clients.' }),
    ),
    employee_id: Type.Optional(
      Type.Integer({ ...anyId, description: 'The staff member. Omitted while the appointment is vacant.' }),
    ),
    start: localTime('YYYY-MM-DD HH:MM:SS in the organisation’s timezone.'),
    end: localTime('YYYY-MM-DD HH:MM:SS in the organisation’s timezone.'),
    appointment_address: Type.Optional(Type.String({ description: 'Omitted if there is none.', ...words })),
    is_draft: flag('1 until the shift is published.'),
    appointment_cancelled: flag('1 if the shift is cancelled.'),
    is_deleted: flag('1 if the shift was deleted after it had started or been cancelled.'),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { $id: 'Appointment', description: 'One client and one staff member of a shift, as a flat record.' },
)
export type Appointment = Static<typeof Appointment>

export const AppointmentQuery = Type.Object({
  ...keysetQuery('appointments', 100, 50),
  format: formatQuery,
  updated_since: updatedSince('appointments'),
  ...windowQuery('appointments'),
})

const example = {
  id: 90210,
  appointment_title: 'Personal care',
  client_id: 2001,
  employee_id: 101,
  start: '2026-11-02 09:00:00',
  end: '2026-11-02 11:30:00',
  appointment_address: '14 Wattle St, Marrickville NSW 2204',
  is_draft: 0,
  appointment_cancelled: 0,
  is_deleted: 0,
  created_at: '2026-10-19T23:04:51.000000Z',
  updated_at: '2026-10-28T05:12:33.914220Z',
} as const

export const listAppointments = {
  operationId: 'listAppointments',
  sdk: 'appointments.list',
  summary: 'List appointments',
  description:
    'Lists appointments in the order of their ids: one record for each client and staff member of a shift. Drafts, cancelled and deleted ones are included and marked. The shift endpoints return whole shifts.',
  tags: ['Roster'],
  querystring: AppointmentQuery,
  returns: 'The appointments of the page.',
  response: { 200: listOf(ref(Appointment)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'a week', query: { per_page: 100, from: '2026-11-16', to: '2026-11-22' } },
      { name: 'what changed', query: { updated_since: '2026-01-01' } },
      { name: 'after an id', query: { after_id: 0, per_page: 2 } },
      { name: 'CSV', query: { format: 'csv' } },
      { name: 'NDJSON', query: { format: 'ndjson' } },
    ],
    response: { data: [example], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
