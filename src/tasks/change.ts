import type { FieldErrors } from '../http/field-errors.ts'
import type { Fields } from './asked.ts'
import type { PriceRow } from './prices.sql.ts'
import { mayClaim, noPriceOn, notFundedBy, type Prices, unknownPrice } from './prices.ts'
import { primaryOf } from './task.record.ts'
import type { ChargeRow, TaskRow } from './tasks.read.sql.ts'

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
  /** The code of the primary charge then. */
  price_code: number | undefined
  /** The names of what really changes, `recurrence` aside. */
  updated: string[]
  errors: FieldErrors
}

export function changeOf(row: TaskRow, asked: Fields, prices: Prices, clientType: string | undefined): TaskChange {
  const after = lay(row, asked)
  const { charges, errors } = chargesOf(row, after, asked, prices, clientType)
  const primary = primaryOf(row)
  const price_code = (charges.find(({ id }) => id === primary?.id)?.price.id ?? primary?.price_code) as
    | number
    | undefined
  const updated = changedNames(row, after)
  if (price_code !== primary?.price_code) updated.push('price_code')
  return { row, after, charges, price_code, updated: inOrder(updated), errors }
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
 * Which charges a change writes anew. A price code that is sent, and a task that becomes billable, set the primary charge
 * from the price code: its name, the task's minutes, the price of the day. Completing keeps minutes and cost. Otherwise a
 * primary charge of as many minutes as the task goes on having as many, and a task that moves to a day with another
 * price takes that.
 */
function chargesOf(row: TaskRow, after: After, asked: Fields, prices: Prices, clientType: string | undefined) {
  const primary = primaryOf(row)
  const errors: FieldErrors = {}
  const code = asked.price_code ?? primary?.price_code
  const isCompleting = after.completed && !row.completed
  const becomesBillable = after.billable && !row.billable
  if (code === undefined) {
    if (asked.billable) errors.price_code = ['price_code is required: a billable task needs one.']
    return { charges: [], errors }
  }
  const isSet = asked.price_code !== undefined || (becomesBillable && !isCompleting)
  const charges: ChargeChange[] = []
  // What is there already is judged again only for another client; a code that gives way to the one sent is not.
  const isForOther = after.client_id !== (row.client?.id ?? null)
  const isNew = code !== primary?.price_code || becomesBillable
  const staying = (row.charges ?? []).filter((charge) => !(isSet && charge.primary)).map((charge) => charge.price_code)
  const judged = [...(isSet && (isNew || isForOther) ? [code] : []), ...(isForOther ? staying : [])]
  for (const id of judged) {
    const price = prices.get(id)
    const no = price ? notFundedBy(price, clientType) : unknownPrice
    if (no) errors.price_code = [no]
  }
  if (errors.price_code) return { charges, errors }

  if (isSet) {
    const price = prices.on(code, after.date)
    if (!price) return { charges, errors: { price_code: [noPriceOn(prices.get(code)!, after.date)] } }
    if (price.id !== primary?.price_code || (becomesBillable && !isCompleting)) {
      const set = settled(primary, price, price.name, after.minutes)
      // Its cost is set too, which an import may have given another.
      charges.push({ ...set, fields: [...set.fields, 'total_cost'] })
    }
  }
  for (const charge of row.charges ?? []) {
    if (charges.some(({ id }) => id === charge.id)) continue
    const follows = charge.primary && !isCompleting && after.minutes !== row.minutes && charge.minutes === row.minutes
    const price = after.date === row.date ? prices.get(charge.price_code) : prices.on(charge.price_code, after.date)
    const stored = prices.get(charge.price_code)
    if (!price && stored && prices.on(stored.id, row.date)) errors.date = [notOn(stored, after.date)]
    if (!price || (!follows && price.id === charge.price_code)) continue
    const name = charge.name === stored?.name ? price.name : charge.name
    charges.push(settled(charge, price, name, follows ? after.minutes : charge.minutes))
  }
  return { charges, errors }
}

const notOn = (price: PriceRow, day: string) =>
  noPriceOn(price, day).replace(/^price_code/, 'date does not fit: price code')

function settled(charge: ChargeRow | undefined, price: PriceRow, name: string, minutes: number): ChargeChange {
  const claim_type = charge && mayClaim(price, charge.claim_type) ? charge.claim_type : price.usual_claim_type
  const after = { price_code: price.id, name, minutes, claim_type }
  const fields = (Object.keys(after) as (keyof typeof after)[]).filter((field) => after[field] !== charge?.[field])
  return { ...(charge && { id: charge.id }), price, name, minutes, claim_type, fields }
}
