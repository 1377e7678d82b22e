import type { Caller } from '../../access/tokens.ts'
import { type Call, type Pipeline, send, sendLast } from '../../db/pipeline.ts'
import { startOver } from '../../db/transaction.ts'
import { invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { continued, type Rule } from '../../recurrence/recurrence.ts'
import { notFundedBy, Prices, pricesFor } from '../price-codes/prices.ts'
import type { Asked, Fields } from '../tasks/asked.ts'
import { changeOf, inOrder, type TaskChange } from '../tasks/change.ts'
import { begin, clientTypeOf, type Edited, isAboutSeries, newRule } from '../tasks/editing.ts'
import { linkErrors, linksCall } from '../tasks/links.ts'
import { editable, primaryOf, taskRecord } from '../tasks/record.ts'
import { removeCalls } from '../tasks/remove.ts'
import { find, moveToSeries, type TaskRow } from '../tasks/tasks.sql.ts'
import { writeCalls } from '../tasks/write.ts'
import {
  findFrom,
  holdSeries,
  insertSeries,
  lockFrom,
  type SeriesRow,
  type Template,
  valuesOf,
  writeTemplate,
} from './series.sql.ts'
import { daysOf, keptReason, makeCall, stopCalls } from './series.ts'

/** Changes a task and the later ones of its series, which splits there. */
export function* editSeries(caller: Caller, now: number, seen: TaskRow, asked: Asked): Pipeline<Edited> {
  const { orgId, timezone } = caller
  const [[series], , rows, [links]] = yield* send(
    holdSeries.call(orgId, seen.series_id!),
    lockFrom.call(orgId, seen.series_id!, seen.date),
    findFrom.call(orgId, seen.series_id!, seen.date, seen.id),
    linksCall(orgId, asked),
  )
  const row = rows.find(({ id }) => id === seen.id)
  // It left the series, or is gone, since it was looked up.
  if (!series || row?.date !== seen.date) throw startOver()
  const task = editable(row)
  const later = rows.filter(({ id }) => id !== task.id)
  const kept = later.filter((one) => keptReason(one) !== undefined)
  const open = later.filter((one) => !kept.includes(one))
  const codes = [asked.price_code, series.price_code].flatMap((code) => code ?? [])
  const [prices] = yield* send(
    pricesFor.call(
      orgId,
      codes,
      [task, ...open].map(({ id }) => id),
    ),
  )
  const known = new Prices(prices)

  const type = (one: TaskRow) => clientTypeOf(one, asked, links)
  const change = changeOf(task, asked, known, type(task))
  const isMoved = change.after.date !== task.date
  // Counted from another day even the same rule is a new one.
  const rule = isMoved && asked.recurrence ? asked.recurrence : newRule(asked.recurrence, task.recurrence)
  const upcoming = rule ? daysOf(rule, change.after.date, now, timezone) : undefined
  const errors = { ...linkErrors(asked, links, task.assignee?.id), ...change.errors, ...upcoming?.errors }
  if (isMoved && rule === undefined) {
    errors.date = ['date of a series can only be changed together with its recurrence.']
  }
  const changes =
    rule === undefined ? open.map((one) => changeOf(one, shared(one, asked, change), known.lenient, type(one))) : []
  const template = overlaid(series, asked, change)
  Object.assign(
    errors,
    ...changes.map((one) => one.errors),
    rule === undefined && templateErrors(template, known, type(task)),
  )
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const skipped = kept.map((one) => ({ id: one.id, reason: keptReason(one)! }))
  const members = { series, task, open, kept, skipped }
  if (rule === undefined) return yield* changeAll(caller, members, change, changes, template)
  return yield* repeatAnew(caller, members, change, { rule, known, ...upcoming })
}

/**
 * What is asked of a later task. The day and completing are for the one task alone. One without a charge becomes billable
 * by the price code of that task.
 */
function shared(later: TaskRow, asked: Asked, { primary }: TaskChange): Fields {
  const code = asked.billable && !primaryOf(later) ? primary?.price_code : undefined
  return { ...asked, price_code: asked.price_code ?? code, date: undefined, completed: undefined }
}

/** The tasks to come must have a price code for their client, as those that are there. */
function templateErrors({ price_code }: Template, prices: Prices, clientType: string | undefined): FieldErrors {
  const price = price_code === null ? undefined : prices.get(price_code)
  const no = price && notFundedBy(price, clientType)
  return no ? { price_code: [no] } : {}
}

interface Members {
  series: SeriesRow
  task: TaskRow
  open: TaskRow[]
  kept: TaskRow[]
  skipped: { id: number; reason: string }[]
}

/** The rule stays: the tasks change where they are, and the rest of the series is one of its own. */
function* changeAll(
  { orgId, connectionId, timezone }: Caller,
  { series, task, open, kept, skipped }: Members,
  change: TaskChange,
  later: TaskChange[],
  template: Template,
): Pipeline<Edited> {
  const changed = later.filter(({ updated }) => updated.length > 0)
  const { updated } = change
  const isOther = JSON.stringify(valuesOf(template)) !== JSON.stringify(valuesOf(series))
  const splits = isOther || changed.length > 0 || isAboutSeries(updated)
  if (updated.length === 0 && !splits) {
    return { updated, data: taskRecord(task), series: { changed: 0, skipped } }
  }
  const seriesId = splits ? yield* splitOff(orgId, series, task.date, template) : series.id
  const moved = [task, ...open, ...kept].map(({ id }) => id)
  const calls: Call[] = [
    ...(updated.length > 0 ? writeCalls(orgId, connectionId, change, updated, seriesId) : []),
    ...changed.flatMap((one) => writeCalls(orgId, connectionId, one, one.updated, seriesId)),
    moveToSeries.call(orgId, connectionId, moved, seriesId),
    ...(seriesId === series.id ? [] : stopCalls(orgId, series, task.date)),
  ]
  const answers = yield* sendLast(...calls, find.call(orgId, task.id, timezone))
  return {
    updated,
    data: taskRecord(answers.at(-1)![0] as TaskRow),
    series: { changed: changed.length, skipped },
  }
}

/** What the series makes from here on. */
function overlaid(series: SeriesRow, asked: Asked, { after, primary }: TaskChange): Template {
  const { title, client_id, assignee_id, minutes, billable, claim_type } = series
  return {
    title: asked.title ?? title,
    client_id: asked.client === undefined ? client_id : asked.client,
    assignee_id: asked.assignee === undefined ? assignee_id : asked.assignee,
    minutes: asked.minutes ?? minutes,
    billable: asked.billable ?? billable,
    price_code: asked.price_code ?? series.price_code ?? (after.billable ? (primary?.price_code ?? null) : null),
    claim_type,
  }
}

/** What a series is from a day on: itself where nothing came before, or a new one that goes on with its rule. */
function* splitOff(orgId: number, series: SeriesRow, day: string, template: Template) {
  const { id, recurrence, starts_on, next_on } = series
  if (day <= starts_on) {
    yield* send(writeTemplate.call(orgId, id, ...valuesOf(template)))
    return id
  }
  const rest = continued(recurrence, starts_on, day)
  const [[made]] = yield* send(insertSeries.call(orgId, rest, day, next_on, ...valuesOf(template)))
  return made!.id
}

interface Repeating {
  rule: Rule | null
  known: Prices
  days?: string[]
  next_on?: string | null
}

/** The task repeats in another way, or no more: the later ones that are open go, and the new ones come. */
function* repeatAnew(
  caller: Caller,
  { series, task, open, kept, skipped }: Members,
  change: TaskChange,
  { rule, known, days = [], next_on = null }: Repeating,
): Pipeline<Edited> {
  const { orgId, connectionId, timezone } = caller
  const updated = inOrder([...change.updated, 'recurrence'])
  const gone = open.map(({ id }) => id)
  const begun = rule ? yield* begin(orgId, rule, change, next_on) : undefined
  const made = days.filter((day) => !kept.some(({ date }) => date === day))
  const calls: Call[] = [
    ...removeCalls(caller, gone),
    ...writeCalls(orgId, connectionId, change, updated, begun?.id ?? null),
    moveToSeries.call(
      orgId,
      connectionId,
      kept.map(({ id }) => id),
      null,
    ),
    ...stopCalls(orgId, series, task.date),
  ]
  if (begun) {
    const order = { template: begun.template, days: made, prices: known, seriesId: begun.id }
    calls.push(makeCall(orgId, connectionId, order))
  }
  const answers = yield* sendLast(...calls, find.call(orgId, task.id, timezone))
  return {
    updated,
    data: taskRecord(answers.at(-1)![0] as TaskRow),
    series: { changed: gone.length, ...(begun && { created: made.length }), skipped },
  }
}
