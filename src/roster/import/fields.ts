import { Type } from 'typebox'
import { instant } from '../../bundle/fields.ts'
import { longestNested } from '../../bundle/plain-notes.ts'
import { claimTypes, clientTypes } from '../../clients/funding.ts'
import { closed, id, nullable, oneOf, oneOfOrNull, text, visibleText } from '../../http/contract/schema.ts'
import { conflictCodes } from '../conflicts/conflicts.schema.ts'
import { cancelledBy, type ShiftType, shiftTypes } from '../shifts/shifts.schema.ts'

/** A shift as a row of the bundle. */
const localTime = () => Type.String({ format: 'local-time' })
const localTimeOrNull = () => Type.Optional(nullable(Type.String({ format: 'local-time', default: null })))
const idOrNull = () => Type.Optional(nullable(Type.Integer({ ...id(), default: null })))
const ids = () => Type.Optional(Type.Array(id(), { uniqueItems: true, maxItems: 200, default: [] }))
const list = <T extends Record<string, object>>(fields: T, options: object = { default: [] }) =>
  Type.Optional(Type.Array(Type.Object(fields as never, closed), { maxItems: 40_000, ...options }))

const Note = {
  id: Type.Optional(id()),
  staff_id: idOrNull(),
  notes: visibleText(longestNested),
  created_at: Type.Optional(localTime()),
}
const Cancellation = Type.Object(
  {
    cancelled_at: instant(),
    cancelled_by: oneOf(cancelledBy),
    reason: visibleText(500),
    note: Type.Optional(nullable(text(2000))),
    short_notice: Type.Optional(Type.Boolean({ default: false })),
    charge_client: Type.Optional(Type.Boolean({ default: false })),
  },
  closed,
)

export const fields = {
  type: Type.Optional(oneOf(shiftTypes, { default: 'single' })),
  title: Type.Optional(visibleText(255, { default: 'Shift' })),
  start: localTime(),
  end: localTime(),
  address: Type.Optional(nullable(text(500))),
  client_ids: ids(),
  staff_ids: ids(),
  site_id: Type.Optional(nullable(id())),
  series_id: Type.Optional(nullable(id())),
  is_draft: Type.Optional(Type.Boolean({ default: false })),
  deleted: Type.Optional(Type.Boolean({ default: false })),
  services: list({ staff_id: idOrNull(), service: visibleText(255) }),
  segments: list({
    id: Type.Optional(id()),
    start: localTime(),
    end: localTime(),
    service: visibleText(255),
    staff_ids: ids(),
    shift_notes: list(Note),
  }),
  // Left out, the pairs are made, so there is no default.
  appointments: list({ id: Type.Optional(id()), client_id: idOrNull(), employee_id: idOrNull() }, {}),
  attendance: list({ staff_id: id(), check_in: localTimeOrNull(), check_out: localTimeOrNull() }),
  cancellation: Type.Optional(nullable(Cancellation)),
  funding: list({
    client_id: id(),
    funding_type: Type.Optional(oneOfOrNull(clientTypes)),
    price_code: Type.Optional(nullable(id())),
    claim_type: Type.Optional(oneOfOrNull(claimTypes)),
  }),
  client_charge_split: list({ client_id: id(), share: Type.Number({ minimum: 0, maximum: 1 }) }),
  notes: list(Note),
}

export const extraFields = {
  occurrence_on: Type.Optional(nullable(Type.String({ format: 'date' }))),
  edited_alone: Type.Optional(Type.Boolean({ default: false })),
  is_short: Type.Optional(Type.Boolean({ default: false })),
  overridden: Type.Optional(Type.Array(oneOf(conflictCodes), { uniqueItems: true, default: [] })),
}

export interface ShiftRow {
  type: ShiftType
  start: string
  end: string
  client_ids: number[]
  staff_ids: number[]
  site_id?: number | null
  series_id?: number | null
  occurrence_on?: string | null
  segments: { start: string; end: string }[]
  appointments?: { client_id: number | null; employee_id: number | null }[]
  attendance: { staff_id: number; check_in: string | null; check_out: string | null }[]
  funding: { client_id: number }[]
  client_charge_split: { client_id: number; share: number }[]
}
