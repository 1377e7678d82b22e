import type { FieldErrors } from '../../http/contract/field-errors.ts'
import {
  mayClaim,
  noPriceOn,
  notFundedBy,
  type PriceRow,
  type Prices,
  priceFor,
  priceNeeded,
} from '../price-codes/prices.ts'
import type { Fields } from './asked.ts'
import { primaryOf } from './record.ts'
import type { ChargeRow, TaskRow } from './tasks.sql.ts'

/** A charge as it shall be; without an id it is the task's first. Its cost follows from its price. */
export interface ChargeChange {
  id?: number
  price: PriceRow
  name: string
  minutes: number
  claim_type: string
  fields: string[]
}

/** The fields of a task as they shall be. */
export interface After {
  title: string
  date: string
  client_id: number | null
  assignee_id: number | null
  minutes: number
  billable: boolean
  completed: boolean
}

/** What a change makes of one task. */
export interface TaskChange {
  row: TaskRow
  after: After
  charges: ChargeChange[]
  /** What the primary charge is then. */
  primary: { price_code: number; claim_type: string } | undefined
  /** The names of what really changes, `recurrence` aside. */
  updated: string[]
  errors: FieldErrors
}

export function changeOf(row: TaskRow, asked: Fields, prices: Prices, clientType: string | undefined): TaskChange {
  const after = lay(row, asked)
  const { charges, errors } = chargesOf(row, after, asked, prices, clientType)
  const before = primaryOf(row)
  const set = charges.find(({ id }) => id === before?.id)
  const primary = set ? { price_code: set.price.id, claim_type: set.claim_type } : before
  const updated = changedNames(row, after)
  if (primary?.price_code !== before?.price_code) updated.push('price_code')
  return { row, after, charges, primary, updated: inOrder(updated), errors }
}

const lay = (row: TaskRow, asked: Fields): After => ({
  title: asked.title ?? row.title,
  date: asked.date ?? row.date,
  client_id: asked.client === undefined ? (row.client?.id ?? null) : asked.client,
  assignee_id: asked.assignee === undefined ? (row.assignee?.id ?? null) : asked.assignee,
  minutes: asked.minutes ?? row.minutes,
  billable: asked.billable ?? row.billable,
  completed: asked.completed ?? row.completed,
})

/** The order in which the names of fields are documented. */
const names = ['title', 'date', 'client', 'assignee', 'minutes', 'price_code', 'billable', 'completed', 'recurrence']
export const inOrder = (some: readonly string[]): string[] => names.filter((name) => some.includes(name))

const changedNames = (row: TaskRow, after: After): string[] => {
  const before: After = lay(row, {})
  return (Object.keys(after) as (keyof After)[])
    .filter((name) => after[name] !== before[name])
    .map((name) => name.replace('_id', ''))
}

/**
 * Which charges a change writes anew. Another price code, and a task that becomes billable, set the primary charge from the
 * price code: its name, the task's minutes, the price of the day. Completing keeps minutes and cost. Otherwise a primary
 * charge of as many minutes as the task goes on having as many, and a task that moves to a day with another price takes
 * that. What is sent as it stands is no change and is not judged, so that a record can be sent back as it was read.
 */
function chargesOf(row: TaskRow, after: After, asked: Fields, prices: Prices, clientType: string | undefined) {
  const primary = primaryOf(row)
  const code = asked.price_code ?? primary?.price_code
  if (code === undefined) {
    const errors: FieldErrors = asked.billable ? { price_code: [priceNeeded] } : {}
    return { charges: [], errors }
  }
  const isCompleting = after.completed && !row.completed
  const isMadeBillable = after.billable && !row.billable && !isCompleting
  const isSet = code !== primary?.price_code || isMadeBillable
  const kept = (row.charges ?? []).filter((charge) => !(isSet && charge.primary))
  const isForOther = after.client_id !== (row.client?.id ?? null)
  const errors: FieldErrors = isForOther ? fundingErrors(kept, prices, clientType) : {}
  const charges: ChargeChange[] = []
  if (isSet) {
    const { price, no } = priceFor(prices, code, after.date, clientType)
    if (no) errors.price_code = [no]
    if (!price || no) return { charges, errors }
    if (price.id === primary?.price_code && !isMadeBillable) kept.push(primary)
    else {
      const set = settled(primary, price, price.name, after.minutes)
      // Its cost is set too, which an import may have given another.
      charges.push({ ...set, fields: [...set.fields, 'total_cost'] })
    }
  }
  for (const charge of kept) {
    const isInStep = charge.primary && !isCompleting && charge.minutes === row.minutes
    const { change, no } = followed(charge, row.date, after.date, isInStep ? after.minutes : charge.minutes, prices)
    if (no) errors.date = [`date does not fit: price code ${no}`]
    if (change) charges.push(change)
  }
  return { charges, errors }
}

/** Charges that stay must be for the new client too. */
function fundingErrors(charges: ChargeRow[], prices: Prices, clientType: string | undefined): FieldErrors {
  const no = charges.map(({ price_code }) => notFundedBy(prices.get(price_code)!, clientType)).find(Boolean)
  return no ? { price_code: [no] } : {}
}

/** What becomes of a charge when its task has another date or it has other minutes; nothing where it stays as it is. */
function followed(charge: ChargeRow, from: string, to: string, minutes: number, prices: Prices) {
  const stored = prices.get(charge.price_code)
  if (!stored || (from === to && minutes === charge.minutes)) return {}
  const price = from === to ? stored : prices.on(charge.price_code, to)
  // One that had no price before, which an import may have brought, does not need one now.
  if (!price) return prices.on(charge.price_code, from) ? { no: noPriceOn(prices, stored.id, to) } : {}
  if (price.id === stored.id && minutes === charge.minutes) return {}
  return { change: settled(charge, price, charge.name === stored.name ? price.name : charge.name, minutes) }
}

function settled(charge: ChargeRow | undefined, price: PriceRow, name: string, minutes: number): ChargeChange {
  const claim_type = charge && mayClaim(price, charge.claim_type) ? charge.claim_type : price.usual_claim_type
  const after = { price_code: price.id, name, minutes, claim_type }
  const fields = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== charge?.[field])
  return { ...(charge && { id: charge.id }), price, name, minutes, claim_type, fields }
}
