import type { Caller } from '../../access/tokens.ts'
import { type Pipeline, pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { retryTransaction } from '../../db/transaction.ts'
import { found, invalid, rejectedField } from '../../http/contract/errors.ts'
import { findPairs } from '../appointments/appointments.sql.ts'
import {
  acceptedConflicts,
  checkConflicts,
  findConflicts,
  listConflicts,
  overrideErrors,
} from '../conflicts/conflicts.ts'
import { editSeries } from '../series/edit.ts'
import { statusError } from './moves.ts'
import { applyPatch, changedFields, newConflicts, startedErrors, withClients } from './patch.ts'
import { isSameTime, planErrors } from './plan.ts'
import { planFromRow, shiftRecord } from './record.ts'
import type { Ref } from './refs.ts'
import type { EditedShift, ShiftPatch } from './shifts.schema.ts'
import { findShift, lockShift, type ShiftRow } from './shifts.sql.ts'
import { updateCalls } from './update.ts'

/** Edits a shift; with scope this_and_following, the later shifts of its series too. */
export function editShift(
  db: Queryable,
  caller: Caller,
  now: number,
  ref: Ref,
  patch: ShiftPatch,
): Promise<EditedShift> {
  return pipeline(db, function* () {
    const [[row]] = yield* send(findShift(caller, ref))
    const shift = found(row, 'Shift')
    if (!hasFields(patch)) return unchanged(shift, patch)
    const isAlone = shift.series_id === null || patch.scope !== 'this_and_following'
    // A rule for a shift outside of a series starts a series, which affects more than this shift.
    if (isAlone && !(shift.series_id === null && patch.recurrence)) return yield* editAlone(caller, ref, patch)
    return yield* editSeries(caller, now, shift, patch)
  })
}

const unchanged = (shift: ShiftRow, { scope }: ShiftPatch): EditedShift => ({
  updated: [],
  data: shiftRecord(shift),
  ...(shift.series_id !== null && scope === 'this_and_following' && { series: { changed: 0, skipped: [] } }),
})

/** A patch without fields is no edit, so it is allowed in every status. */
const hasFields = ({ scope: _, override_conflicts: __, override_reason: ___, ...fields }: ShiftPatch) =>
  Object.keys(fields).length > 0

function* editAlone(caller: Caller, ref: Ref, patch: ShiftPatch): Pipeline<EditedShift> {
  const { orgId, connectionId, timezone } = caller
  const [, [row]] = yield* send(lockShift.call(orgId, ref.id, ref.isAppointment), findShift(caller, ref))
  const shift = found(row, 'Shift')
  // Another request has made it part of a series since it was read.
  if (shift.series_id !== null && patch.scope === 'this_and_following') throw retryTransaction()
  const notAllowed = statusError('edit', shift.status)
  if (notAllowed) throw rejectedField('status', notAllowed)
  if (shift.series_id !== null && patch.recurrence !== undefined) {
    throw invalid({ recurrence: ['recurrence can only be changed with scope this_and_following.'] })
  }
  const before = planFromRow(shift)
  const patched = applyPatch(before, patch, timezone)
  const { people, matches } = yield* findConflicts(orgId, [patched])
  const plan = withClients(patched, before, people)
  const errors = { ...overrideErrors(patch), ...planErrors(plan, people, before), ...startedErrors(shift, plan) }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const conflicts = checkConflicts(newConflicts(before, plan, matches), patch)
  const updated = changedFields(before, plan)
  if (updated.length === 0) return { updated, data: shiftRecord(shift) }

  const [pairs] = yield* send(findPairs.call(orgId, [shift.id]))
  const { overridden, detail } = acceptedConflicts(conflicts, patch)
  const calls = updateCalls(orgId, connectionId, {
    id: shift.id,
    plan,
    pairs,
    fields: updated,
    series_id: shift.series_id,
    day: shift.occurrence_on,
    edited_alone: shift.series_id !== null,
    overridden: [...new Set([...(isSameTime(before, plan) ? shift.overridden : []), ...overridden])],
    detail,
  })
  const results = yield* sendLast(...calls, findShift(caller, ref))
  const [edited] = results.at(-1) as ShiftRow[]
  return { updated, data: shiftRecord(edited!), ...listConflicts(conflicts) }
}
