import type { Caller } from '../../access/tokens.ts'
import { pipeline, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { bulkAnswer, type Item } from '../actions/bulk.ts'
import { dayOf, stopCall } from '../series/series.ts'
import { holdShifts } from './lock.ts'
import { deletion } from './moves.ts'
import type { Scope } from './shifts.schema.ts'
import { type Held, remove, softDelete } from './shifts.sql.ts'

/** Deletes shifts one by one in the order of their refs; what fails is told and holds nothing up. */
export function deleteShifts(db: Queryable, { orgId, connectionId }: Caller, refs: string[], scope: Scope) {
  return pipeline(db, function* () {
    const { shiftOf, laterOf, series } = yield* holdShifts(orgId, refs, scope)
    const gone = new Map<number, 'remove' | 'soft_delete'>()
    const take = (shift: Held) => {
      if (shift.is_deleted || gone.has(shift.id)) return false
      gone.set(shift.id, deletion(shift.status))
      return true
    }
    const stopped = new Map<number, Held>()
    const results = refs.map((ref): Item => {
      const shift = shiftOf(ref)
      if (!shift) return { ref, ok: false, error: 'Shift not found.' }
      if (!take(shift)) return { ref, ok: false, error: 'The shift is already deleted.' }
      const message =
        gone.get(shift.id) === 'remove' ? 'The shift was removed.' : 'The shift was deleted; its record is kept.'
      if (scope === 'this' || shift.series_id === null) return { ref, ok: true, message }
      stopped.set(shift.series_id, earlier(stopped.get(shift.series_id), shift))
      const following = laterOf(shift).filter(take).length
      return { ref, ok: true, message: `${message} With it went ${count(following)} of its series, which ends here.` }
    })
    const by = (way: 'remove' | 'soft_delete') => [...gone].filter(([, how]) => how === way).map(([id]) => id)
    const [removed, deleted] = [by('remove'), by('soft_delete')]
    yield* sendLast(
      removed.length > 0 ? remove.call(orgId, connectionId, removed) : undefined,
      deleted.length > 0 ? softDelete.call(orgId, connectionId, deleted) : undefined,
      ...[...stopped].map(([id, first]) => stopCall(orgId, series.get(id)!, dayOf(first))),
    )
    return bulkAnswer(results)
  })
}

const earlier = (a: Held | undefined, b: Held) => (a && dayOf(a) < dayOf(b) ? a : b)
const count = (n: number) => (n === 1 ? '1 later shift' : `${n} later shifts`)
