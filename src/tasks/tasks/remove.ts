import type { Caller } from '../../access/tokens.ts'
import { type Pipeline, pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { retryTransaction } from '../../db/transaction.ts'
import { found } from '../../http/contract/errors.ts'
import { detachVoid, removePending } from '../billables/billables.sql.ts'
import { deleteIfEmpty, findFrom, lockFrom, lockSeries, lockSeriesOf } from '../series/series.sql.ts'
import { skipReason, stopCalls } from '../series/series.ts'
import { deletable } from './record.ts'
import type { Scope } from './tasks.schema.ts'
import { deleteTasks, find, lockNotes, lockOne, moveToSeries, type TaskRow } from './tasks.sql.ts'

interface DeletedTask {
  deleted: number
  series?: { deleted: number; skipped: { id: number; reason: string }[] }
}

/** Deletes a task, or with the scope this_and_following also the later tasks of its series, which then ends. */
export function removeTask(db: Queryable, caller: Caller, id: number, scope: Scope): Promise<DeletedTask> {
  return pipeline(db, function* () {
    if (scope === 'this_and_following') {
      const [[row]] = yield* send(find.call(caller.orgId, id, caller.timezone))
      const task = found(row, 'Task')
      if (task.series_id !== null) return yield* removeFrom(caller, task)
    }
    const [[series], , [row]] = yield* send(
      lockSeriesOf.call(caller.orgId, id),
      lockOne.call(caller.orgId, id),
      find.call(caller.orgId, id, caller.timezone),
    )
    const task = deletable(row)
    // Another request put the task into this series before the lock.
    const isUnexpected = scope === 'this_and_following' || task.series_id !== series?.id
    if (task.series_id !== null && isUnexpected) throw retryTransaction()
    // A series without tasks cannot be reached any more.
    yield* sendLast(...removeCalls(caller, [id]), series && deleteIfEmpty.call(caller.orgId, series.id))
    return { deleted: id }
  })
}

export const removeCalls = ({ orgId, connectionId }: Caller, ids: number[]) => [
  removePending.call(orgId, connectionId, ids, null),
  detachVoid.call(orgId, connectionId, ids, null),
  lockNotes.call(orgId, ids),
  deleteTasks.call(orgId, connectionId, ids),
]

/** Later tasks that are completed or billed stay as a record of the work. `read` is the task before the lock. */
function* removeFrom(caller: Caller, read: TaskRow): Pipeline<DeletedTask> {
  const { orgId, connectionId } = caller
  const [[series], , rows] = yield* send(
    lockSeries.call(orgId, read.series_id!),
    lockFrom.call(orgId, read.series_id!, read.date),
    findFrom.call(orgId, read.series_id!, read.date, null),
  )
  const row = rows.find(({ id }) => id === read.id)
  // Another request deleted the task, or took it out of the series, before the lock.
  if (!series || row?.date !== read.date) throw retryTransaction()
  const task = deletable(row)
  const later = rows.filter(({ id }) => id !== task.id)
  const skipped = later.flatMap((one) => {
    const reason = skipReason(one)
    return reason ? [{ id: one.id, reason }] : []
  })
  const skippedIds = skipped.map(({ id }) => id)
  const removedIds = later.filter((one) => skipReason(one) === undefined).map(({ id }) => id)
  yield* sendLast(
    ...removeCalls(caller, [task.id, ...removedIds]),
    // Skipped tasks no longer repeat.
    moveToSeries.call(orgId, connectionId, skippedIds, null),
    ...stopCalls(caller, series, task.date),
  )
  return { deleted: task.id, series: { deleted: removedIds.length, skipped } }
}
