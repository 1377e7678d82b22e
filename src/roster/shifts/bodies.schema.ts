import { type Static, Type } from 'typebox'
import { closed, id, nullable, oneOf, text, visibleText } from '../../http/contract/schema.ts'
import { Recurrence } from '../../recurrence/recurrence.schema.ts'
import { conflictCodes } from '../conflicts/conflicts.schema.ts'
import { ChargeShare, cancelledBy, localTime, shiftTypes } from './shifts.schema.ts'

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

export const mostClients = 50
export const mostStaff = 20

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
    staff_ids: Type.Optional(ids('Who does it, of staff_ids', mostStaff)),
  },
  closed,
)
const fields = {
  start: localTime('Start, in the organisation’s zone'),
  end: localTime('End: after the start, at most 7 days later'),
  client_ids: ids('One client on a single shift', mostClients),
  staff_ids: ids('Empty for an open shift', mostStaff),
}
const optional = {
  title: visibleText(255),
  site_id: nullable(id('Needed on a site shift, possible on a group shift')),
  services: Type.Array(Service, { maxItems: 40 }),
  segments: Type.Array(Segment, { maxItems: 50 }),
  address: nullable(text(500)),
  client_charge_split: Type.Array(Type.Object(ChargeShare.properties, closed), {
    maxItems: mostClients,
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
  { staff_ids: ids('Staff on the shift', mostStaff, 1) },
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
export type ShiftCancel = Static<typeof ShiftCancel>
export type Overriding = Static<typeof ShiftRestore>
export type NoteCreate = Static<typeof NoteCreate>
export type Scope = 'this' | 'this_and_following'
