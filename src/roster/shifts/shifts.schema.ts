import { type Static, type TSchema, Type } from 'typebox'
import {
  closed,
  dataOf,
  dryRun,
  id,
  listOf,
  nullable,
  oneOf,
  Person,
  ref,
  text,
  timestamp,
  visibleText,
  words,
} from '../../http/contract/schema.ts'
import { afterId, formatQuery, pageQuery, refsQuery, updatedSince, windowQuery } from '../../http/responses/paging.ts'
import { Recurrence } from '../../recurrence/recurrence.schema.ts'
import { Conflict, conflictCodes } from '../conflicts/conflicts.schema.ts'
import { actions, moveTable, shiftStatuses } from './moves.ts'

// The shift as the API returns it. Pay rates and costs are no part of it.
export const shiftTypes = ['single', 'group', 'site'] as const
export type ShiftType = (typeof shiftTypes)[number]

export const localTime = (description: string) => Type.String({ format: 'local-time', description })
const local = (what: string) =>
  Type.String({ description: `${what} as YYYY-MM-DD HH:MM:SS in the organisation’s timezone.` })

export const ShiftNote = Type.Object(
  {
    id: id(),
    staff: Type.Optional(ref(Person)),
    notes: Type.String(words),
    created_at: local('Creation time'),
  },
  { $id: 'ShiftNote' },
)

export const ShiftSegment = Type.Object(
  {
    id: id(),
    start: local('Start'),
    end: local('End'),
    service: Type.String(words),
    staff: Type.Array(ref(Person)),
    shift_notes: Type.Array(ref(ShiftNote), { description: 'Notes about this segment.' }),
  },
  { $id: 'ShiftSegment', description: 'A part of a shift with its own service.' },
)

export const cancelledBy = ['client', 'provider', 'staff'] as const

export const Cancellation = Type.Object(
  {
    cancelled_at: timestamp(),
    cancelled_by: oneOf(cancelledBy),
    reason: Type.String(words),
    note: nullable(Type.String(words)),
    short_notice: Type.Boolean({ description: 'Whether the shift was cancelled less than 7 days before its start.' }),
    charge_client: Type.Boolean({ description: 'Whether the client is charged.' }),
  },
  { $id: 'ShiftCancellation' },
)

const { properties: rule } = Recurrence
export const ShiftRecurrence = Type.Object(
  { series_id: id('The series of the shift.'), ...rule },
  { $id: 'ShiftRecurrence' },
)

const Funding = Type.Object({
  client: ref(Person),
  funding_type: Type.Optional(Type.String()),
  price_code: Type.Optional(id()),
  claim_type: Type.Optional(Type.String()),
})

export const ChargeShare = Type.Object({
  client_id: id(),
  share: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Share of the charge, from 0 to 1 with at most 6 decimals.',
  }),
})

const orNull = <T extends TSchema>(schema: T & { $id?: string }) =>
  Type.Unsafe<Static<T> | null>({ anyOf: [ref(schema), { type: 'null' }] })

export const Attendance = Type.Object(
  {
    staff: ref(Person),
    check_in: nullable(local('Clock-in')),
    check_out: nullable(local('Clock-out')),
    check_in_at: nullable(timestamp('The instant of check_in.')),
    check_out_at: nullable(timestamp('The instant of check_out.')),
    worked_minutes: nullable(
      Type.Integer({
        description: 'Whole minutes from check_in to check_out, rounded down. null until both are there.',
      }),
    ),
    corrected: Type.Boolean({
      description: 'Whether PUT /shifts/{ref}/attendance has entered, corrected or cleared a time.',
    }),
  },
  { $id: 'ShiftAttendance', description: 'The clock times of one staff member of a shift.' },
)

export const Shift = Type.Object(
  {
    ref: Type.String({
      description: 'a:<lowest appointment id> for a single shift, g:<shift id> for group and site shifts.',
    }),
    type: oneOf(shiftTypes),
    status: oneOf(shiftStatuses),
    title: Type.String(words),
    start: local('Start'),
    end: local('End'),
    timezone: Type.String({ description: 'The organisation’s timezone, which all local times are in.' }),
    start_at: timestamp(),
    end_at: timestamp(),
    minutes: Type.Integer({ description: 'Length in minutes of real time, also when the clocks change.' }),
    address: Type.Optional(Type.String(words)),
    is_draft: Type.Boolean(),
    clients: Type.Array(ref(Person)),
    staff: Type.Array(ref(Person)),
    services: Type.Array(Type.Object({ staff: Type.Optional(Type.String()), service: Type.String(words) })),
    segments: Type.Array(ref(ShiftSegment)),
    shift_notes: Type.Array(ref(ShiftNote), { description: 'All notes of the shift and its segments, oldest first.' }),
    attendance: Type.Array(ref(Attendance)),
    cancellation: orNull(Cancellation),
    recurrence: orNull(ShiftRecurrence),
    funding: Type.Array(Funding),
    site: Type.Optional(ref(Person)),
    client_charge_split: Type.Optional(
      Type.Array(ChargeShare, { description: 'Only on group and site shifts. The shares add up to 1.' }),
    ),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  {
    $id: 'Shift',
    description: 'A shift with its people, services, segments, notes, attendance and funding. Pay is never included.',
  },
)
export type Shift = Static<typeof Shift>
export type ShiftNote = Static<typeof ShiftNote>
export type Cancellation = Static<typeof Cancellation>

// Parameters and bodies of requests.
const refPattern = '^[ag]:[1-9][0-9]{0,15}$'
export const RefParams = Type.Object({
  ref: Type.String({
    pattern: refPattern,
    description: 'Ref of the shift: a:<number> or g:<number>.',
  }),
})
const scope = Type.Optional(
  oneOf(['this', 'this_and_following'], {
    default: 'this',
    description: 'this_and_following includes the later shifts of the series.',
  }),
)
const refs = Type.Array(Type.String(), { minItems: 1, maxItems: 50, description: 'Refs of 1 to 50 shifts.' })
const dry_run = Type.Optional(
  Type.Boolean({ default: false, description: 'Validates the request and stores nothing.' }),
)
const ids = (description: string, maxItems: number, minItems = 0) =>
  Type.Array(id(), { minItems, maxItems, uniqueItems: true, description })

export const maxClients = 50
export const maxStaff = 20

export const Service = Type.Object(
  { staff_id: Type.Optional(nullable(id('One of staff_ids.'))), service: visibleText(100) },
  closed,
)
export const Segment = Type.Object(
  {
    id: Type.Optional(id('Id of an existing segment of this shift.')),
    start: localTime('Start in local time, within the shift.'),
    end: localTime('End in local time, within the shift.'),
    service: visibleText(100),
    staff_ids: Type.Optional(ids('Staff of the segment, from staff_ids.', maxStaff)),
  },
  closed,
)
const fields = {
  start: localTime('Start in local time of the organisation.'),
  end: localTime('End in local time: after start, at most 7 days later.'),
  client_ids: ids('Clients. Exactly one on a single shift, at least one on a group shift.', maxClients),
  staff_ids: ids('Staff. Empty for an open shift.', maxStaff),
}
const optional = {
  title: visibleText(255),
  site_id: nullable(id('Required on a site shift, optional on a group shift.')),
  services: Type.Array(Service, { maxItems: 40 }),
  segments: Type.Array(Segment, { maxItems: 50 }),
  address: nullable(text(500)),
  client_charge_split: Type.Array(Type.Object(ChargeShare.properties, closed), {
    maxItems: maxClients,
    description: 'Only on group and site shifts: one share for each client, 1 in total. Default: equal shares.',
  }),
  override_conflicts: Type.Array(oneOf(conflictCodes), {
    uniqueItems: true,
    maxItems: conflictCodes.length,
    description: 'Codes of blocking conflicts to accept. Requires override_reason.',
  }),
  override_reason: visibleText(500, { description: 'Reason for the override. The event records it.' }),
}
const overriding = Type.Partial(
  Type.Object({ override_conflicts: optional.override_conflicts, override_reason: optional.override_reason }),
).properties

const ruleOrNull = (description: string) => nullable(Type.Object(Recurrence.properties, { ...closed, description }))

export const ShiftCreate = Type.Object(
  {
    type: oneOf(shiftTypes),
    ...fields,
    ...Type.Partial(Type.Object(optional)).properties,
    publish: Type.Optional(
      Type.Boolean({ default: false, description: 'Creates a scheduled shift instead of a draft.' }),
    ),
    recurrence: Type.Optional(ruleOrNull('Makes the shift the first of a series.')),
    dry_run,
  },
  { ...closed, $id: 'ShiftCreate' },
)
export const ShiftPatch = Type.Object(
  {
    ...Type.Partial(Type.Object({ ...fields, ...optional })).properties,
    recurrence: Type.Optional(
      ruleOrNull('A rule starts a series, or changes the rule of the series. null ends the series.'),
    ),
    scope,
    dry_run,
  },
  { ...closed, $id: 'ShiftPatch' },
)
export const ShiftRefs = Type.Object({ refs, dry_run: dryRun }, { ...closed, $id: 'ShiftRefs' })
export const ShiftDelete = Type.Object({ refs, scope, dry_run: dryRun }, { ...closed, $id: 'ShiftDelete' })
export const ShiftDeleteQuery = Type.Object({ dry_run: dryRun })
export const ShiftPublish = Type.Object(
  { refs, scope, ...overriding, dry_run: dryRun },
  { ...closed, $id: 'ShiftPublish' },
)
export const Clocking = Type.Object(
  { staff_ids: ids('Staff of the shift.', maxStaff, 1) },
  { ...closed, $id: 'ShiftClocking' },
)
const clockTime = (what: string) =>
  Type.Optional(
    nullable(
      Type.String({
        format: 'local-time-or-instant',
        description: `${what}. A local time that occurs twice is rejected; send an instant. null clears the time.`,
      }),
    ),
  )
export const AttendanceCorrection = Type.Object(
  {
    staff_id: id('A staff member of the shift.'),
    check_in: clockTime('Clock-in'),
    check_out: clockTime('Clock-out'),
    reason: visibleText(500, { description: 'Reason for the correction. The event records it.' }),
  },
  { ...closed, $id: 'ShiftAttendanceCorrection' },
)
export const ShiftCancel = Type.Object(
  {
    cancelled_by: oneOf(cancelledBy),
    reason: visibleText(500),
    note: Type.Optional(nullable(text(2000))),
    charge_client: Type.Optional(
      Type.Boolean({
        description: 'Whether the client is charged. Default: true if the client cancels at short notice.',
      }),
    ),
    scope,
    dry_run: dryRun,
  },
  { ...closed, $id: 'ShiftCancel' },
)
export const ShiftRestore = Type.Object({ ...overriding, dry_run: dryRun }, { ...closed, $id: 'ShiftRestore' })
export const NoteCreate = Type.Object(
  {
    notes: visibleText(10_000),
    staff_id: Type.Optional(nullable(id('Author of the note.'))),
    segment_id: Type.Optional(nullable(id('Segment of the shift that the note is about.'))),
  },
  { ...closed, $id: 'ShiftNoteCreate' },
)

export type ShiftCreate = Static<typeof ShiftCreate>
export type ShiftPatch = Static<typeof ShiftPatch>
export type ShiftUnpublish = Static<typeof ShiftRefs>
export type ShiftDelete = Static<typeof ShiftDelete>
export type ShiftPublish = Static<typeof ShiftPublish>
export type AttendanceCorrection = Static<typeof AttendanceCorrection>
export type ShiftCancel = Static<typeof ShiftCancel>
export type ConflictOverride = Pick<Static<typeof ShiftRestore>, 'override_conflicts' | 'override_reason'>
export type NoteCreate = Static<typeof NoteCreate>
export type Scope = 'this' | 'this_and_following'

const jack = { id: 101, name: 'Jack Doyle' }
const william = { id: 2001, name: 'William Doyle' }

export const noteExample = {
  id: 12,
  staff: jack,
  notes: 'William walked to the corner shop and back.',
  created_at: '2026-11-16 10:52:00',
}

// Examples.
export const shiftExample = {
  ref: 'a:801',
  type: 'single',
  status: 'scheduled',
  title: 'Morning visit',
  start: '2026-11-16 09:00:00',
  end: '2026-11-16 11:00:00',
  timezone: 'Australia/Sydney',
  start_at: '2026-11-15T22:00:00.000000Z',
  end_at: '2026-11-16T00:00:00.000000Z',
  minutes: 120,
  address: '23/59 Station Street, Adamstown NSW 2289',
  is_draft: false,
  clients: [william],
  staff: [jack],
  services: [{ staff: jack.name, service: 'Personal care' }],
  segments: [],
  shift_notes: [],
  attendance: [
    {
      ...{ staff: jack, check_in: null, check_out: null, check_in_at: null, check_out_at: null },
      ...{ worked_minutes: null, corrected: false },
    },
  ],
  cancellation: null,
  recurrence: { series_id: 5, every: 1, unit: 'Week', on_days: ['Mon'], ends_on: '2026-12-31' },
  funding: [{ client: william, funding_type: 'SaH' }],
  created_at: '2026-10-28T05:12:33.914220Z',
  updated_at: '2026-10-28T05:12:33.914220Z',
} as const

export const conflictExample = {
  code: 'staff_overlap',
  severity: 'block',
  staff: jack,
  ref: 'a:874',
  start: '2026-11-16 08:00:00',
  end: '2026-11-16 09:30:00',
  message: 'Jack Doyle is already on a:874 from 2026-11-16 08:00:00 to 2026-11-16 09:30:00.',
} as const

// Operations.
export const tags = ['Roster']
export const params = RefParams
const one = dataOf(ref(Shift))
export const conflicts = Type.Optional(
  Type.Array(ref(Conflict), { description: 'Warnings and overridden conflicts. Omitted if there are none.' }),
)
const isDryRun = Type.Optional(
  Type.Boolean({ description: 'true in a dry run: nothing was stored, and new refs and ids are not valid.' }),
)
const split = [
  { client_id: 2001, share: 0.5 },
  { client_id: 2002, share: 0.5 },
]

export const seriesResult = Type.Optional(
  Type.Object({
    changed: Type.Integer({ description: 'Number of later shifts that changed; with a new rule, that were removed.' }),
    created: Type.Optional(Type.Integer({ description: 'Number of shifts that a new rule created.' })),
    skipped: Type.Array(Type.Object({ ref: Type.String(), reason: Type.String() }), {
      description: 'Later shifts that did not change, with the reason.',
    }),
  }),
)

export const listShifts = {
  operationId: 'listShifts',
  sdk: 'shifts.list',
  summary: 'List shifts',
  description:
    'Lists shifts in the order of their ids. Each is as GET /shifts/{ref} returns it. A shift must match all filters. Deleted shifts are not included.',
  tags,
  querystring: Type.Object({
    ...pageQuery(100, 50),
    after_id: afterId(
      'shifts',
      ' A shift is known by its ref: the ids of this list are numbers of its own, and `next_after_id` is the only way to get one.',
    ),
    refs: refsQuery('shifts', refPattern, 'must be a ref such as a:801 or g:110'),
    format: formatQuery,
    ...windowQuery('shifts'),
    client_id: Type.Optional(id('Only shifts with this client.')),
    staff_id: Type.Optional(id('Only shifts with this staff member.')),
    site_id: Type.Optional(id('Only shifts at this site.')),
    status: Type.Optional(oneOf(shiftStatuses, { description: 'Only shifts with this status.' })),
    updated_since: updatedSince('shifts'),
  }),
  returns: 'The shifts of the page.',
  response: { 200: listOf(ref(Shift)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'a week', query: { from: '2026-11-16', to: '2026-11-22' } },
      { name: 'of a client', query: { client_id: 2001, status: 'scheduled', per_page: 2 } },
      { name: 'of a staff member', query: { staff_id: 101, updated_since: '2026-01-01' } },
      { name: 'at a site', query: { site_id: 1 } },
      { name: 'after an id', query: { after_id: 0, per_page: 2 } },
      { name: 'by refs', query: { refs: ['a:801', 'g:110'] } },
      { name: 'CSV', query: { format: 'csv' } },
      { name: 'NDJSON', query: { format: 'ndjson' } },
    ],
    response: { data: [shiftExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
export const getShift = {
  operationId: 'getShift',
  sdk: 'shifts.get',
  summary: 'Get a shift',
  description:
    'Returns a shift by its ref. a:<appointment id> works for every appointment of the shift; the response has the shift’s own ref. Pay is never included.',
  tags,
  params,
  returns: 'The shift.',
  response: { 200: one },
  examples: {
    requests: [
      { name: 'single', path: { ref: 'a:801' } },
      { name: 'group', path: { ref: 'g:110' } },
    ],
    response: { data: shiftExample },
  },
}
export const getConflicts = {
  operationId: 'getShiftConflicts',
  sdk: 'shifts.getConflicts',
  summary: 'List the conflicts of a shift',
  description:
    'Lists the current conflicts of a shift: people who are on another shift at the same time, staff who are not active or not compliant, archived clients, and a site that is full. Shifts that only touch do not overlap. Drafts count, cancelled shifts do not. At most 100 conflicts are listed.',
  tags,
  params,
  returns: 'The conflicts of the shift. An empty list if there are none.',
  response: { 200: dataOf(Type.Array(ref(Conflict))) },
  examples: { requests: [{ path: { ref: 'a:801' } }], response: { data: [conflictExample] } },
}
export const createShift = {
  operationId: 'createShift',
  sdk: 'shifts.create',
  summary: 'Create a shift',
  description: `Creates a draft, or with publish a scheduled shift. With recurrence it is the first shift of a series. The shifts of the next 12 weeks are created at once, the later ones day by day. A blocking conflict is a 422 that lists the first 100 conflicts, unless override_conflicts and override_reason accept it.

The status of a shift decides which actions are allowed:

${moveTable}`,
  tags,
  body: ref(ShiftCreate),
  returns: {
    200: 'Dry run: the shift as it would be created. Nothing was stored.',
    201: 'The created shift, with its series if it repeats, and its conflicts if it has any.',
  },
  response: {
    200: Type.Object({
      dry_run: isDryRun,
      data: ref(Shift),
      series: Type.Optional(Type.Object({ id: id(), created: Type.Integer() })),
      conflicts,
    }),
    201: Type.Object({
      data: ref(Shift),
      series: Type.Optional(
        Type.Object({
          id: id('Id of the new series.'),
          created: Type.Integer({ description: 'Number of shifts created.' }),
        }),
      ),
      conflicts,
    }),
  },
  examples: {
    requests: [
      {
        name: 'series',
        body: {
          ...{ type: 'single', title: 'Morning visit', start: '2030-03-04 09:00:00', end: '2030-03-04 11:00:00' },
          ...{ client_ids: [2001], staff_ids: [101], services: [{ staff_id: 101, service: 'Personal care' }] },
          publish: true,
          recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_on: '2030-04-30' },
        },
      },
      {
        name: 'group at a site',
        body: {
          ...{ type: 'group', start: '2030-01-08 09:00:00', end: '2030-01-08 10:00:00', site_id: 1 },
          ...{ client_ids: [2001, 2002], staff_ids: [101], client_charge_split: split },
        },
      },
      {
        name: 'with segments',
        body: {
          ...{ type: 'single', start: '2030-01-09 09:00:00', end: '2030-01-09 11:00:00' },
          ...{ client_ids: [2001], staff_ids: [101] },
          segments: [
            { start: '2030-01-09 09:00:00', end: '2030-01-09 10:00:00', service: 'Personal care', staff_ids: [101] },
          ],
        },
      },
      {
        name: 'dry run',
        body: {
          ...{ type: 'single', start: '2030-01-14 09:00:00', end: '2030-01-14 10:00:00' },
          ...{ client_ids: [2001], staff_ids: [101], dry_run: true },
          recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_after: 2 },
        },
      },
    ],
    response: { data: shiftExample, series: { id: 5, created: 7 } },
  },
}
export const editShift = {
  operationId: 'editShift',
  sdk: 'shifts.update',
  summary: 'Update a shift',
  description: `Updates the fields in the body. The shift must be ${actions.edit.from.join(', ')}. With scope this_and_following the later shifts of the series change too, and the series splits at this shift. Later shifts that are started, completed or cancelled, or were edited alone, do not change and are listed under skipped. A new recurrence replaces the later shifts; null ends the series with this shift.`,
  tags,
  params,
  body: ref(ShiftPatch),
  returns: 'The updated shift and the names of the changed fields. In a dry run, as they would be.',
  response: {
    200: Type.Object({
      dry_run: isDryRun,
      updated: Type.Array(Type.String(), { description: 'Names of the fields that changed.' }),
      data: ref(Shift),
      series: seriesResult,
      conflicts,
    }),
  },
  examples: {
    requests: [
      { name: 'series', path: { ref: 'a:811' }, body: { title: 'Visit with a walk', scope: 'this_and_following' } },
      {
        name: 'group',
        path: { ref: 'g:110' },
        body: { client_ids: [2001, 2002], staff_ids: [101], site_id: 1, client_charge_split: split },
      },
      {
        name: 'times and services',
        path: { ref: 'a:809' },
        body: {
          ...{ start: '2030-01-10 09:00:00', end: '2030-01-10 11:00:00' },
          services: [{ staff_id: 101, service: 'Personal care' }],
          segments: [
            { start: '2030-01-10 09:00:00', end: '2030-01-10 10:00:00', service: 'Personal care', staff_ids: [101] },
          ],
        },
      },
      {
        name: 'a segment that is there',
        path: { ref: 'a:801' },
        body: {
          ...{ start: '2030-01-11 09:00:00', end: '2030-01-11 11:00:00' },
          segments: [{ id: 201, start: '2030-01-11 09:00:00', end: '2030-01-11 10:00:00', service: 'Social support' }],
        },
      },
    ],
    response: {
      updated: ['title'],
      data: { ...shiftExample, ref: 'a:811', title: 'Visit with a walk' },
      series: { changed: 5, skipped: [{ ref: 'a:893', reason: 'It was edited alone.' }] },
    },
  },
}
/** The response of PATCH /shifts/{ref}. */
export interface EditedShift {
  updated: string[]
  data: Shift
  series?: { changed: number; skipped: { ref: string; reason: string }[] }
  conflicts?: Conflict[]
}
