import { type Static, type TSchema, Type } from 'typebox'
import {
  closed,
  dataOf,
  id,
  nullable,
  oneOf,
  Person,
  pageOf,
  ref,
  text,
  timestamp,
  visibleText,
} from '../../http/contract/schema.ts'
import { pageQuery, updatedSince, windowQuery } from '../../http/responses/paging.ts'
import { Recurrence } from '../../recurrence/recurrence.schema.ts'
import { Conflict, conflictCodes } from '../conflicts/conflicts.schema.ts'
import { actions, moveTable, shiftStatuses } from './moves.ts'

/** The shift as the API shows it. Pay rates and costs are nowhere in it. */
export const shiftTypes = ['single', 'group', 'site'] as const
export type ShiftType = (typeof shiftTypes)[number]

export const localTime = (description: string) => Type.String({ format: 'local-time', description })
const local = (description: string) => Type.String({ description: `${description}: YYYY-MM-DD HH:MM:SS, local` })

export const ShiftNote = Type.Object(
  {
    id: id(),
    staff: Type.Optional(ref(Person)),
    notes: Type.String(),
    created_at: local('When it was written'),
  },
  { $id: 'ShiftNote' },
)

export const ShiftSegment = Type.Object(
  {
    id: id(),
    start: local('Start'),
    end: local('End'),
    service: Type.String(),
    staff: Type.Array(ref(Person)),
    shift_notes: Type.Array(ref(ShiftNote), { description: 'The notes written for this segment' }),
  },
  { $id: 'ShiftSegment', description: 'A part of a shift with its own service' },
)

export const cancelledBy = ['client', 'provider', 'staff'] as const

export const Cancellation = Type.Object(
  {
    cancelled_at: timestamp(),
    cancelled_by: oneOf(cancelledBy),
    reason: Type.String(),
    note: nullable(Type.String()),
    short_notice: Type.Boolean({ description: 'Cancelled less than 7 days before the start' }),
    charge_client: Type.Boolean(),
  },
  { $id: 'ShiftCancellation' },
)

const { properties: rule } = Recurrence
export const ShiftRecurrence = Type.Object(
  { series_id: id('The series the shift belongs to'), ...rule },
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
  share: Type.Number({ minimum: 0, maximum: 1, description: 'Part of the charge, at most 6 decimals' }),
})

const orNull = <T extends TSchema>(schema: T & { $id?: string }) =>
  Type.Unsafe<Static<T> | null>({ anyOf: [ref(schema), { type: 'null' }] })

export const Shift = Type.Object(
  {
    ref: Type.String({ description: 'a:<lowest appointment id> of a single shift, g:<shift id> of the others' }),
    type: oneOf(shiftTypes),
    status: oneOf(shiftStatuses),
    title: Type.String(),
    start: local('Start'),
    end: local('End'),
    timezone: Type.String({ description: 'The zone of all local times' }),
    start_at: timestamp(),
    end_at: timestamp(),
    minutes: Type.Integer({ description: 'Minutes that really pass, also when the clocks change' }),
    address: Type.Optional(Type.String()),
    is_draft: Type.Boolean(),
    clients: Type.Array(ref(Person)),
    staff: Type.Array(ref(Person)),
    services: Type.Array(Type.Object({ staff: Type.Optional(Type.String()), service: Type.String() })),
    segments: Type.Array(ref(ShiftSegment)),
    shift_notes: Type.Array(ref(ShiftNote), { description: 'Every note of the shift, oldest first' }),
    attendance: Type.Array(
      Type.Object({ staff: ref(Person), check_in: nullable(local('In')), check_out: nullable(local('Out')) }),
    ),
    cancellation: orNull(Cancellation),
    recurrence: orNull(ShiftRecurrence),
    funding: Type.Array(Funding),
    site: Type.Optional(ref(Person)),
    client_charge_split: Type.Optional(
      Type.Array(ChargeShare, { description: 'On group and site shifts; the shares sum to 1' }),
    ),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { $id: 'Shift', description: 'A shift with its people, parts, attendance and funding. Pay is never part of it.' },
)
export type Shift = Static<typeof Shift>
export type ShiftNote = Static<typeof ShiftNote>
export type Cancellation = Static<typeof Cancellation>

/** What the roster's endpoints take. */
export const RefParams = Type.Object({
  ref: Type.String({
    pattern: '^[ag]:[1-9][0-9]{0,15}$',
    description: 'The shift’s ref: a:<number> or g:<number>',
  }),
})
const scope = Type.Optional(
  oneOf(['this', 'this_and_following'], {
    default: 'this',
    description: 'this_and_following also takes the later shifts of the series',
  }),
)
const refs = Type.Array(Type.String(), { minItems: 1, maxItems: 50, description: '1 to 50 shift refs' })
const dry_run = Type.Optional(Type.Boolean({ default: false, description: 'Check everything, write nothing' }))
const ids = (description: string, maxItems: number, minItems = 0) =>
  Type.Array(id(), { minItems, maxItems, uniqueItems: true, description })

export const maxClients = 50
export const maxStaff = 20

export const Service = Type.Object(
  { staff_id: Type.Optional(nullable(id('One of staff_ids'))), service: visibleText(100) },
  closed,
)
export const Segment = Type.Object(
  {
    id: Type.Optional(id('A segment of this shift that is kept')),
    start: localTime('Start, within the shift'),
    end: localTime('End, within the shift'),
    service: visibleText(100),
    staff_ids: Type.Optional(ids('Who does it, of staff_ids', maxStaff)),
  },
  closed,
)
const fields = {
  start: localTime('Start, in the organisation’s zone'),
  end: localTime('End: after the start, at most 7 days later'),
  client_ids: ids('One client on a single shift', maxClients),
  staff_ids: ids('Empty for an open shift', maxStaff),
}
const optional = {
  title: visibleText(255),
  site_id: nullable(id('Needed on a site shift, possible on a group shift')),
  services: Type.Array(Service, { maxItems: 40 }),
  segments: Type.Array(Segment, { maxItems: 50 }),
  address: nullable(text(500)),
  client_charge_split: Type.Array(Type.Object(ChargeShare.properties, closed), {
    maxItems: maxClients,
    description: 'On group and site shifts: one share for each client, sum 1; equal parts when left out',
  }),
  override_conflicts: Type.Array(oneOf(conflictCodes), {
    uniqueItems: true,
    maxItems: conflictCodes.length,
    description: 'Codes of blocking conflicts to accept; needs override_reason',
  }),
  override_reason: visibleText(500, { description: 'Why; kept in the event' }),
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
    publish: Type.Optional(Type.Boolean({ default: false, description: 'Scheduled at once instead of a draft' })),
    recurrence: Type.Optional(ruleOrNull('Makes it the first of a series')),
    dry_run,
  },
  { ...closed, $id: 'ShiftCreate' },
)
export const ShiftPatch = Type.Object(
  {
    ...Type.Partial(Type.Object({ ...fields, ...optional })).properties,
    recurrence: Type.Optional(
      ruleOrNull('A rule makes the shift repeat, or the series repeat in another way; null stops it'),
    ),
    scope,
    dry_run,
  },
  { ...closed, $id: 'ShiftPatch' },
)
export const ShiftRefs = Type.Object({ refs }, { ...closed, $id: 'ShiftRefs' })
export const ShiftDelete = Type.Object({ refs, scope }, { ...closed, $id: 'ShiftDelete' })
export const ShiftPublish = Type.Object({ refs, scope, ...overriding }, { ...closed, $id: 'ShiftPublish' })
export const Clocking = Type.Object(
  { staff_ids: ids('Staff on the shift', maxStaff, 1) },
  { ...closed, $id: 'ShiftClocking' },
)
export const ShiftCancel = Type.Object(
  {
    cancelled_by: oneOf(cancelledBy),
    reason: visibleText(500),
    note: Type.Optional(nullable(text(2000))),
    charge_client: Type.Optional(
      Type.Boolean({ description: 'Whether the client pays; left out: when the client cancelled at short notice' }),
    ),
    scope,
  },
  { ...closed, $id: 'ShiftCancel' },
)
export const ShiftRestore = Type.Object(overriding, { ...closed, $id: 'ShiftRestore' })
export const NoteCreate = Type.Object(
  {
    notes: visibleText(10_000),
    staff_id: Type.Optional(nullable(id('Who wrote it'))),
    segment_id: Type.Optional(nullable(id('A segment of the shift it is about'))),
  },
  { ...closed, $id: 'ShiftNoteCreate' },
)

export type ShiftCreate = Static<typeof ShiftCreate>
export type ShiftPatch = Static<typeof ShiftPatch>
export type ShiftPublish = Static<typeof ShiftPublish>
export type ShiftCancel = Static<typeof ShiftCancel>
export type ConflictOverride = Static<typeof ShiftRestore>
export type NoteCreate = Static<typeof NoteCreate>
export type Scope = 'this' | 'this_and_following'

const ana = { id: 101, name: 'Ana Li' }
const joan = { id: 2001, name: 'Joan Hart' }

export const noteExample = {
  id: 12,
  staff: ana,
  notes: 'Joan walked to the corner shop and back.',
  created_at: '2026-11-16 10:52:00',
}

/** One shift for all examples of the roster. */
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
  address: '1 Gum St, Ryde NSW 2112',
  is_draft: false,
  clients: [joan],
  staff: [ana],
  services: [{ staff: ana.name, service: 'Personal care' }],
  segments: [],
  shift_notes: [],
  attendance: [{ staff: ana, check_in: null, check_out: null }],
  cancellation: null,
  recurrence: { series_id: 5, every: 1, unit: 'Week', on_days: ['Mon'], ends_on: '2026-12-31' },
  funding: [{ client: joan, funding_type: 'NDIS' }],
  created_at: '2026-10-28T05:12:33.914220Z',
  updated_at: '2026-10-28T05:12:33.914220Z',
} as const

export const conflictExample = {
  code: 'staff_overlap',
  severity: 'block',
  staff: ana,
  ref: 'a:874',
  start: '2026-11-16 08:00:00',
  end: '2026-11-16 09:30:00',
  message: 'Ana Li is already on a:874 from 2026-11-16 08:00:00 to 2026-11-16 09:30:00.',
} as const

/** The roster's operations as the specification shows them. */
export const tags = ['Roster']
export const params = RefParams
const one = dataOf(ref(Shift))
export const conflicts = Type.Optional(
  Type.Array(ref(Conflict), { description: 'Warnings, and blocks that were overridden; left out when there are none' }),
)
const isDryRun = Type.Optional(
  Type.Boolean({ description: 'true in a dry run: nothing was written, and no ref or id that is new is kept' }),
)
const from = actions
const split = [
  { client_id: 2001, share: 0.5 },
  { client_id: 2002, share: 0.5 },
]

export const seriesResult = Type.Optional(
  Type.Object({
    changed: Type.Integer({ description: 'Later shifts that were changed; with a new rule, removed' }),
    created: Type.Optional(Type.Integer({ description: 'Shifts that a new rule made' })),
    skipped: Type.Array(Type.Object({ ref: Type.String(), reason: Type.String() }), {
      description: 'Later shifts that were left as they are, and why',
    }),
  }),
)

export const listShifts = {
  operationId: 'listShifts',
  summary: 'List shifts',
  description:
    'Shifts in the order of their ids, each as GET /shifts/{ref} gives it. Filters narrow together. Deleted shifts are not listed.',
  tags,
  querystring: Type.Object({
    ...pageQuery(100, 50),
    ...windowQuery('shifts'),
    client_id: Type.Optional(id('Only shifts with this client')),
    staff_id: Type.Optional(id('Only shifts with this staff member')),
    site_id: Type.Optional(id('Only shifts at this site')),
    status: Type.Optional(oneOf(shiftStatuses, { description: 'Only shifts of exactly this status' })),
    updated_since: updatedSince('shifts'),
  }),
  returns: 'One page of shifts.',
  response: { 200: pageOf(ref(Shift)) },
  examples: {
    requests: [
      { name: 'all' },
      { name: 'a week', query: { from: '2026-11-16', to: '2026-11-22' } },
      { name: 'of a client', query: { client_id: 2001, status: 'scheduled', per_page: 2 } },
      { name: 'of a staff member', query: { staff_id: 101, updated_since: '2026-01-01' } },
      { name: 'at a site', query: { site_id: 1 } },
    ],
    answer: { data: [shiftExample], meta: { page: 1, per_page: 50, total: 1, last_page: 1 } },
  },
}
export const getShift = {
  operationId: 'getShift',
  summary: 'Get a shift',
  description:
    'One shift by its ref. Any appointment of a shift leads to it as a:<appointment id>; the answer has the ref it is known by. Pay is never included.',
  tags,
  params,
  returns: 'The shift.',
  response: { 200: one },
  examples: {
    requests: [
      { name: 'single', path: { ref: 'a:801' } },
      { name: 'group', path: { ref: 'g:110' } },
    ],
    answer: { data: shiftExample },
  },
}
export const getConflicts = {
  operationId: 'getShiftConflicts',
  summary: 'Find what conflicts with a shift',
  description:
    'What speaks against the shift as it stands: people who are on another shift at the same time (two shifts that touch do not overlap; drafts count, cancelled shifts do not), staff who are not active or not compliant, archived clients, a site that is full. At most 100 are listed.',
  tags,
  params,
  returns: 'The conflicts of the shift; an empty list if there are none.',
  response: { 200: dataOf(Type.Array(ref(Conflict))) },
  examples: { requests: [{ path: { ref: 'a:801' } }], answer: { data: [conflictExample] } },
}
export const createShift = {
  operationId: 'createShift',
  summary: 'Create a shift',
  description: `Creates a draft, or with publish a scheduled shift. With recurrence it is the first of a series, whose shifts are made up to 12 weeks ahead at once and then day by day. A blocking conflict is a 422 that lists the conflicts (the first 100), unless override_conflicts and override_reason accept it.

What may be done with a shift depends on its status:

${moveTable}`,
  tags,
  body: ref(ShiftCreate),
  returns: {
    200: 'Dry run: the shift as it would be created. Nothing was written.',
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
        Type.Object({ id: id('The new series'), created: Type.Integer({ description: 'Shifts made at once' }) }),
      ),
      conflicts,
    }),
  },
  examples: {
    requests: [
      {
        name: 'series',
        body: {
          ...{ type: 'single', title: 'Morning visit', start: '2026-11-16 09:00:00', end: '2026-11-16 11:00:00' },
          ...{ client_ids: [2001], staff_ids: [101], services: [{ staff_id: 101, service: 'Personal care' }] },
          publish: true,
          recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_on: '2026-12-31' },
        },
      },
      {
        name: 'group at a site',
        body: {
          ...{ type: 'group', start: '2027-01-05 09:00:00', end: '2027-01-05 10:00:00', site_id: 1 },
          ...{ client_ids: [2001, 2002], staff_ids: [101], client_charge_split: split },
        },
      },
      {
        name: 'with segments',
        body: {
          ...{ type: 'single', start: '2027-01-06 09:00:00', end: '2027-01-06 11:00:00' },
          ...{ client_ids: [2001], staff_ids: [101] },
          segments: [
            { start: '2027-01-06 09:00:00', end: '2027-01-06 10:00:00', service: 'Personal care', staff_ids: [101] },
          ],
        },
      },
      {
        name: 'dry run',
        body: {
          ...{ type: 'single', start: '2027-01-11 09:00:00', end: '2027-01-11 10:00:00' },
          ...{ client_ids: [2002], staff_ids: [102], dry_run: true },
          recurrence: { every: 1, unit: 'Week', on_days: ['Mon'], ends_after: 2 },
        },
      },
    ],
    answer: { data: shiftExample, series: { id: 5, created: 7 } },
  },
}
export const editShift = {
  operationId: 'editShift',
  summary: 'Change a shift',
  description: `Changes only the fields sent, while the shift is ${from.edit.from.join(', ')}. With scope this_and_following the later shifts of its series change too and the series splits here: started, completed and cancelled shifts and those edited alone are kept and listed under skipped. A new recurrence makes the later shifts anew; null ends the series with this shift.`,
  tags,
  params,
  body: ref(ShiftPatch),
  returns: 'The shift after the change and the fields that changed; in a dry run, as it would be.',
  response: {
    200: Type.Object({
      dry_run: isDryRun,
      updated: Type.Array(Type.String(), { description: 'Names of the fields that really changed' }),
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
        body: { client_ids: [2001, 2002], staff_ids: [102], site_id: 1, client_charge_split: split },
      },
      {
        name: 'times and services',
        path: { ref: 'a:809' },
        body: {
          ...{ start: '2027-01-07 09:00:00', end: '2027-01-07 11:00:00' },
          services: [{ staff_id: 101, service: 'Personal care' }],
          segments: [
            { start: '2027-01-07 09:00:00', end: '2027-01-07 10:00:00', service: 'Personal care', staff_ids: [101] },
          ],
        },
      },
      {
        name: 'a segment that is there',
        path: { ref: 'a:801' },
        body: {
          segments: [{ id: 201, start: '2026-11-17 09:00:00', end: '2026-11-17 10:00:00', service: 'Social support' }],
        },
      },
    ],
    answer: {
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
