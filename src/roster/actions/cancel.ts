import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found, invalid, rejectedField } from '../../http/contract/errors.ts'
import {
  acceptedConflicts,
  checkConflicts,
  findConflicts,
  listConflicts,
  overrideErrors,
} from '../conflicts/conflicts.ts'
import { recordNewRule } from '../series/series.sql.ts'
import { dayOf, stopSeries } from '../series/series.ts'
import { lockShifts } from '../shifts/lock.ts'
import { statusError } from '../shifts/moves.ts'
import { planFromRow, shiftRecord } from '../shifts/record.ts'
import { type Ref, refOf } from '../shifts/refs.ts'
import type { Cancellation, ConflictOverride, ShiftCancel } from '../shifts/shifts.schema.ts'
import { findMany, findShift, lockShift, type ShiftRow, setStatus } from '../shifts/shifts.sql.ts'

const shortNoticeMilliseconds = 7 * 86_400_000

/** Cancels a shift. With scope this_and_following it cancels the later shifts too, and the series ends before the shift. */
export function cancelShift(
  db: Queryable,
  { orgId, connectionId }: Caller,
  now: number,
  ref: string,
  body: Omit<ShiftCancel, 'dry_run'>,
) {
  const { scope = 'this' } = body
  return pipeline(db, function* () {
    const { shiftOf, laterOf, series } = yield* lockShifts(orgId, [ref], scope)
    const locked = shiftOf(ref)
    const shift = found(locked?.is_deleted ? undefined : locked, 'Shift')
    const notAllowed = statusError('cancel', shift.status)
    if (notAllowed) throw rejectedField('status', notAllowed)
    const withLater = scope === 'this_and_following' && shift.series_id !== null
    const later = withLater ? laterOf(shift) : []
    const [rows] = yield* send(
      findMany.call(
        orgId,
        [shift, ...later].map(({ id }) => id),
        null,
      ),
    )
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    const laterResults = later.map(({ id, status }) => ({
      ref: refOf(rowOf.get(id)!),
      id,
      reason: statusError('cancel', status),
    }))
    const skipped = laterResults.flatMap(({ ref, reason }) => (reason ? { ref, reason } : []))
    const ids = [shift.id, ...laterResults.filter(({ reason }) => !reason).map(({ id }) => id)]
    const cancellations = ids.map((id) => ({ id, cancellation: cancellationOf(rowOf.get(id)!, body, now) }))
    const detail = { cancelled_by: body.cancelled_by, reason: body.reason }
    const [, , , , [row]] = yield* sendLast(
      withLater ? stopSeries(orgId, series.get(shift.series_id!)!, dayOf(shift)) : undefined,
      withLater ? recordNewRule.call(orgId, connectionId, shift.series_id!, ids) : undefined,
      ...setStatus(orgId, connectionId, {
        ids,
        status: 'cancelled',
        type: 'shift.cancelled',
        fields: ['status', 'cancellation'],
        detail,
        cancellations,
      }),
      findMany.call(orgId, [shift.id], shift.id),
    )
    return { data: shiftRecord(row!), ...(withLater && { series: { changed: ids.length - 1, skipped } }) }
  })
}

function cancellationOf({ starts_at }: ShiftRow, body: Omit<ShiftCancel, 'dry_run'>, now: number): Cancellation {
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

/** Makes a cancelled shift scheduled again. Its people may be on other shifts by now, so its conflicts are checked. */
export function restoreShift(db: Queryable, caller: Caller, ref: Ref, body: ConflictOverride) {
  const { orgId, connectionId } = caller
  const errors = overrideErrors(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return pipeline(db, function* () {
    const [, [cancelled]] = yield* send(lockShift.call(orgId, ref.id, ref.isAppointment), findShift(caller, ref))
    const shift = found(cancelled, 'Shift')
    const notAllowed = statusError('restore', shift.status)
    if (notAllowed) throw rejectedField('status', notAllowed)
    const { matches } = yield* findConflicts(orgId, [planFromRow(shift)])
    const conflicts = checkConflicts(matches, body)
    const accepted = acceptedConflicts(conflicts, body)
    const [, , [row]] = yield* sendLast(
      ...setStatus(orgId, connectionId, {
        ids: [shift.id],
        status: 'scheduled',
        type: 'shift.restored',
        fields: ['status', 'cancellation'],
        ...accepted,
      }),
      findShift(caller, ref),
    )
    return { data: shiftRecord(row!), ...listConflicts(conflicts) }
  })
}
