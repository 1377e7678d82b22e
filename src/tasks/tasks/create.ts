import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { Prices, priceFor, priceNeeded, pricesFor } from '../price-codes/prices.ts'
import { insertSeries, valuesOf } from '../series/series.sql.ts'
import { daysOf, makeCall } from '../series/series.ts'
import { askedIn, namesOf } from './asked.ts'
import { linkErrors, linksCall } from './links.ts'
import { taskRecord } from './record.ts'
import type { Task, TaskCreate } from './tasks.schema.ts'
import { find } from './tasks.sql.ts'

export interface Created {
  created: number
  data: Task
  series?: { id: number; created: number }
}

/** Makes a task, or all that a new series has up to its horizon. */
export function createTask(db: Queryable, caller: Caller, now: number, body: TaskCreate): Promise<Created> {
  const { orgId, connectionId, timezone } = caller
  const asked = askedIn(body)
  const { title, date, minutes = 0, billable = false, completed = false } = body
  const rule = asked.recurrence ?? undefined
  const upcoming = rule && daysOf(rule, date, now, timezone)

  return pipeline(db, function* () {
    const code = asked.price_code
    const codesAsked = code === undefined ? [] : [code]
    const [[links], rows] = yield* send(linksCall(orgId, asked), pricesFor.call(orgId, codesAsked, []))
    const prices = new Prices(rows)
    const errors = {
      ...linkErrors(asked, links),
      ...priceErrors(code, billable, date, prices, links?.client?.client_type),
      ...upcoming?.errors,
    }
    if (Object.keys(errors).length > 0) throw invalid(errors)

    const people = { client_id: asked.client ?? null, assignee_id: asked.assignee ?? null }
    const template = { title, ...people, minutes, billable, price_code: code ?? null, claim_type: null }
    const [[begun]] = rule
      ? yield* send(insertSeries.call(orgId, rule, date, upcoming!.next_on, ...valuesOf(template)))
      : [[]]
    const order = { template, prices, seriesId: begun?.id ?? null }
    const [[made], later] = yield* send(
      makeCall(orgId, connectionId, { ...order, days: [date], completed, fields: namesOf(asked) }),
      begun && makeCall(orgId, connectionId, { ...order, days: upcoming!.days }),
    )
    const [[row]] = yield* sendLast(find.call(orgId, made!.id, timezone))
    const series = begun && { id: begun.id, created: 1 + later.length }
    return { created: made!.id, data: taskRecord(row!), ...(series && { series }) }
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
  const { no } = priceFor(prices, code, date, clientType)
  return no ? { price_code: [no] } : {}
}
