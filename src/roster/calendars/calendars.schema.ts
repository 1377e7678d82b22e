import { type Static, Type } from 'typebox'
import { closed, dataOf, IdParams, id, oneOf, ref, timestamp } from '../../http/contract/schema.ts'
import { details } from './detail.ts'

const detail = oneOf(details, {
  description:
    '`busy` has times only, `shift` title, status and suburb, `full` also address and first names of clients. Programs on private phones and servers of others store it.',
})
const days = (maximum: number, description: string) => Type.Integer({ minimum: 0, maximum, description })
const daysBack = days(31, 'Days before today whose shifts it has.')
const daysAhead = days(180, 'Days after today whose shifts it has.')

export const Calendar = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      description: 'Address of the iCalendar file. Everyone who has it can read the calendar.',
    }),
    detail,
    days_back: daysBack,
    days_ahead: daysAhead,
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { $id: 'Calendar', description: 'The calendar of a person’s roster.' },
)
export const CalendarSet = Type.Object(
  {
    detail: Type.Optional({ ...detail, default: 'shift' }),
    days_back: Type.Optional({ ...daysBack, default: 14 }),
    days_ahead: Type.Optional({ ...daysAhead, default: 90 }),
  },
  { ...closed, $id: 'CalendarSet' },
)
export type Calendar = Static<typeof Calendar>
export type CalendarSettings = Required<Static<typeof CalendarSet>>

const tags = ['Roster']
const one = dataOf(ref(Calendar))
const example = {
  url: 'https://care.example.org/c/demo/1hGkU0eCq3vQx6mVbH2o8FsxMTdd.ics',
  detail: 'shift',
  days_back: 14,
  days_ahead: 90,
  created_at: '2026-11-02T22:15:04.281934Z',
  updated_at: '2026-11-02T22:15:04.281934Z',
}

export const createCalendar = {
  operationId: 'createCalendar',
  sdk: 'staff.createCalendar',
  summary: 'Create a person’s calendar',
  description: `Makes the roster of a staff member a calendar that phones and calendar programs subscribe to. A staff member has one for each connection: if there is one already, its settings change and its address stays (200). The calendar has published shifts; cancelled ones are marked as such, drafts and deleted ones are left out. Its address works while the tokens of the connection may read roster and staff, and the staff member is not archived.`,
  tags,
  params: IdParams,
  body: ref(CalendarSet),
  returns: { 200: 'The calendar that was there, with these settings.', 201: 'The new calendar.' },
  response: { 200: one, 201: one },
  examples: {
    requests: [{ path: { id: 101 }, body: { detail: 'shift', days_ahead: 90 } }],
    response: { data: example },
  },
}
export const getCalendar = {
  operationId: 'getCalendar',
  sdk: 'staff.getCalendar',
  summary: 'Get a person’s calendar',
  description: 'Returns the calendar that this connection has created for a staff member.',
  tags,
  params: IdParams,
  returns: 'The calendar with its address.',
  response: { 200: one },
  examples: { requests: [{ path: { id: 102 } }], response: { data: example } },
}
export const deleteCalendar = {
  operationId: 'deleteCalendar',
  sdk: 'staff.deleteCalendar',
  summary: 'End a person’s calendar',
  description:
    'Ends the calendar that this connection has created. Its address no longer works, and a later calendar has another.',
  tags,
  params: IdParams,
  returns: 'The id of the staff member.',
  response: { 200: Type.Object({ deleted: id('Id of the staff member whose calendar has ended.') }) },
  examples: { requests: [{ path: { id: 103 } }], response: { deleted: 103 } },
}
