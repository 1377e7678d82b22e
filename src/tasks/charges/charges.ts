import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { found, invalid, rejectedField } from '../../http/contract/errors.ts'
import type { FieldErrors } from '../../http/contract/field-errors.ts'
import { maxCharges } from '../../http/contract/record-limits.ts'
import { detachVoid, followCharges, removePending } from '../billables/billables.sql.ts'
import { mayClaim, type PriceRow, Prices, priceFor, pricesFor } from '../price-codes/prices.ts'
import { editable, hasPending, taskRecord } from '../tasks/record.ts'
import { type ChargeRow, find, findOfCharge, lockOfCharge, lockOne, type TaskRow, touch } from '../tasks/tasks.sql.ts'
import type { TaskChargeCreate, TaskChargePatch } from './charges.schema.ts'
import * as charges from './charges.sql.ts'

const record = 'Task charge'

/** Locks the task of a charge, then reads it: the read sees what the previous holder of the lock committed. */
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
    const [, [row], priceRows] = yield* send(
      lockOne.call(orgId, taskId),
      find.call(orgId, taskId, timezone),
      pricesFor.call(orgId, [body.price_code], []),
    )
    const task = editable(row)
    if ((task.charges?.length ?? 0) >= maxCharges) throw rejectedField('charges', isFull)
    const values = newCharge(body, task, new Prices(priceRows))
    const [[charge], , , [updated]] = yield* sendLast(
      ...charges.insertChargeCalls(orgId, connectionId, taskId, { ...values, isPrimary: task.charges === null }),
      touch.call(orgId, taskId),
      find.call(orgId, taskId, timezone),
    )
    return { created: charge!.id, data: taskRecord(updated!) }
  })
}

/** Updates a charge. Its cost is computed again only when its minutes or its price code change. */
export function editCharge(
  db: Queryable,
  { orgId, connectionId, timezone }: Caller,
  id: number,
  patch: TaskChargePatch,
) {
  return pipeline(db, function* () {
    const { task, charge } = yield* lockCharge(orgId, id)
    const unchanged = { updated: [] as string[], data: taskRecord(task) }
    // An empty patch is allowed even on a billed task.
    if (Object.keys(patch).length === 0) return unchanged
    editable(task)
    const codes = [charge.price_code, patch.price_code ?? charge.price_code]
    const needsPrices = patch.price_code !== undefined || patch.claim_type !== undefined
    const [priceRows] = needsPrices ? yield* send(pricesFor.call(orgId, codes, [])) : [[]]
    const values = applyPatch(charge, patch, task, new Prices(priceRows))
    const updated = chargeFields.filter((field) => values[field] !== charge[field])
    if (updated.length === 0) return unchanged

    const { price_code, name, minutes, claim_type } = values
    const isPriced = updated.includes('price_code') || updated.includes('minutes')
    const [, , [row]] = yield* sendLast(
      charges.updateCharge.call(orgId, connectionId, id, price_code, name, minutes, claim_type, isPriced, updated),
      hasPending(task) ? followCharges.call(orgId, connectionId, task.id) : undefined,
      find.call(orgId, task.id, timezone),
    )
    return { updated, data: taskRecord(row!) }
  })
}

/** Makes a charge the primary one of its task, which then has its price code. Minutes and cost do not change. */
export function makeChargePrimary(db: Queryable, { orgId, connectionId, timezone }: Caller, id: number) {
  return pipeline(db, function* () {
    const { task, charge } = yield* lockCharge(orgId, id)
    editable(task)
    if (charge.primary) return { primary: id, data: taskRecord(task) }
    const [, , [row]] = yield* sendLast(
      charges.clearPrimary.call(orgId, task.id),
      charges.makePrimary.call(orgId, connectionId, id),
      find.call(orgId, task.id, timezone),
    )
    return { primary: id, data: taskRecord(row!) }
  })
}

/** Deletes a charge with its pending billable. */
export function removeCharge(db: Queryable, { orgId, connectionId, timezone }: Caller, id: number) {
  return pipeline(db, function* () {
    const { task, charge } = yield* lockCharge(orgId, id)
    checkRemovable(editable(task), charge)
    const hasBillables = task.billables !== null
    const [, , , [row]] = yield* sendLast(
      hasBillables ? removePending.call(orgId, connectionId, [task.id], id) : undefined,
      hasBillables ? detachVoid.call(orgId, connectionId, [task.id], id) : undefined,
      charges.deleteCharge.call(orgId, connectionId, id),
      find.call(orgId, task.id, timezone),
    )
    return { deleted: id, data: taskRecord(row!) }
  })
}

const isFull = `A task has at most ${maxCharges} charges.`
const isPrimaryOfOthers =
  'The primary charge cannot be deleted while the task has others; make another one primary first.'
const isNeededToBill =
  'The only charge of a billable task cannot be deleted, because it supplies the price code; make the task not billable first.'

function checkRemovable({ charges, billable }: TaskRow, { primary }: ChargeRow): void {
  if (primary && charges!.length > 1) throw rejectedField('primary', isPrimaryOfOthers)
  if (billable && charges!.length === 1) throw rejectedField('billable', isNeededToBill)
}

/** The columns of a charge that a patch sets. */
interface ChargeValues {
  price_code: number
  minutes: number
  claim_type: string
  name: string
}

/** The order of the names in responses and events. */
const chargeFields = ['price_code', 'minutes', 'claim_type', 'name'] as const

/** A new charge. Fields that the body leaves out come from the task and the price code. */
function newCharge(body: TaskChargeCreate, task: TaskRow, prices: Prices) {
  const errors: FieldErrors = {}
  const price = priceOf(body.price_code, task, prices, errors)
  if (price && body.claim_type !== undefined) checkClaim(body.claim_type, price, errors)
  if (!price || Object.keys(errors).length > 0) throw invalid(errors)
  const { minutes = task.minutes, claim_type = price.usual_claim_type, name = price.name } = body
  return { price, minutes, claim_type, name }
}

/**
 * A charge with a patch applied. Another price code also replaces a name that was the old code's, and a claim type that the
 * new code does not list, unless the patch has them. A value equal to the stored one is not validated, so a client can send
 * back a record that it read.
 */
function applyPatch(charge: ChargeRow, patch: TaskChargePatch, task: TaskRow, prices: Prices): ChargeValues {
  const errors: FieldErrors = {}
  const { price_code = charge.price_code, minutes = charge.minutes } = patch
  const current = prices.get(charge.price_code)
  const price = price_code === charge.price_code ? current : priceOf(price_code, task, prices, errors)
  const changesPrice = price !== undefined && price.id !== charge.price_code
  const changesClaim = patch.claim_type !== undefined && (changesPrice || patch.claim_type !== charge.claim_type)
  if (price && changesClaim) checkClaim(patch.claim_type!, price, errors)
  if (Object.keys(errors).length > 0) throw invalid(errors)

  const isNamedByCode = charge.name === current?.name
  const keepsClaim = !changesPrice || mayClaim(price, charge.claim_type)
  return {
    price_code: price?.id ?? charge.price_code,
    minutes,
    claim_type: patch.claim_type ?? (keepsClaim ? charge.claim_type : price.usual_claim_type),
    name: patch.name ?? (changesPrice && isNamedByCode ? price.name : charge.name),
  }
}

/** The price of a code on the task's date, for the task's client. A problem is added to `errors`. */
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
