import type { Call } from '../../db/pipeline.ts'
import { setPairs } from '../appointments/appointments.sql.ts'
import { updatePairs } from '../appointments/pairs.ts'
import { type Pair, type Plan, pairsOf } from './plan.ts'
import { setClients, setSegments, setStaff, update } from './shifts.sql.ts'

/** The new state of a shift that the transaction has locked. */
export interface ShiftUpdate {
  id: number
  plan: Plan
  /** Its current appointments. */
  pairs: readonly (Pair & { id: number })[]
  /** Names of the fields that change. */
  fields: string[]
  series_id: number | null
  day: string | null
  edited_alone: boolean
  overridden: string[]
  detail: object | null
}

/** Updates a shift, and its people and parts where they change. PostgreSQL needs the statements in this order. */
export function updateCalls(orgId: number, connectionId: number, shift: ShiftUpdate): Call[] {
  const { id, plan, pairs, fields, series_id, day, edited_alone, overridden, detail } = shift
  const isChanged = (...names: string[]) => names.some((name) => fields.includes(name))
  const { retained, added, removedIds } = updatePairs(pairs, pairsOf(plan.client_ids, plan.staff_ids))
  const { title, address, site_id, starts, ends, starts_at, ends_at } = plan
  const calls: (Call | false)[] = [
    update.call(
      ...([orgId, connectionId, id, title, address, site_id, JSON.stringify(plan.services), overridden] as const),
      ...([starts, ends, starts_at, ends_at, series_id, day, edited_alone, fields] as const),
      detail && JSON.stringify(detail),
    ),
    isChanged('staff_ids') && setStaff.call(orgId, id, plan.staff_ids),
    isChanged('client_ids', 'client_charge_split') && setClients.call(orgId, id, JSON.stringify(plan.clients)),
    isChanged('segments') && setSegments.call(orgId, id, JSON.stringify(plan.segments)),
    setPairs.call(
      ...([orgId, id, removedIds, retained.map((pair) => pair.id), retained.map((pair) => pair.client_id)] as const),
      retained.map((pair) => pair.employee_id),
      added.map((pair) => pair.client_id),
      added.map((pair) => pair.employee_id),
    ),
  ]
  return calls.filter((call) => call !== false)
}
