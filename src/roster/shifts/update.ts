import type { Call } from '../../db/pipeline.ts'
import { setPairs } from '../appointments/appointments.sql.ts'
import { changePairs, type Pair, pairsOf } from '../appointments/pairs.ts'
import type { Plan } from './plan.ts'
import { setClients, setSegments, setStaff, update } from './shifts.sql.ts'

/** A shift that its caller holds, as it shall be. */
export interface Rewrite {
  id: number
  plan: Plan
  /** Its appointments as they are. */
  pairs: readonly (Pair & { id: number })[]
  changed: string[]
  series_id: number | null
  day: string | null
  edited_alone: boolean
  overridden: string[]
  detail: object | null
}

/** Writes a shift and what of its people and parts has changed, in the order in which PostgreSQL has to do it. */
export function rewriteCalls(orgId: number, connectionId: number, order: Rewrite): Call[] {
  const { id, plan, pairs, changed, series_id, day, edited_alone, overridden, detail } = order
  const isChanged = (...names: string[]) => names.some((name) => changed.includes(name))
  const { kept, added, removedIds } = changePairs(pairs, pairsOf(plan.client_ids, plan.staff_ids))
  const calls: (Call | false)[] = [
    update.call(
      ...([
        orgId,
        connectionId,
        id,
        plan.title,
        plan.address,
        plan.site_id,
        JSON.stringify(plan.services),
        overridden,
      ] as const),
      ...([plan.starts, plan.ends, plan.starts_at, plan.ends_at, series_id, day, edited_alone, changed] as const),
      detail && JSON.stringify(detail),
    ),
    isChanged('staff_ids') && setStaff.call(orgId, id, plan.staff_ids),
    isChanged('client_ids', 'client_charge_split') && setClients.call(orgId, id, JSON.stringify(plan.clients)),
    isChanged('segments') && setSegments.call(orgId, id, JSON.stringify(plan.segments)),
    setPairs.call(
      ...([orgId, id, removedIds, kept.map((pair) => pair.id), kept.map((pair) => pair.client_id)] as const),
      kept.map((pair) => pair.employee_id),
      added.map((pair) => pair.client_id),
      added.map((pair) => pair.employee_id),
    ),
  ]
  return calls.filter((call) => call !== false)
}
