import type { Caller } from '../../access/tokens.ts'
import { nextIds } from '../../db/next-ids.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { Prices, priceFor, priceNeeded, pricesFor } from '../price-codes/prices.ts'
import { insertSeries, valuesOf } from '../series/series.sql.ts'
import { insertCalls, upcomingDays } from '../series/series.ts'
import { linkErrors, linksCall, namesOf, parseTask } from './patch.ts'
import { taskRecord } from './record.ts'
import type { Task, TaskCreate } from './tasks.schema.ts'
import { find, type TaskRow } from './tasks.sql.ts'

interface CreatedTask {
  created: number
  data: Task
  series?: { id: number; created: number }
}

/** Creates a task; with a recurrence also its series and the tasks up to the horizon. */
export function createTask(db: Queryable, caller: Caller, now: number, body: TaskCreate): Promise<CreatedTask> {
  const { orgId, connectionId, timezone } = caller
  const fields = parseTask(body)
  const { title, date, price_code, minutes = 0, billable = false, completed = false } = body
  const rule = fields.recurrence ?? undefined
  const upcoming = rule && upcomingDays(rule, date, now, timezone)

  return pipeline(db, function* () {
    const codes = price_code === undefined ? [] : [price_code]
    const [[links], priceRows, firstIds] = yield* send(
      linksCall(orgId, fields),
      pricesFor.call(orgId, codes, []),
      nextIds.call('task_id_seq', 1),
    )
    const prices = new Prices(priceRows)
    const errors = {
      ...linkErrors(fields, links),
      ...priceErrors(price_code, billable, date, prices, links?.client?.client_type),
      ...upcoming?.errors,
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)

    const people = { client_id: fields.client ?? null, assignee_id: fields.assignee ?? null }
    const template = { title, ...people, minutes, billable, price_code: price_code ?? null, claim_type: null }
    const days = upcoming?.days ?? []
    const [[series], ids] = rule
      ? yield* send(
          insertSeries.call(orgId, rule, date, upcoming!.next_on, ...valuesOf(template)),
          nextIds.call('task_id_seq', days.length),
        )
      : [[], []]
    const [{ id }] = firstIds as [{ id: number }]
    const tasks = { template, prices, seriesId: series?.id ?? null }
    const first = { ...tasks, days: [date], ids: firstIds, completed, fields: namesOf(fields) }
    const results = yield* sendLast(
      ...insertCalls(orgId, connectionId, first),
      ...insertCalls(orgId, connectionId, { ...tasks, days, ids }),
      find.call(orgId, id, timezone),
    )
    const created = { created: id, data: taskRecord(results.at(-1)![0] as TaskRow) }
    return series ? { ...created, series: { id: series.id, created: 1 + days.length } } : created
  })
}

function priceErrors(
  code: number | undefined,
  billable: boolean,
  date: string,
  prices: Prices,
  clientType: string | undefined,
): FieldErrors {
  if (code === undefined) {
    return billable ? { price_code: [priceNeeded] } : {}
  }
  const { error } = priceFor(prices, code, date, clientType)
  return error ? { price_code: [error] } : {}
}
