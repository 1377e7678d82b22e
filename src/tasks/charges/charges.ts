import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found, invalid, refusedField } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { mostCharges } from '../../http/contract/record-limits.ts'
import { detachVoid, followCharges, removePending } from '../billables/billables.sql.ts'
import { mayClaim, type PriceRow, Prices, priceFor, pricesFor } from '../price-codes/prices.ts'
import { editable, hasPending, taskRecord } from '../tasks/record.ts'
import { type ChargeRow, find, findOfCharge, lockOfCharge, lockOne, type TaskRow } from '../tasks/tasks.sql.ts'
import type { TaskChargeCreate, TaskChargePatch } from './charges.schema.ts'
import * as charges from './charges.sql.ts'

const record = 'Task charge'

/** Whoever waited for the lock sees the task as the one before left it. */
function* lockCharge(orgId: number, chargeId: number) {
  const [, [row]] = yield* send(lockOfCharge.call(orgId, chargeId), findOfCharge.call(orgId, chargeId))
  const task = found(row, record)
  return { task, charge: task.charges!.find(({ id }) => id === chargeId)! }
}

/** Adds a charge to a task; the first one is its primary charge. */
export function addCharge(
  db: Queryable,
  { orgId, connectionId, timezone }: Caller,
  taskId: number,
  body: TaskChargeCreate,
) {
  return pipeline(db, function* () {
    const [, [row], prices] = yield* send(
      lockOne.call(orgId, taskId),
      find.call(orgId, taskId, timezone),
      pricesFor.call(orgId, [body.price_code], []),
    )
    const task = editable(row)
    if ((task.charges?.length ?? 0) >= mostCharges) throw refusedField('charges', isFull)
    const { price_code, name, minutes, claim_type } = newCharge(body, task, new Prices(prices))
    const isPrimary = task.charges === null
    const [[made], [shown]] = yield* sendLast(
      charges.insertCharge.call(orgId, connectionId, taskId, price_code, name, minutes, claim_type, isPrimary),
      find.call(orgId, taskId, timezone),
    )
    return { created: made!.id, data: taskRecord(shown!) }
  })
}

/** Changes a charge. What it costs is worked out anew when its minutes or its price change, and is kept otherwise. */
export function editCharge(
  db: Queryable,
  { orgId, connectionId, timezone }: Caller,
  id: number,
  patch: TaskChargePatch,
) {
  return pipeline(db, function* () {
    const { task, charge } = yield* lockCharge(orgId, id)
    const unchanged = { updated: [] as string[], data: taskRecord(task) }
    // Without a field it is no edit, whether the task is billed or not.
    if (Object.keys(patch).length === 0) return unchanged
    editable(task)
    const codes = [charge.price_code, patch.price_code ?? charge.price_code]
    const isPriceAsked = patch.price_code !== undefined || patch.claim_type !== undefined
    const [prices] = isPriceAsked ? yield* send(pricesFor.call(orgId, codes, [])) : [[]]
    const next = applyPatch(charge, patch, task, new Prices(prices))
    const updated = chargeFields.filter((field) => next[field] !== charge[field])
    if (updated.length === 0) return unchanged

    const { price_code, name, minutes, claim_type } = next
    const isPriced = updated.includes('price_code') || updated.includes('minutes')
    const [, , [shown]] = yield* sendLast(
      charges.updateCharge.call(orgId, connectionId, id, price_code, name, minutes, claim_type, isPriced, updated),
      hasPending(task) ? followCharges.call(orgId, connectionId, task.id) : undefined,
      find.call(orgId, task.id, timezone),
    )
    return { updated, data: taskRecord(shown!) }
  })
}

/** Makes a charge the primary one of its task, which takes its price code from it. Minutes and cost are kept. */
export function makeChargePrimary(db: Queryable, { orgId, connectionId, timezone }: Caller, id: number) {
  return pipeline(db, function* () {
    const { task, charge } = yield* lockCharge(orgId, id)
    editable(task)
    if (charge.primary) return { primary: id, data: taskRecord(task) }
    const [, , [shown]] = yield* sendLast(
      charges.clearPrimary.call(orgId, task.id),
      charges.makePrimary.call(orgId, connectionId, id),
      find.call(orgId, task.id, timezone),
    )
    return { primary: id, data: taskRecord(shown!) }
  })
}

/** Deletes a charge, and takes back what was to be billed for it. */
export function removeCharge(db: Queryable, { orgId, connectionId, timezone }: Caller, id: number) {
  return pipeline(db, function* () {
    const { task, charge } = yield* lockCharge(orgId, id)
    checkRemovable(editable(task), charge)
    const isBilled = task.billables !== null
    const [, , , [shown]] = yield* sendLast(
      isBilled ? removePending.call(orgId, connectionId, [task.id], id) : undefined,
      isBilled ? detachVoid.call(orgId, [task.id], id) : undefined,
      charges.deleteCharge.call(orgId, connectionId, id),
      find.call(orgId, task.id, timezone),
    )
    return { deleted: id, data: taskRecord(shown!) }
  })
}

const isFull = `A task has at most ${mostCharges} charges.`
const isPrimaryOfOthers =
  'The primary charge cannot be deleted while the task has others; make another one primary first.'
const isNeededToBill =
  'The only charge of a billable task cannot be deleted, because it supplies the price code; make the task not billable first.'

function checkRemovable({ charges, billable }: TaskRow, { primary }: ChargeRow): void {
  if (primary && charges!.length > 1) throw refusedField('primary', isPrimaryOfOthers)
  if (billable && charges!.length === 1) throw refusedField('billable', isNeededToBill)
}

/** What is charged, as it shall be. */
export interface ChargeValues {
  price_code: number
  minutes: number
  claim_type: string
  name: string
}

/** In the order in which answers and events name them. */
export const chargeFields = ['price_code', 'minutes', 'claim_type', 'name'] as const

/** A new charge: what is not said comes from the task and the price code. */
export function newCharge(body: TaskChargeCreate, task: TaskRow, prices: Prices): ChargeValues {
  const errors: FieldErrors = {}
  const price = priceOf(body.price_code, task, prices, errors)
  if (price && body.claim_type !== undefined) checkClaim(body.claim_type, price, errors)
  if (!price || Object.keys(errors).length > 0) throw invalid(errors)
  const { minutes = task.minutes, claim_type = price.usual_claim_type, name = price.name } = body
  return { price_code: price.id, minutes, claim_type, name }
}

/**
 * A charge with a patch laid over it. Another price code takes along what nobody said: a name that was the old code's, and
 * a claim type that it does not list. What is sent as it stands is no change and is not judged, so that a record can be
 * sent back as it was read.
 */
export function applyPatch(charge: ChargeRow, patch: TaskChargePatch, task: TaskRow, prices: Prices): ChargeValues {
  const errors: FieldErrors = {}
  const { price_code = charge.price_code, minutes = charge.minutes } = patch
  const old = prices.get(charge.price_code)
  const price = price_code === charge.price_code ? old : priceOf(price_code, task, prices, errors)
  const isOther = price !== undefined && price.id !== charge.price_code
  const isClaimed = patch.claim_type !== undefined && (isOther || patch.claim_type !== charge.claim_type)
  if (price && isClaimed) checkClaim(patch.claim_type!, price, errors)
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
  const { price, error } = priceFor(prices, id, task.date, task.client?.client_type)
  if (error) errors.price_code = [error]
  return price
}

function checkClaim(claimType: string, price: PriceRow, errors: FieldErrors): void {
  if (mayClaim(price, claimType)) return
  errors.claim_type = [
    `claim_type must be one of ${price.claim_types.join(', ')}, which ${price.code} can be claimed as.`,
  ]
}
