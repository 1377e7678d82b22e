import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { retryTransaction } from '../../db/transaction.ts'
import { found, invalid } from '../../http/contract/errors.ts'
import { Prices, pricesFor } from '../price-codes/prices.ts'
import { editSeries } from '../series/edit.ts'
import { deleteIfEmpty, lockSeriesOf } from '../series/series.sql.ts'
import { insertCalls, startSeries, upcomingDays } from '../series/series.ts'
import {
  applyPatch,
  changedRule,
  inOrder,
  linkErrors,
  linksCall,
  namesOf,
  type ParsedTask,
  type UpdatedTask,
  updateCalls,
} from './patch.ts'
import { editable, taskRecord } from './record.ts'
import type { Scope } from './tasks.schema.ts'
import { find, lockOne, type TaskRow } from './tasks.sql.ts'

/** Updates a task, or with the scope this_and_following also the later tasks of its series. */
export function editTask(
  db: Queryable,
  caller: Caller,
  now: number,
  id: number,
  patch: ParsedTask,
  scope: Scope = 'this',
): Promise<UpdatedTask> {
  const { orgId, connectionId, timezone } = caller
  const isEmpty = namesOf(patch).length === 0
  const isForSeries = scope === 'this_and_following'
  return pipeline(db, function* () {
    if (isEmpty || isForSeries) {
      const [[row]] = yield* send(find.call(orgId, id, timezone))
      const task = found(row, 'Task')
      // An empty patch is allowed in every state.
      if (isEmpty) return { updated: [], data: taskRecord(task) }
      if (task.series_id !== null) return yield* editSeries(caller, now, task, patch)
    }

    // A task that stops repeating may leave its series empty, which is then deleted.
    const stopsRepeating = patch.recurrence === null
    const [[series], , [row], [links], priceRows] = yield* send(
      stopsRepeating ? lockSeriesOf.call(orgId, id) : undefined,
      lockOne.call(orgId, id),
      find.call(orgId, id, timezone),
      linksCall(orgId, patch),
      canChangePrices(patch) ? pricesFor.call(orgId, codesOf(patch), [id]) : undefined,
    )
    const task = editable(row)
    // Another request put the task into this series before the lock.
    const isUnexpected = isForSeries || (stopsRepeating && task.series_id !== series?.id)
    if (task.series_id !== null && isUnexpected) throw retryTransaction()

    const prices = new Prices(priceRows)
    const patched = applyPatch(task, patch, prices, links)
    const rule = changedRule(patch, task)
    const upcoming = rule ? upcomingDays(rule, patched.values.date, now, timezone) : undefined
    const errors = { ...linkErrors(patch, links, task.assignee?.id), ...patched.errors, ...upcoming?.errors }
    if (Object.keys(errors).length > 0) throw invalid(errors)
    const updated = inOrder([...patched.updated, ...(rule === undefined ? [] : ['recurrence'])])
    if (updated.length === 0) return { updated, data: taskRecord(task) }

    const started = rule ? yield* startSeries(orgId, rule, patched, upcoming!.days, upcoming!.next_on) : undefined
    // A task leaves its series with every change but completing and reopening.
    const isOnlyCompleted = updated.every((name) => name === 'completed')
    const seriesId = started?.seriesId ?? (isOnlyCompleted ? task.series_id : null)
    const results = yield* sendLast(
      ...updateCalls(caller, patched, updated, seriesId),
      stopsRepeating && series ? deleteIfEmpty.call(orgId, series.id) : undefined,
      ...(started ? insertCalls(orgId, connectionId, { ...started, prices }) : []),
      find.call(orgId, id, timezone),
    )
    const data = taskRecord(results.at(-1)![0] as TaskRow)
    if (!started) return { updated, data }
    return { updated, data, series: { changed: 0, created: started.days.length, skipped: [] } }
  })
}

/** Whether a patch can change what a task costs, or create tasks that have a cost. */
const canChangePrices = ({ date, client, minutes, price_code, billable, recurrence }: ParsedTask): boolean =>
  [date, client, minutes, price_code, billable, recurrence].some((value) => value !== undefined)

const codesOf = ({ price_code }: ParsedTask): number[] => (price_code === undefined ? [] : [price_code])
