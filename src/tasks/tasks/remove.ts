import type { Caller } from '../../access/tokens.ts'
import { type Pipeline, pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { startOver } from '../../db/transaction.ts'
import { found } from '../../http/contract/errors.ts'
import { release, takeBack } from '../billables/billables.sql.ts'
import { deleteIfEmpty, findFrom, holdSeries, holdSeriesOf, lockFrom } from '../series/series.sql.ts'
import { keptReason, stopCalls } from '../series/series.ts'
import { deletable } from './record.ts'
import type { Scope } from './tasks.schema.ts'
import { deleteTasks, find, lockOne, moveToSeries, type TaskRow } from './tasks.sql.ts'

export interface Deleted {
  deleted: number
  series?: { deleted: number; skipped: { id: number; reason: string }[] }
}

/** Deletes a task, or with its scope the later ones of its series too, which then makes no more. */
export function removeTask(db: Queryable, caller: Caller, id: number, scope: Scope): Promise<Deleted> {
  return pipeline(db, function* () {
    if (scope === 'this_and_following') {
      const [[row]] = yield* send(find.call(caller.orgId, id, caller.timezone))
      const task = found(row, 'Task')
      if (task.series_id !== null) return yield* removeFrom(caller, task)
    }
    const [[held], , [row]] = yield* send(
      holdSeriesOf.call(caller.orgId, id),
      lockOne.call(caller.orgId, id),
      find.call(caller.orgId, id, caller.timezone),
    )
    const task = deletable(row)
    // It began to repeat since it was looked up, or repeats in another way.
    if (task.series_id !== null && (scope === 'this_and_following' || task.series_id !== held?.id)) throw startOver()
    // A series without any task that it could be reached by ends.
    yield* sendLast(...removeCalls(caller, [id]), held && deleteIfEmpty.call(caller.orgId, held.id))
    return { deleted: id }
  })
}

export const removeCalls = ({ orgId, connectionId }: Caller, ids: number[]) => [
  takeBack.call(orgId, connectionId, ids, null),
  release.call(orgId, ids, null),
  deleteTasks.call(orgId, connectionId, ids),
]

/** Later tasks that are done stay, because they tell what happened. */
function* removeFrom(caller: Caller, seen: TaskRow): Pipeline<Deleted> {
  const { orgId } = caller
  const [[series], , rows] = yield* send(
    holdSeries.call(orgId, seen.series_id!),
    lockFrom.call(orgId, seen.series_id!, seen.date),
    findFrom.call(orgId, seen.series_id!, seen.date, null),
  )
  const row = rows.find(({ id }) => id === seen.id)
  // It left the series, or is gone, since it was looked up.
  if (!series || row?.date !== seen.date) throw startOver()
  const task = deletable(row)
  const later = rows.filter(({ id }) => id !== task.id)
  const skipped = later.flatMap((one) => {
    const reason = keptReason(one)
    return reason ? [{ id: one.id, reason }] : []
  })
  const gone = later.filter((one) => keptReason(one) === undefined).map(({ id }) => id)
  yield* sendLast(
    ...removeCalls(caller, [task.id, ...gone]),
    // They repeat no more.
    moveToSeries.call(
      orgId,
      caller.connectionId,
      skipped.map(({ id }) => id),
      null,
    ),
    ...stopCalls(orgId, series, task.date),
  )
  return { deleted: task.id, series: { deleted: gone.length, skipped } }
}
