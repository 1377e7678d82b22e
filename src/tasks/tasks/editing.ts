import { send } from '../../db/pipeline.ts'
import { normalise, type Rule } from '../../recurrence/recurrence.ts'
import { pricesFor } from '../price-codes/prices.ts'
import { insertSeries, type Template, valuesOf } from '../series/series.sql.ts'
import type { Asked } from './asked.ts'
import type { TaskChange } from './change.ts'
import type { Task } from './tasks.schema.ts'
import type { Links, TaskRow } from './tasks.sql.ts'

/** What a change to a task answers. */
export interface Edited {
  updated: string[]
  data: Task
  series?: { changed: number; created?: number; skipped: { id: number; reason: string }[] }
}

/** Whether a change can touch what a task costs, or make tasks that cost something: the price codes are then looked at. */
const isAboutMoney = ({ date, client, minutes, price_code, billable, recurrence }: Asked): boolean =>
  [date, client, minutes, price_code, billable, recurrence].some((value) => value !== undefined)

export const pricesCall = (orgId: number, asked: Asked, taskIds: number[]) =>
  isAboutMoney(asked)
    ? pricesFor.call(orgId, asked.price_code === undefined ? [] : [asked.price_code], taskIds)
    : undefined

/** The type of client that a task is for once it has changed. */
export const clientTypeOf = (row: TaskRow, asked: Asked, links: Links | undefined): string | undefined =>
  (asked.client === undefined ? row : links)?.client?.client_type

/** A rule that is the one there is already, and null where there is none, ask for nothing. */
export const newRule = (asked: Rule | null | undefined, present: Rule | null): Rule | null | undefined =>
  JSON.stringify(asked) === JSON.stringify(present && normalise(present)) ? undefined : asked

/** Completing is what happens to a task of a series, not a change to it; whatever else changes is one. */
export const isAboutSeries = (updated: string[]): boolean => updated.some((name) => name !== 'completed')

/** Begins a series with a task as it will be. */
export function* begin(orgId: number, rule: Rule, { after, primary }: TaskChange, nextOn: string | null) {
  const { title, client_id, assignee_id, minutes, billable } = after
  const charge = { price_code: primary?.price_code ?? null, claim_type: primary?.claim_type ?? null }
  const template: Template = { title, client_id, assignee_id, minutes, billable, ...charge }
  const [[made]] = yield* send(insertSeries.call(orgId, rule, after.date, nextOn, ...valuesOf(template)))
  return { id: made!.id, template }
}
