import { invalid } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import type { PriceRow } from '../price-codes/prices.sql.ts'
import { mayClaim, type Prices, priceFor } from '../price-codes/prices.ts'
import type { ChargeRow, TaskRow } from '../tasks/tasks.sql.ts'
import type { TaskChargeCreate, TaskChargePatch } from './charges.schema.ts'

/** What is charged, as it shall be. */
export interface ChargePlan {
  price_code: number
  minutes: number
  claim_type: string
  name: string
}

/** In the order in which answers and events name them. */
export const chargeFields = ['price_code', 'minutes', 'claim_type', 'name'] as const

/** A new charge: what is not said comes from the task and the price code. */
export function newCharge(body: TaskChargeCreate, task: TaskRow, prices: Prices): ChargePlan {
  const errors: FieldErrors = {}
  const price = priceOf(body.price_code, task, prices, errors)
  if (price && body.claim_type !== undefined) judgeClaim(body.claim_type, price, errors)
  if (!price || Object.keys(errors).length > 0) throw invalid(errors)
  const { minutes = task.minutes, claim_type = price.usual_claim_type, name = price.name } = body
  return { price_code: price.id, minutes, claim_type, name }
}

/**
 * A charge with a patch laid over it. Another price code takes along what nobody said: a name that was the old code's, and
 * a claim type that it does not list. What is sent as it stands is no change and is not judged, so that a record can be
 * sent back as it was read.
 */
export function laidOver(charge: ChargeRow, patch: TaskChargePatch, task: TaskRow, prices: Prices): ChargePlan {
  const errors: FieldErrors = {}
  const { price_code = charge.price_code, minutes = charge.minutes } = patch
  const old = prices.get(charge.price_code)
  const price = price_code === charge.price_code ? old : priceOf(price_code, task, prices, errors)
  const isOther = price !== undefined && price.id !== charge.price_code
  const isClaimed = patch.claim_type !== undefined && (isOther || patch.claim_type !== charge.claim_type)
  if (price && isClaimed) judgeClaim(patch.claim_type!, price, errors)
  if (Object.keys(errors).length > 0) throw invalid(errors)

  const isNamedByCode = charge.name === old?.name
  const keepsClaim = !isOther || mayClaim(price, charge.claim_type)
  return {
    price_code: price?.id ?? charge.price_code,
    minutes,
    claim_type: patch.claim_type ?? (keepsClaim ? charge.claim_type : price.usual_claim_type),
    name: patch.name ?? (isOther && isNamedByCode ? price.name : charge.name),
  }
}

/** The row of a code that is in effect on the task's date, for its client; what speaks against it goes into `errors`. */
function priceOf(id: number, task: TaskRow, prices: Prices, errors: FieldErrors): PriceRow | undefined {
  const { price, no } = priceFor(prices, id, task.date, task.client?.client_type)
  if (no) errors.price_code = [no]
  return price
}

function judgeClaim(claimType: string, price: PriceRow, errors: FieldErrors): void {
  if (mayClaim(price, claimType)) return
  errors.claim_type = [
    `claim_type must be one of ${price.claim_types.join(', ')}, which ${price.code} can be claimed as.`,
  ]
}
