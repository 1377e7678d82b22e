import { type Static, type TSchema, Type } from 'typebox'
import { id, nullable, oneOf, Person, ref, timestamp } from '../../http/contract/schema.ts'
import { Recurrence } from '../../recurrence/recurrence.schema.ts'
import { shiftStatuses } from './moves.ts'

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
