import type { Plan } from './plan.ts'
import type { ShiftRow } from './shifts.sql.ts'

/** A shift that is there, as a plan: what a change is laid over, and what its series makes the next one like. */
export function standing(row: ShiftRow): Plan & { id: number } {
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
    split: undefined,
    clients: clients.map(({ id: client_id, name: _, ...client }) => ({ client_id, ...client })),
  }
}
