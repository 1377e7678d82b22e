import type { People } from '../conflicts/conflicts.ts'
import { type Plan, plannedClients, type Times, timesOf } from './plan.ts'
import type { ShiftCreate } from './shifts.schema.ts'

export const peopleOf = ({ staff_ids, client_ids, site_id = null }: ShiftCreate) => ({ staff_ids, client_ids, site_id })

/** The shift asked for, with what a shift has when nothing is said. */
export function planOf(body: ShiftCreate, times: Times, people: People, zone: string): Plan {
  const { type, client_ids, site_id, client_charge_split: split } = body
  const home = type === 'single' ? people.clients.get(client_ids[0]!) : people.sites.get(site_id ?? 0)
  return {
    ...times,
    ...peopleOf(body),
    type,
    title: body.title ?? body.services?.[0]?.service ?? 'Shift',
    address: body.address === undefined ? (home?.address ?? null) : body.address || null,
    ...partsOf(body, zone),
    segment_ids: [],
    split,
    clients: plannedClients({ type, client_ids, split }, people),
  }
}

/** Services and segments as a body gives them, at times that the clock shows, as those of the shift are. */
export const partsOf = (
  { services = [], segments = [] }: Pick<ShiftCreate, 'services' | 'segments'>,
  zone: string,
) => ({
  services: services.map(({ staff_id = null, service }) => ({ staff_id, service })),
  segments: segments.map(({ id, start, end, service, staff_ids = [] }) => {
    const { starts, ends } = timesOf(start, end, zone)
    return { ...(id !== undefined && { id }), starts, ends, service, staff_ids }
  }),
})
