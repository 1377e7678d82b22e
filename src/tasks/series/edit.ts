import type { Caller } from '../../access/tokens.ts'
import { type Pipeline, send, sendLast } from '../../db/pipeline.ts'
import { retryTransaction } from '../../db/transaction.ts'
import { invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { type Rule, restOfRule } from '../../recurrence/recurrence.ts'
import { notFundedBy, Prices, pricesFor } from '../price-codes/prices.ts'
import {
  applyPatch,
  changedRule,
  clientTypeAfter,
  inOrder,
  linkErrors,
  linksCall,
  type ParsedTask,
  type PatchedTask,
  type TaskFields,
  type UpdatedTask,
  updateCalls,
} from '../tasks/patch.ts'
import { editable, primaryOf, taskRecord } from '../tasks/record.ts'
import { removeCalls } from '../tasks/remove.ts'
import { find, moveToSeries, type TaskRow } from '../tasks/tasks.sql.ts'
import {
  findFrom,
  insertSeries,
  lockFrom,
  lockSeries,
  type SeriesRow,
  type Template,
  updateTemplate,
  valuesOf,
} from './series.sql.ts'
import { insertCalls, skipReason, startSeries, stopCalls, upcomingDays } from './series.ts'

/** Updates a task and the later tasks of its series, which is split at the task. `read` is the task before the lock. */
export function* editSeries(caller: Caller, now: number, read: TaskRow, patch: ParsedTask): Pipeline<UpdatedTask> {
  const { orgId, timezone } = caller
  const [[series], , rows, [links]] = yield* send(
    lockSeries.call(orgId, read.series_id!),
    lockFrom.call(orgId, read.series_id!, read.date),
    findFrom.call(orgId, read.series_id!, read.date, read.id),
    linksCall(orgId, patch),
  )
  const row = rows.find(({ id }) => id === read.id)
  // Another request deleted the task, or took it out of the series, before the lock.
  if (!series || row?.date !== read.date) throw retryTransaction()
  const task = editable(row)
  const later = rows.filter(({ id }) => id !== task.id)
  const skipped = later.filter((one) => skipReason(one) !== undefined)
  const open = later.filter((one) => !skipped.includes(one))
  const codes = [patch.price_code, series.price_code].flatMap((code) => code ?? [])
  const taskIds = [task, ...open].map(({ id }) => id)
  const [priceRows] = yield* send(pricesFor.call(orgId, codes, taskIds))
  const prices = new Prices(priceRows)

  const patched = applyPatch(task, patch, prices, links)
  const isMoved = patched.values.date !== task.date
  // From another first day the same rule has other days.
  const rule = isMoved && patch.recurrence ? patch.recurrence : changedRule(patch, task)
  const upcoming = rule ? upcomingDays(rule, patched.values.date, now, timezone) : undefined
  const errors = { ...linkErrors(patch, links, task.assignee?.id), ...patched.errors, ...upcoming?.errors }
  if (isMoved && rule === undefined) {
    errors.date = ['date of a series can only be changed together with its recurrence.']
  }
  const patchedLater =
    rule === undefined
      ? open.map((one) => applyPatch(one, patchForLater(one, patch, patched), prices.lenient, links))
      : []
  const template = templateAfter(series, patch, patched)
  Object.assign(
    errors,
    ...patchedLater.map((one) => one.errors),
    rule === undefined && templateErrors(template, prices, clientTypeAfter(task, patch, links)),
  )
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const members = { series, task, open, skipped }
  if (rule === undefined) return yield* updateMembers(caller, members, patched, patchedLater, template)
  return yield* replaceRule(caller, members, patched, { rule, prices, ...upcoming })
}

/**
 * The patch for a later task. `date` and `completed` are for the first task alone. A later task without a charge becomes
 * billable by the price code of the first one.
 */
function patchForLater(later: TaskRow, patch: ParsedTask, { primary }: PatchedTask): TaskFields {
  const code = patch.billable && !primaryOf(later) ? primary?.price_code : undefined
  return { ...patch, price_code: patch.price_code ?? code, date: undefined, completed: undefined }
}

/** Tasks that the series creates later need a price code for their client too. */
function templateErrors({ price_code }: Template, prices: Prices, clientType: string | undefined): FieldErrors {
  const price = price_code === null ? undefined : prices.get(price_code)
  const error = price && notFundedBy(price, clientType)
  return error ? { price_code: [error] } : {}
}

/** The tasks of a series from the patched one on. */
interface Members {
  series: SeriesRow
  task: TaskRow
  /** Later tasks that the patch changes, and those that it skips. */
  open: TaskRow[]
  skipped: TaskRow[]
}

const skippedResults = ({ skipped }: Members) => skipped.map((one) => ({ id: one.id, reason: skipReason(one)! }))

/** The rule stays: updates the tasks, which become a series of their own. */
function* updateMembers(
  caller: Caller,
  members: Members,
  patched: PatchedTask,
  patchedLater: PatchedTask[],
  template: Template,
): Pipeline<UpdatedTask> {
  const { orgId, connectionId, timezone } = caller
  const { series, task, open, skipped } = members
  const changed = patchedLater.filter(({ updated }) => updated.length > 0)
  const { updated } = patched
  const changesTemplate = JSON.stringify(valuesOf(template)) !== JSON.stringify(valuesOf(series))
  const splits = changesTemplate || changed.length > 0 || updated.some((name) => name !== 'completed')
  if (updated.length === 0 && !splits) {
    return { updated, data: taskRecord(task), series: { changed: 0, skipped: skippedResults(members) } }
  }
  const seriesId = splits ? yield* splitOff(orgId, series, task.date, template) : series.id
  const ids = [task, ...open, ...skipped].map(({ id }) => id)
  const results = yield* sendLast(
    ...(updated.length > 0 ? updateCalls(caller, patched, updated, seriesId) : []),
    ...changed.flatMap((one) => updateCalls(caller, one, one.updated, seriesId)),
    moveToSeries.call(orgId, connectionId, ids, seriesId),
    ...(seriesId === series.id ? [] : stopCalls(caller, series, task.date)),
    find.call(orgId, task.id, timezone),
  )
  return {
    updated,
    data: taskRecord(results.at(-1)![0] as TaskRow),
    series: { changed: changed.length, skipped: skippedResults(members) },
  }
}

/** What the series creates from here on. */
function templateAfter(series: SeriesRow, patch: TaskFields, { values, primary }: PatchedTask): Template {
  const { title, client_id, assignee_id, minutes, billable, claim_type } = series
  return {
    title: patch.title ?? title,
    client_id: patch.client === undefined ? client_id : patch.client,
    assignee_id: patch.assignee === undefined ? assignee_id : patch.assignee,
    minutes: patch.minutes ?? minutes,
    billable: patch.billable ?? billable,
    price_code: patch.price_code ?? series.price_code ?? (values.billable ? (primary?.price_code ?? null) : null),
    claim_type,
  }
}

/** The series from a day on: the same one if that is its first day, otherwise a new one that continues its rule. */
function* splitOff(orgId: number, series: SeriesRow, day: string, template: Template) {
  const { id, recurrence, starts_on, next_on } = series
  if (day <= starts_on) {
    yield* send(updateTemplate.call(orgId, id, ...valuesOf(template)))
    return id
  }
  const rest = restOfRule(recurrence, starts_on, day)
  const [[created]] = yield* send(insertSeries.call(orgId, rest, day, next_on, ...valuesOf(template)))
  return created!.id
}

interface NewRule {
  /** Null stops the series. */
  rule: Rule | null
  prices: Prices
  days?: string[]
  next_on?: string | null
}

/** The rule changes or ends: deletes the later open tasks and inserts those of the new rule. */
function* replaceRule(
  caller: Caller,
  members: Members,
  patched: PatchedTask,
  { rule, prices, days = [], next_on = null }: NewRule,
): Pipeline<UpdatedTask> {
  const { orgId, connectionId, timezone } = caller
  const { series, task, open, skipped } = members
  const updated = inOrder([...patched.updated, 'recurrence'])
  const removedIds = open.map(({ id }) => id)
  const skippedIds = skipped.map(({ id }) => id)
  const newDays = days.filter((day) => !skipped.some(({ date }) => date === day))
  const started = rule ? yield* startSeries(orgId, rule, patched, newDays, next_on) : undefined
  const results = yield* sendLast(
    ...removeCalls(caller, removedIds),
    ...updateCalls(caller, patched, updated, started?.seriesId ?? null),
    moveToSeries.call(orgId, connectionId, skippedIds, null),
    ...stopCalls(caller, series, task.date),
    ...(started ? insertCalls(orgId, connectionId, { ...started, prices }) : []),
    find.call(orgId, task.id, timezone),
  )
  return {
    updated,
    data: taskRecord(results.at(-1)![0] as TaskRow),
    series: {
      changed: removedIds.length,
      ...(started && { created: newDays.length }),
      skipped: skippedResults(members),
    },
  }
}
