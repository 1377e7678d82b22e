import { Type } from 'typebox'
import { maxNestedLength } from '../../bundle/plain-notes.ts'
import { checkRule, recurrence } from '../../bundle/recurrence.ts'
import type { AddProblem } from '../../bundle/section.ts'
import { claimTypes } from '../../clients/funding.ts'
import { closed, id, nullable, oneOf, visibleText } from '../../http/contract/schema.ts'
import type { Recurrence } from '../../recurrence/recurrence.schema.ts'
import { maxMinutes } from '../tasks/tasks.schema.ts'

/** A task as a row of the bundle. */
export const date = () => Type.String({ format: 'date' })
export const localTime = () => Type.Optional(Type.String({ format: 'local-time' }))
export const idOrNull = () => Type.Optional(nullable(id()))
export const flag = () => Type.Optional(Type.Boolean({ default: false }))
export const minutes = (options: object = {}) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: maxMinutes, ...options }))
export const claimType = () => Type.Optional(oneOf(claimTypes))
export const cost = () => Type.Optional(Type.Number({ minimum: 0, maximum: 999_999_999_999.99 }))

const list = <T extends Record<string, object>>(fields: T) =>
  Type.Optional(Type.Array(Type.Object(fields as never, closed), { maxItems: 40_000, default: [] }))

export const fields = {
  title: visibleText(255),
  date: date(),
  client_id: idOrNull(),
  assignee_id: idOrNull(),
  minutes: minutes({ default: 0 }),
  price_code: idOrNull(),
  billable: flag(),
  completed: flag(),
  charges: list({
    id: Type.Optional(id()),
    name: Type.Optional(visibleText(255)),
    price_code: id(),
    minutes: minutes(),
    total_cost: cost(),
    claim_type: claimType(),
    primary: Type.Optional(Type.Boolean()),
  }),
  notes: list({
    id: Type.Optional(id()),
    type: Type.Optional(visibleText(100, { default: 'General' })),
    notes: visibleText(maxNestedLength),
    created_at: localTime(),
  }),
  documents: list({ id: Type.Optional(id()), name: visibleText(255), created_at: localTime() }),
  recurrence: Type.Optional(nullable(recurrence)),
  series_id: idOrNull(),
}

interface TaskRow {
  price_code?: number | null
  charges: { price_code: number; total_cost?: number; primary?: boolean }[]
  recurrence?: Recurrence | null
}

/** Validates the fields of a task together. */
export function checkTask(task: TaskRow, problem: AddProblem): void {
  const { charges, price_code } = task
  for (const [index, { total_cost }] of charges.entries()) checkCents(total_cost, ['charges', index], problem)
  const isOnlyCharge = charges.length === 1 && charges[0]!.primary === undefined
  const [primary, ...others] = isOnlyCharge ? charges : charges.filter((charge) => charge.primary)
  if (charges.length > 0 && (!primary || others.length > 0)) {
    problem(['charges'], 'must have exactly one that is primary.')
  } else if (primary && price_code && primary.price_code !== price_code) {
    problem(['price_code'], `must be ${primary.price_code}, the price code of the primary charge, or left out.`)
  }
  if (task.recurrence) checkRule(task as { recurrence: Recurrence }, problem)
}

export function checkCents(cost: number | undefined, path: readonly (string | number)[], problem: AddProblem): void {
  if (cost !== undefined && Number(cost.toFixed(2)) !== cost) {
    problem([...path, 'total_cost'], 'must have at most 2 decimals.')
  }
}
