import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { daysUpTo, horizon, mostAtOnce } from '../../recurrence/horizon.ts'
import { type Rule, ruleErrors } from '../../recurrence/recurrence.ts'
import type { Prices } from '../price-codes/prices.ts'
import { insertTasks } from '../tasks/write.sql.ts'
import type { Template } from './series.sql.ts'

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
