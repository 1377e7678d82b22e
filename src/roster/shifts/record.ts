import { normalise } from '../../recurrence/recurrence.ts'
import type { Plan } from './plan.ts'
import { refOf } from './refs.ts'
import type { Cancellation, Shift, ShiftNote } from './shifts.schema.ts'
import type { NoteRow, ShiftRow } from './shifts.sql.ts'

/** A shift as the API returns it. JSON leaves out what is undefined. */
export function shiftRecord(row: ShiftRow): Shift {
  const staff = row.staff ?? []
  const clients = row.clients ?? []
  const notes = row.notes ?? []
  const people = staff.map(({ id, name }) => ({ id, name }))
  const personOf = new Map(people.map((person) => [person.id, person]))
  const isShared = row.type !== 'single'
  return {
    ref: refOf(row),
    type: row.type,
    status: row.status,
    title: row.title,
    start: row.starts,
    end: row.ends,
    timezone: row.timezone,
    start_at: row.starts_at,
    end_at: row.ends_at,
    minutes: row.minutes,
    address: row.address ?? undefined,
    is_draft: row.status === 'draft',
    clients: clients.map(({ id, name }) => ({ id, name })),
    staff: people,
    services: row.services.map(({ staff_id, service }) => {
      const person = staff_id === null ? undefined : personOf.get(staff_id)
      return person ? { staff: person.name, service } : { service }
    }),
    segments: (row.segments ?? []).map(({ id, start, end, service, staff_ids }) => ({
      id,
      start,
      end,
      service,
      staff: staff_ids.flatMap((staffId) => personOf.get(staffId) ?? []),
      shift_notes: notes.filter(({ segment_id }) => segment_id === id).map(noteRecord),
    })),
    shift_notes: notes.map(noteRecord),
    attendance: staff.map(({ id, name, ...times }) => ({
      staff: { id, name },
      check_in: times.check_in,
      check_out: times.check_out,
      check_in_at: times.check_in_at,
      check_out_at: times.check_out_at,
      worked_minutes: minutesBetween(times.check_in_at, times.check_out_at),
      corrected: times.corrected,
    })),
    cancellation: row.cancellation && cancellationRecord(row.cancellation),
    recurrence:
      row.series_id === null
        ? null
        : ({ series_id: row.series_id, ...normalise(row.recurrence!) } as Shift['recurrence']),
    funding: clients
      .filter(({ funding_type, price_code, claim_type }) => (funding_type ?? price_code ?? claim_type) !== null)
      .map(({ id, name, funding_type, price_code, claim_type }) => ({
        client: { id, name },
        funding_type: funding_type ?? undefined,
        price_code: price_code ?? undefined,
        claim_type: claim_type ?? undefined,
      })),
    site: isShared && row.site ? row.site : undefined,
    client_charge_split: isShared ? clients.map(({ id, share }) => ({ client_id: id, share: share ?? 0 })) : undefined,
    created_at: row.created_at,
    updated_at: row.updated_at,
  } as Shift
}

const minutesBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Math.floor((Date.parse(to) - Date.parse(from)) / 60_000)

/** With the keys in the order of the schema, which jsonb does not preserve. An imported one may have no note. */
const cancellationRecord = (cancellation: Cancellation): Cancellation => {
  const { cancelled_at, cancelled_by, reason, note, short_notice, charge_client } = cancellation
  return { cancelled_at, cancelled_by, reason, note: note ?? null, short_notice, charge_client }
}

export const noteRecord = ({ id, staff, notes, created_at }: NoteRow): ShiftNote => ({
  id,
  ...(staff && { staff }),
  notes,
  created_at,
})

/** A stored shift as a plan: what a patch is applied to, and what the next shift of a series copies. */
export function planFromRow(row: ShiftRow): Plan & { id: number } {
  const { id, type, title, address, starts, ends, starts_at, ends_at, services } = row
  const clients = row.clients ?? []
  const segments = row.segments ?? []
  const staff_ids = (row.staff ?? []).map((person) => person.id)
  return {
    id,
    type,
    title,
    address,
    starts,
    ends,
    starts_at,
    ends_at,
    services,
    site_id: row.site?.id ?? null,
    staff_ids,
    client_ids: clients.map((client) => client.id),
    segments: segments.map(({ start, end, ...segment }) => ({ ...segment, starts: start, ends: end })),
    segment_ids: segments.map((segment) => segment.id),
    client_charge_split: undefined,
    clients: clients.map(({ id: client_id, name: _, ...client }) => ({ client_id, ...client })),
  }
}
