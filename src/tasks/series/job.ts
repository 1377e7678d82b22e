import { type Pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { daysUpTo, horizon } from '../../recurrence/horizon.ts'
import { makeDue } from '../../recurrence/job.ts'
import { notFundedBy, Prices, pricesFor } from '../price-codes/prices.ts'
import { type DueSeries, due, leavers, writeRule } from './series.sql.ts'
import { makeCall } from './series.ts'

/** Makes the tasks of all series up to their horizon; gives how many. */
export const makeDueTasks = (db: Queryable, now: number, onFailure: (error: unknown) => void): Promise<number> =>
  makeDue(db, now, { due, make: makeSeries }, onFailure)

/**
 * Nobody is there to ask, so a client who has left gets no more tasks, as long as they are archived, and one whose
 * assignee has left is made for nobody. One whose price code is not for the client, who may be funded by others by now,
 * is made without a charge.
 */
function* makeSeries(series: DueSeries, now: number): Pipeline<number> {
  const { orgId, id, timezone, recurrence, starts_on, next_on, client_id, assignee_id, price_code } = series
  const { days, next_on: rest } = daysUpTo(recurrence, starts_on, next_on!, horizon(now, timezone))
  const [[left], prices] = yield* send(
    leavers.call(orgId, client_id, assignee_id),
    price_code === null ? undefined : pricesFor.call(orgId, [price_code], []),
  )
  const known = new Prices(prices)
  const isFunded = price_code !== null && !notFundedBy(known.get(price_code)!, left!.client_type ?? undefined)
  const template = {
    ...series,
    assignee_id: left!.assignee_left ? null : assignee_id,
    ...(!isFunded && { billable: false, price_code: null }),
  }
  const made = left!.client_left ? [] : days
  yield* sendLast(
    made.length > 0 ? makeCall(orgId, null, { template, days: made, prices: known, seriesId: id }) : undefined,
    writeRule.call(orgId, id, recurrence, rest),
  )
  return made.length
}
