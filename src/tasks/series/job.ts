import { nextIds } from '../../db/next-ids.ts'
import { type Pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { daysUpTo, horizon } from '../../recurrence/horizon.ts'
import { makeDue } from '../../recurrence/job.ts'
import { notFundedBy, Prices, pricesFor } from '../price-codes/prices.ts'
import { type DueSeries, due, findArchived, findDays, updateRule } from './series.sql.ts'
import { insertCalls } from './series.ts'

/** Creates the tasks of all series up to their horizon; returns how many. */
export const makeDueTasks = (db: Queryable, now: number, onFailure: (error: unknown) => void): Promise<number> =>
  makeDue(db, now, { due, make: makeSeries }, onFailure)

/**
 * The job cannot report an error to a caller. An archived client gets no tasks while they are archived, and a task of an
 * archived assignee is created without one. A price code that is no longer for the client's type is left out.
 */
function* makeSeries(series: DueSeries, now: number): Pipeline<number> {
  const { orgId, id, timezone, recurrence, starts_on, next_on, client_id, assignee_id, price_code } = series
  const { days, next_on: nextOn } = daysUpTo(recurrence, starts_on, next_on!, horizon(now, timezone))
  const [[archived], priceRows, existing, ids] = yield* send(
    findArchived.call(orgId, client_id, assignee_id),
    price_code === null ? undefined : pricesFor.call(orgId, [price_code], []),
    findDays.call(orgId, id, next_on!),
    nextIds.call('task_id_seq', days.length),
  )
  const { client_left, client_type, assignee_left } = archived!
  const prices = new Prices(priceRows)
  const isFunded = price_code !== null && !notFundedBy(prices.get(price_code)!, client_type ?? undefined)
  const template = {
    ...series,
    assignee_id: assignee_left ? null : assignee_id,
    ...(!isFunded && { billable: false, price_code: null }),
  }
  // An import may have created tasks of the next days.
  const newDays = client_left ? [] : days.filter((day) => !existing.some(({ date }) => date === day))
  yield* sendLast(
    ...insertCalls(orgId, null, { template, days: newDays, ids, prices, seriesId: id }),
    updateRule.call(orgId, id, recurrence, nextOn),
  )
  return newDays.length
}
