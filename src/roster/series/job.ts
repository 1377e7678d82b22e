import { send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { daysUpTo, horizon } from '../../recurrence/horizon.ts'
import { makeDue } from '../../recurrence/job.ts'
import { timesOn } from '../../recurrence/occurrence-times.ts'
import type { Conflict } from '../conflicts/conflicts.schema.ts'
import { blockingConflicts, findConflicts, type People } from '../conflicts/conflicts.ts'
import { type Plan, plannedClients } from '../shifts/plan.ts'
import { planFromRow } from '../shifts/record.ts'
import { insertShifts, type ShiftRow } from '../shifts/shifts.sql.ts'
import { type DueSeries, due, findTemplate, update } from './series.sql.ts'

/** Creates the shifts of all series up to their horizon, and returns how many. */
export const makeDueShifts = (db: Queryable, now: number, onFailure: (error: unknown) => void): Promise<number> =>
  makeDue(db, now, { due, make: extendSeries }, onFailure)

/** Creates the shifts of a locked series up to its horizon, and returns how many. */
function* extendSeries({ orgId, id, timezone, recurrence, starts_on, next_on, starts, ends }: DueSeries, now: number) {
  const [[template]] = yield* send(findTemplate.call(orgId, id))
  const { days, next_on: rest } = daysUpTo(recurrence, starts_on, next_on!, horizon(now, timezone))
  if (!template) {
    // The series has no shift left to copy, so it ends.
    yield* sendLast(update.call(orgId, id, recurrence, null, null, null))
    return 0
  }
  const plan = planFromRow(template)
  const local = starts && ends ? { starts, ends } : template
  const occurrences = days.map((day) => ({ day, times: timesOn(day, local, timezone) }))
  const planned = occurrences.map(({ times }) => ({ ...plan, ...times, id: 0 }))
  const { people, matches, ids } = yield* findConflicts(orgId, planned)
  const inserts = occurrences.flatMap((occurrence, index) => {
    const conflicts = matches.filter((match) => match.index === index).map(({ conflict }) => conflict)
    const shift = withoutBlocked(template, plan, people, blockingConflicts(conflicts, template.overridden))
    const one = { ids: [ids[index]!], occurrences: [occurrence], timezone, series_id: id, fields: [] }
    return shift ? [insertShifts(orgId, null, { ...shift, ...one })] : []
  })
  yield* sendLast(...inserts.flat(), update.call(orgId, id, recurrence, rest, null, null))
  return inserts.length
}

/**
 * The next shift of a series, without the people whom a conflict blocks: no user is there to override it. Without any
 * client left there is no shift.
 */
function withoutBlocked(template: ShiftRow, plan: Plan, people: People, blocking: readonly Conflict[]) {
  const blockedIds = (of: 'staff' | 'client') => new Set(blocking.flatMap((conflict) => conflict[of]?.id ?? []))
  const [blockedStaff, blockedClients] = [blockedIds('staff'), blockedIds('client')]
  const client_ids = plan.client_ids.filter((id) => !blockedClients.has(id))
  if (blockedClients.size > 0 && client_ids.length === 0) return undefined
  const isOn = (id: number | null) => id === null || !blockedStaff.has(id)
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
    status: template.status === 'draft' ? ('draft' as const) : ('scheduled' as const),
    overridden: template.overridden,
    detail: leftOut.length > 0 ? { left_out: leftOut } : null,
    is_short: leftOut.length > 0,
  }
}
