import type { Caller } from '../../access/tokens.ts'
import { type Pipeline, pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { startOver } from '../../db/transaction.ts'
import { found, invalid, refusedField } from '../../http/contract/errors.ts'
import { findPairs } from '../appointments/appointments.sql.ts'
import { acceptedIn, findConflicts, overrideErrors, told } from '../conflicts/conflicts.ts'
import { editSeries } from '../series/edit.ts'
import { refusal } from './moves.ts'
import { broughtBy, changedNames, judge, lay, startedErrors, withClients } from './patch.ts'
import { isSameTime, planErrors, standing } from './plan.ts'
import { shiftRecord } from './record.ts'
import type { Ref } from './refs.ts'
import type { EditedShift, ShiftPatch } from './shifts.schema.ts'
import { findShift, lock, type ShiftRow } from './shifts.sql.ts'
import { rewriteCalls } from './update.ts'

/** Changes a shift, or with its scope the later ones of its series too. */
export function editShift(
  db: Queryable,
  caller: Caller,
  now: number,
  ref: Ref,
  body: ShiftPatch,
): Promise<EditedShift> {
  return pipeline(db, function* () {
    const [[row]] = yield* send(findShift(caller, ref))
    const shift = found(row, 'Shift')
    if (!isAsked(body)) return unchanged(shift, body)
    const isAlone = shift.series_id === null || body.scope !== 'this_and_following'
    // A rule for a shift that has none yet begins a series, which is a change to more than this shift.
    if (isAlone && !(shift.series_id === null && body.recurrence)) return yield* editAlone(caller, ref, body)
    return yield* editSeries(caller, now, shift, body)
  })
}

const unchanged = (shift: ShiftRow, { scope }: ShiftPatch): EditedShift => ({
  updated: [],
  data: shiftRecord(shift),
  ...(shift.series_id !== null && scope === 'this_and_following' && { series: { changed: 0, skipped: [] } }),
})

/** Whether a patch asks for a change at all: without a field it is no edit, in any state. */
const isAsked = ({ scope: _, override_conflicts: __, override_reason: ___, ...fields }: ShiftPatch) =>
  Object.keys(fields).length > 0

function* editAlone(caller: Caller, ref: Ref, body: ShiftPatch): Pipeline<EditedShift> {
  const { orgId, connectionId } = caller
  const [, [row]] = yield* send(lock.call(orgId, ref.id, ref.isAppointment), findShift(caller, ref))
  const shift = found(row, 'Shift')
  // It began to repeat since it was looked up.
  if (shift.series_id !== null && body.scope === 'this_and_following') throw startOver()
  const no = refusal('edit', shift.status)
  if (no) throw refusedField('status', no)
  if (shift.series_id !== null && body.recurrence !== undefined) {
    throw invalid({ recurrence: ['recurrence can only be changed with scope this_and_following.'] })
  }
  const before = standing(shift)
  const laid = lay(before, body, caller.timezone)
  const { people, found: all } = yield* findConflicts(orgId, [laid])
  const plan = withClients(laid, before, people)
  const errors = { ...overrideErrors(body), ...planErrors(plan, people, before), ...startedErrors(shift, plan) }
  const conflicts = judge(errors, broughtBy(before, plan, all), body)
  const updated = changedNames(before, plan)
  if (updated.length === 0) return { updated, data: shiftRecord(shift) }

  const [pairs] = yield* send(findPairs.call(orgId, [shift.id]))
  const { overridden, detail } = acceptedIn(conflicts, body)
  const calls = rewriteCalls(orgId, connectionId, {
    id: shift.id,
    plan,
    pairs,
    changed: updated,
    series_id: shift.series_id,
    day: shift.occurrence_on,
    edited_alone: shift.series_id !== null,
    overridden: [...new Set([...(isSameTime(before, plan) ? shift.overridden : []), ...overridden])],
    detail,
  })
  const rows = yield* sendLast(...calls, findShift(caller, ref))
  const [shown] = rows.at(-1) as (typeof shift)[]
  return { updated, data: shiftRecord(shown!), ...told(conflicts) }
}
