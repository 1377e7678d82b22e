import type { Call } from '../../db/pipeline.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { daysUpTo, horizon, mostAtOnce } from '../../recurrence/horizon.ts'
import { type Rule, ruleErrors, shorten } from '../../recurrence/recurrence.ts'
import { addDays } from '../../time/local-time.ts'
import type { Prices } from '../price-codes/prices.ts'
import { isBilled } from '../tasks/record.ts'
import { insertTasks, type TaskRow } from '../tasks/tasks.sql.ts'
import { deleteIfEmpty, type SeriesRow, type Template, writeRule } from './series.sql.ts'

/** Why a change to a series leaves one of its later tasks as it is; undefined when it does not. */
export function keptReason(row: TaskRow): string | undefined {
  if (isBilled(row)) return 'The task is billed.'
  return row.completed ? 'The task is completed.' : undefined
}

/** Ends a series before a day of it, once its tasks from that day on are gone or elsewhere; with no task left it goes. */
export function stopCalls(orgId: number, { id, recurrence, starts_on }: SeriesRow, day: string): Call[] {
  // A series that ends before it begins has no last day to show.
  const rule = day <= starts_on ? recurrence : shorten(recurrence, starts_on, addDays(day, -1))
  return [writeRule.call(orgId, id, rule, null), deleteIfEmpty.call(orgId, id)]
}

/** The days of a new series after its first, up to its horizon, and what is wrong with its rule. */
export function daysOf(rule: Rule, startsOn: string, now: number, zone: string) {
  const errors: FieldErrors = ruleErrors(rule, startsOn)
  if (Object.keys(errors).length > 0) return { days: [], next_on: null, errors }
  const { days, next_on } = daysUpTo(rule, startsOn, startsOn, horizon(now, zone))
  if (days.length > mostAtOnce) {
    errors.recurrence = [`recurrence would make more than ${mostAtOnce} tasks at once; let it start later.`]
  }
  return { days: days.slice(1), next_on, errors }
}

interface Order {
  template: Template
  days: string[]
  prices: Prices
  seriesId: number | null
  completed?: boolean
  /** The names that somebody sent. */
  fields?: string[]
}

/** Makes tasks, each with the price of its day. */
export function makeCall(orgId: number, connectionId: number | null, order: Order) {
  const { template, days, prices, seriesId, completed = false, fields = [] } = order
  const { title, client_id, assignee_id, minutes, billable, price_code, claim_type } = template
  const { lenient } = prices
  const codes = days.map((day) => price_code && (lenient.on(price_code, day)?.id ?? null))
  const people = [title, client_id, assignee_id] as const
  const state = [minutes, billable, completed, seriesId] as const
  return insertTasks.call(orgId, connectionId, days, codes, ...people, ...state, fields, claim_type)
}
