import type { Caller } from '../../access/tokens.ts'
import { nextIds } from '../../db/next-ids.ts'
import { type Call, send } from '../../db/pipeline.ts'
import { recordEvents } from '../../events/outbox.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { daysUpTo, horizon, maxOccurrencesAtOnce } from '../../recurrence/horizon.ts'
import { type Rule, ruleErrors, shortenRule } from '../../recurrence/recurrence.ts'
import { addDays } from '../../time/local-time.ts'
import type { Prices } from '../price-codes/prices.ts'
import type { PatchedTask } from '../tasks/patch.ts'
import { isBilled } from '../tasks/record.ts'
import { insertPrimary, insertTasks, type TaskRow } from '../tasks/tasks.sql.ts'
import {
  deleteIfEmpty,
  insertSeries,
  recordNewRule,
  type SeriesRow,
  type Template,
  updateRule,
  valuesOf,
} from './series.sql.ts'

/** The days of a new series after its first day, up to its horizon, and the errors of its rule. */
export function upcomingDays(rule: Rule, startsOn: string, now: number, zone: string) {
  const errors: FieldErrors = ruleErrors(rule, startsOn)
  if (Object.keys(errors).length > 0) return { days: [], next_on: null, errors }
  const { days, next_on } = daysUpTo(rule, startsOn, startsOn, horizon(now, zone))
  if (days.length > maxOccurrencesAtOnce) {
    errors.recurrence = [`recurrence would make more than ${maxOccurrencesAtOnce} tasks at once; let it start later.`]
  }
  return { days: days.slice(1), next_on, errors }
}

/** Inserts a series whose first task is a patched one, and takes ids for its tasks on later days. */
export function* startSeries(
  orgId: number,
  rule: Rule,
  { values, primary }: PatchedTask,
  days: string[],
  nextOn: string | null,
) {
  const { title, client_id, assignee_id, minutes, billable, date } = values
  const charge = { price_code: primary?.price_code ?? null, claim_type: primary?.claim_type ?? null }
  const template: Template = { title, client_id, assignee_id, minutes, billable, ...charge }
  const [[series], ids] = yield* send(
    insertSeries.call(orgId, rule, date, nextOn, ...valuesOf(template)),
    nextIds.call('task_id_seq', days.length),
  )
  return { seriesId: series!.id, template, days, ids }
}

interface NewTasks {
  template: Template
  days: string[]
  /** At least one for each day. */
  ids: { id: number }[]
  prices: Prices
  seriesId: number | null
  completed?: boolean
  /** The names of the fields that the request has, for the event. */
  fields?: string[]
}

/** The statements that insert a task for each day, with the price of that day. The series has no task on these days. */
export function insertCalls(orgId: number, connectionId: number | null, tasks: NewTasks): Call[] {
  const { template, days, prices, seriesId, completed = false, fields = [] } = tasks
  if (days.length === 0) return []
  const { title, client_id, assignee_id, minutes, billable, price_code, claim_type } = template
  const { lenient } = prices
  const ids = tasks.ids.slice(0, days.length).map(({ id }) => id)
  const codes = price_code === null ? [] : days.map((day) => lenient.on(price_code, day)?.id ?? null)
  const people = [title, client_id, assignee_id] as const
  const state = [minutes, billable, completed, seriesId] as const
  return [
    insertTasks.call(orgId, ids, days, ...people, ...state),
    ...(codes.length > 0 ? [insertPrimary.call(orgId, ids, codes, minutes, claim_type)] : []),
    recordEvents.call(orgId, connectionId, 'task.created', ids, fields, null),
  ]
}

/** Why a change to a series skips one of its later tasks; undefined when it does not. */
export function skipReason(row: TaskRow): string | undefined {
  if (isBilled(row)) return 'The task is billed.'
  return row.completed ? 'The task is completed.' : undefined
}

/** Ends a series before one of its days, once its tasks from that day on are deleted or moved. An empty series is deleted. */
export function stopCalls(
  { orgId, connectionId }: Caller,
  { id, recurrence, starts_on }: SeriesRow,
  day: string,
): Call[] {
  // A series that ends before its first day has no last day.
  const rule = day <= starts_on ? recurrence : shortenRule(recurrence, starts_on, addDays(day, -1))
  return [
    updateRule.call(orgId, id, rule, null),
    recordNewRule.call(orgId, connectionId, id),
    deleteIfEmpty.call(orgId, id),
  ]
}
