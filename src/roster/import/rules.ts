import { Type } from 'typebox'
import { instant } from '../../bundle/fields.ts'
import { maxNestedLength } from '../../bundle/plain-notes.ts'
import type { AddProblem } from '../../bundle/section.ts'
import { claimTypes, clientTypes } from '../../clients/funding.ts'
import { closed, id, nullable, oneOf, oneOfOrNull, text, visibleText } from '../../http/contract/schema.ts'
import { conflictCodes } from '../conflicts/conflicts.schema.ts'
import { maxMilliseconds } from '../shifts/plan.ts'
import { cancelledBy, type ShiftType, shiftTypes } from '../shifts/shifts.schema.ts'

// The fields of a shift in the bundle.
const localTime = () => Type.String({ format: 'local-time' })
const localTimeOrNull = () => Type.Optional(nullable(Type.String({ format: 'local-time', default: null })))
const instantOrNull = () => Type.Optional(nullable(Type.String({ ...instant(), default: null })))
const idOrNull = () => Type.Optional(nullable(Type.Integer({ ...id(), default: null })))
const ids = () => Type.Optional(Type.Array(id(), { uniqueItems: true, maxItems: 200, default: [] }))
const list = <T extends Record<string, object>>(fields: T, options: object = { default: [] }) =>
  Type.Optional(Type.Array(Type.Object(fields as never, closed), { maxItems: 40_000, ...options }))

const Note = {
  id: Type.Optional(id()),
  staff_id: idOrNull(),
  notes: visibleText(maxNestedLength),
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
  // Without this list the import creates the pairs, so it has no default.
  appointments: list({ id: Type.Optional(id()), client_id: idOrNull(), employee_id: idOrNull() }, {}),
  attendance: list({
    staff_id: id(),
    check_in: localTimeOrNull(),
    check_out: localTimeOrNull(),
    check_in_at: instantOrNull(),
    check_out_at: instantOrNull(),
    corrected: Type.Optional(Type.Boolean({ default: false })),
  }),
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

export interface BundleShift {
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
  attendance: {
    staff_id: number
    check_in: string | null
    check_out: string | null
    check_in_at: string | null
    check_out_at: string | null
  }[]
  funding: { client_id: number }[]
  client_charge_split: { client_id: number; share: number }[]
}

/** Checks the fields of a shift against each other. Local times are texts that sort like times. */
export function checkShift(shift: BundleShift, problem: AddProblem): void {
  checkTimes(shift, problem)
  checkType(shift, problem)
  checkPairs(shift, problem)
  checkAttendance(shift, problem)
  checkCharges(shift, problem)
  if (shift.occurrence_on && !shift.series_id) problem(['occurrence_on'], 'needs a series_id.')
}

function checkTimes({ start, end, segments }: BundleShift, problem: AddProblem): void {
  if (end <= start) problem(['end'], 'must be after start.')
  else if (Date.parse(`${end}Z`) - Date.parse(`${start}Z`) > maxMilliseconds) {
    problem(['end'], 'must be at most 7 days after start.')
  }
  for (const [index, segment] of segments.entries()) {
    if (segment.end <= segment.start) problem(['segments', index, 'end'], 'must be after start.')
    if (segment.start < start)
      problem(['segments', index, 'start'], `must be ${start} or later, the start of the shift.`)
    if (segment.end > end) problem(['segments', index, 'end'], `must be ${end} or earlier, the end of the shift.`)
  }
}

function checkType({ type, client_ids, site_id, client_charge_split }: BundleShift, problem: AddProblem): void {
  if (type === 'single' && client_ids.length !== 1)
    problem(['client_ids'], 'must have exactly one id on a single shift.')
  if (type === 'group' && client_ids.length === 0)
    problem(['client_ids'], 'must have at least one id on a group shift.')
  if (type === 'single' && site_id) problem(['site_id'], 'must be null on a single shift.')
  if (type === 'site' && !site_id) problem(['site_id'], 'is required on a site shift.')
  if (type === 'single' && client_charge_split.length > 0) {
    problem(['client_charge_split'], 'must be empty on a single shift.')
  }
}

function checkPairs({ appointments = [], client_ids, staff_ids }: BundleShift, problem: AddProblem): void {
  for (const [index, { client_id, employee_id }] of appointments.entries()) {
    const isClient = client_id === null ? client_ids.length === 0 : client_ids.includes(client_id)
    if (!isClient) problem(['appointments', index, 'client_id'], 'must be one of client_ids.')
    const isStaff = employee_id === null || staff_ids.includes(employee_id)
    if (!isStaff) problem(['appointments', index, 'employee_id'], 'must be one of staff_ids, or null.')
  }
}

/** Where an instant is given, the order depends on the timezone; the import checks it when it has all instants. */
function checkAttendance({ attendance, staff_ids }: BundleShift, problem: AddProblem): void {
  checkOnce(attendance, 'attendance', 'staff_id', staff_ids, problem)
  for (const [index, { check_in, check_out, check_in_at, check_out_at }] of attendance.entries()) {
    const isIn = (check_in ?? check_in_at) !== null
    const name = check_out === null && check_out_at !== null ? 'check_out_at' : 'check_out'
    if (!isIn && (check_out ?? check_out_at) !== null) problem(['attendance', index, name], 'needs a check_in.')
    if (check_in_at !== null || check_out_at !== null || check_in === null || check_out === null) continue
    if (check_out < check_in) problem(['attendance', index, 'check_out'], 'must not be before check_in.')
  }
}

const millionths = 1_000_000

function checkCharges({ funding, client_charge_split, client_ids }: BundleShift, problem: AddProblem): void {
  checkOnce(funding, 'funding', 'client_id', client_ids, problem)
  checkOnce(client_charge_split, 'client_charge_split', 'client_id', client_ids, problem)
  if (client_charge_split.length === 0) return
  for (const [index, { share }] of client_charge_split.entries()) {
    if (Number(share.toFixed(6)) !== share)
      problem(['client_charge_split', index, 'share'], 'must have at most 6 decimals.')
  }
  const sum = client_charge_split.reduce((total, { share }) => total + Math.round(share * millionths), 0)
  if (sum !== millionths) problem(['client_charge_split'], 'must have shares that sum to 1.')
}

/** Each entry is about one person of the shift, and each person has at most one entry. */
function checkOnce<Field extends string>(
  entries: Record<Field, number>[],
  list: string,
  field: Field,
  people: number[],
  problem: AddProblem,
): void {
  const seen = new Set<number>()
  for (const [index, { [field]: person }] of entries.entries()) {
    const path = [list, index, field]
    if (!people.includes(person)) problem(path, `must be one of ${field.replace('_id', '_ids')}.`)
    else if (seen.has(person)) problem(path, 'must not be there twice.')
    seen.add(person)
  }
}

/** Accepts records as the API returns them, with a person as `client: {id, name}`: takes the ids. */
export function readShift(row: Record<string, unknown>): void {
  takeIds(row.funding, 'client')
  takeIds(row.notes, 'staff')
  if (!Array.isArray(row.segments)) return
  for (const segment of row.segments) takeIds((segment as { shift_notes?: unknown } | null)?.shift_notes, 'staff')
}

function takeIds(entries: unknown, person: string): void {
  if (!Array.isArray(entries)) return
  for (const entry of entries) {
    const value = entry?.[person]
    if (typeof value !== 'object' || value === null || `${person}_id` in entry) continue
    entry[`${person}_id`] = value.id
    delete entry[person]
  }
}
