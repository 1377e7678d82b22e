import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found, invalid, refusedField } from '../../http/contract/errors.ts'
import { acceptedIn, blocks, conflicting, findConflicts, overrideErrors, told } from '../conflicts/conflicts.ts'
import { dayOf, stopCall } from '../series/series.ts'
import { holdShifts } from '../shifts/lock.ts'
import { refusal } from '../shifts/moves.ts'
import { standing } from '../shifts/plan.ts'
import { shiftRecord } from '../shifts/record.ts'
import { type Ref, refOf } from '../shifts/refs.ts'
import type { Cancellation, Overriding, ShiftCancel } from '../shifts/shifts.schema.ts'
import { findMany, findShift, lock, move, type ShiftRow } from '../shifts/shifts.sql.ts'

const shortNoticeMilliseconds = 7 * 86_400_000

/** Cancels a shift; with the following ones, its series ends before it too. */
export function cancelShift(
  db: Queryable,
  { orgId, connectionId }: Caller,
  now: number,
  ref: string,
  body: ShiftCancel,
) {
  const { scope = 'this' } = body
  return pipeline(db, function* () {
    const { shiftOf, laterOf, series } = yield* holdShifts(orgId, [ref], scope)
    const shift = shiftOf(ref)
    const held = found(shift?.is_deleted ? undefined : shift, 'Shift')
    const no = refusal('cancel', held.status)
    if (no) throw refusedField('status', no)
    const isFollowed = scope === 'this_and_following' && held.series_id !== null
    const later = isFollowed ? laterOf(held) : []
    const [rows] = yield* send(
      findMany.call(
        orgId,
        [held, ...later].map(({ id }) => id),
        null,
      ),
    )
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    const reasons = later.map(({ id, status }) => ({
      ref: refOf(rowOf.get(id)!),
      id,
      reason: refusal('cancel', status),
    }))
    const skipped = reasons.flatMap(({ ref, reason }) => (reason ? { ref, reason } : []))
    const ids = [held.id, ...reasons.filter(({ reason }) => !reason).map(({ id }) => id)]
    const cancellations = ids.map((id) => ({ id, cancellation: cancellationOf(rowOf.get(id)!, body, now) }))
    const detail = { cancelled_by: body.cancelled_by, reason: body.reason }
    const [, , [shown]] = yield* sendLast(
      isFollowed ? stopCall(orgId, series.get(held.series_id!)!, dayOf(held)) : undefined,
      move.call(
        orgId,
        connectionId,
        ids,
        'cancelled',
        JSON.stringify(cancellations),
        [],
        'shift.cancelled',
        JSON.stringify(detail),
      ),
      findMany.call(orgId, [held.id], held.id),
    )
    return { data: shiftRecord(shown!), ...(isFollowed && { series: { changed: ids.length - 1, skipped } }) }
  })
}

function cancellationOf({ starts_at }: ShiftRow, body: ShiftCancel, now: number): Cancellation {
  const short_notice = Date.parse(starts_at) - now < shortNoticeMilliseconds
  return {
    cancelled_at: new Date(now).toISOString().replace('Z', '000Z'),
    cancelled_by: body.cancelled_by,
    reason: body.reason,
    note: body.note ?? null,
    short_notice,
    charge_client: body.charge_client ?? (short_notice && body.cancelled_by === 'client'),
  }
}

/** Puts a cancelled shift back on the roster. Its people may be elsewhere by now, so it is checked like a new one. */
export function restoreShift(db: Queryable, caller: Caller, ref: Ref, body: Overriding) {
  const { orgId, connectionId } = caller
  const errors = overrideErrors(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return pipeline(db, function* () {
    const [, [row]] = yield* send(lock.call(orgId, ref.id, ref.isAppointment), findShift(caller, ref))
    const shift = found(row, 'Shift')
    const no = refusal('restore', shift.status)
    if (no) throw refusedField('status', no)
    const { found: against } = yield* findConflicts(orgId, [standing(shift)])
    const conflicts = against.map(({ conflict }) => conflict)
    const blocking = blocks(conflicts, body.override_conflicts)
    if (blocking.length > 0) throw conflicting(blocking, conflicts)
    const { overridden, detail } = acceptedIn(conflicts, body)
    const [, [shown]] = yield* sendLast(
      move.call(
        orgId,
        connectionId,
        [shift.id],
        'scheduled',
        '[]',
        overridden,
        'shift.restored',
        detail && JSON.stringify(detail),
      ),
      findShift(caller, ref),
    )
    return { data: shiftRecord(shown!), ...told(conflicts) }
  })
}
