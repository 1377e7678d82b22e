import { send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { daysUpTo, horizon } from '../../recurrence/horizon.ts'
import { makeDue } from '../../recurrence/job.ts'
import { placeOn } from '../../recurrence/occurrence-times.ts'
import type { Conflict } from '../conflicts/conflicts.schema.ts'
import { blocks, findConflicts, type People } from '../conflicts/conflicts.ts'
import { insertCall } from '../shifts/insert.ts'
import { type Plan, plannedClients, standing } from '../shifts/plan.ts'
import type { ShiftRow } from '../shifts/shifts.sql.ts'
import { type DueSeries, due, findModel, write } from './series.sql.ts'

/** Makes the shifts of all series up to their horizon; gives how many. */
export const makeDueShifts = (db: Queryable, now: number, onFailure: (error: unknown) => void): Promise<number> =>
  makeDue(db, now, { due, make: makeSeries }, onFailure)

/** Makes what a series that its caller holds has up to its horizon; gives how many shifts that were. */
function* makeSeries({ orgId, id, timezone, recurrence, starts_on, next_on, starts, ends }: DueSeries, now: number) {
  const [[model]] = yield* send(findModel.call(orgId, id))
  const { days, next_on: rest } = daysUpTo(recurrence, starts_on, next_on!, horizon(now, timezone))
  if (!model) {
    // Nothing is left that the next ones could be made like, so the series is over.
    yield* sendLast(write.call(orgId, id, recurrence, null, null, null))
    return 0
  }
  const plan = standing(model)
  const clock = starts && ends ? { starts, ends } : model
  const occurrences = days.map((day) => ({ day, times: placeOn(day, clock, timezone) }))
  const planned = occurrences.map(({ times }) => ({ ...plan, ...times, id: 0 }))
  const { people, found } = yield* findConflicts(orgId, planned)
  const orders = occurrences.flatMap((occurrence, place) => {
    const own = found.filter((one) => one.place === place).map(({ conflict }) => conflict)
    const order = orderFor(model, plan, people, blocks(own, model.overridden))
    return order ? [insertCall(orgId, null, { ...order, zone: timezone }, [occurrence], id)] : []
  })
  yield* sendLast(...orders, write.call(orgId, id, recurrence, rest, null, null))
  return orders.length
}

/**
 * The next shift of a series when nobody is there to ask: whom something blocks is left off, so that staff show as an
 * open place and an archived client holds up no others; without any client left it is not made.
 */
function orderFor(model: ShiftRow, plan: Plan, people: People, blocking: readonly Conflict[]) {
  const off = (of: 'staff' | 'client') => new Set(blocking.flatMap((conflict) => conflict[of]?.id ?? []))
  const [staffOff, clientsOff] = [off('staff'), off('client')]
  const client_ids = plan.client_ids.filter((id) => !clientsOff.has(id))
  if (clientsOff.size > 0 && client_ids.length === 0) return undefined
  const isOn = (id: number | null) => id === null || !staffOff.has(id)
  const leftOut = blocking.map(({ code, staff, client }) => ({
    code,
    ...(staff && { staff_id: staff.id }),
    ...(client && { client_id: client.id }),
  }))
  return {
    plan: {
      ...plan,
      client_ids,
      clients: plannedClients({ ...plan, client_ids }, people, plan.clients),
      staff_ids: plan.staff_ids.filter(isOn),
      services: plan.services.map((one) => (isOn(one.staff_id) ? one : { ...one, staff_id: null })),
      segments: plan.segments.map((one) => ({ ...one, staff_ids: one.staff_ids.filter(isOn) })),
    },
    status: model.status === 'draft' ? ('draft' as const) : ('scheduled' as const),
    fields: [],
    overridden: model.overridden,
    detail: leftOut.length > 0 ? { left_out: leftOut } : null,
    isShort: leftOut.length > 0,
  }
}
