import type { Caller } from '../../access/tokens.ts'
import { pipeline, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { type BulkResult, bulkResponse } from '../actions/bulk.ts'
import { recordNewRule } from '../series/series.sql.ts'
import { dayOf, stopSeries } from '../series/series.ts'
import { lockShifts } from './lock.ts'
import { deletion } from './moves.ts'
import type { ShiftDelete } from './shifts.schema.ts'
import { type LockedShift, lockNotes, remove, softDelete } from './shifts.sql.ts'

/** Deletes shifts in the order of their refs. A ref that fails is reported and does not stop the others. */
export function deleteShifts(
  db: Queryable,
  { orgId, connectionId }: Caller,
  { refs, scope = 'this' }: ShiftDelete,
  dry_run = false,
) {
  const [was, went] = dry_run ? ['would be', 'would go'] : ['was', 'went']
  return pipeline(db, function* () {
    const { shiftOf, laterOf, series } = yield* lockShifts(orgId, refs, scope)
    const deletions = new Map<number, 'remove' | 'soft_delete'>()
    const add = (shift: LockedShift) => {
      if (shift.is_deleted || deletions.has(shift.id)) return false
      deletions.set(shift.id, deletion(shift.status))
      return true
    }
    const stopped = new Map<number, LockedShift>()
    const results = refs.map((ref): BulkResult => {
      const shift = shiftOf(ref)
      if (!shift) return { ref, ok: false, error: 'Shift not found.' }
      if (!add(shift)) return { ref, ok: false, error: 'The shift is already deleted.' }
      const message =
        deletions.get(shift.id) === 'remove'
          ? `The shift ${was} removed.`
          : `The shift ${was} deleted; its record is kept.`
      if (scope === 'this' || shift.series_id === null) return { ref, ok: true, message }
      stopped.set(shift.series_id, earlier(stopped.get(shift.series_id), shift))
      const following = laterOf(shift).filter(add).length
      return {
        ref,
        ok: true,
        message: `${message} With it ${went} ${count(following)} of its series, which ends here.`,
      }
    })
    const idsTo = (kind: 'remove' | 'soft_delete') => [...deletions].flatMap(([id, how]) => (how === kind ? id : []))
    const [removedIds, deletedIds] = [idsTo('remove'), idsTo('soft_delete')]
    yield* sendLast(
      removedIds.length > 0 ? lockNotes.call(orgId, removedIds) : undefined,
      removedIds.length > 0 ? remove.call(orgId, connectionId, removedIds) : undefined,
      deletedIds.length > 0 ? softDelete.call(orgId, connectionId, deletedIds) : undefined,
      ...[...stopped].flatMap(([id, first]) => [
        stopSeries(orgId, series.get(id)!, dayOf(first)),
        recordNewRule.call(orgId, connectionId, id, []),
      ]),
    )
    return bulkResponse(results)
  })
}

const earlier = (a: LockedShift | undefined, b: LockedShift) => (a && dayOf(a) < dayOf(b) ? a : b)
const count = (n: number) => (n === 1 ? '1 later shift' : `${n} later shifts`)
