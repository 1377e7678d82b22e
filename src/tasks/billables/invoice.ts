import type { Caller } from '../../access/tokens.ts'
import { pipeline, send, sendLast } from '../../db/pipeline.ts'
import type { Queryable } from '../../db/statement.ts'
import { retryTransaction } from '../../db/transaction.ts'
import { found, rejectedField } from '../../http/contract/errors.ts'
import { find, findStates, invoice, lockTasksOf, makeVoid, sumCosts } from './billables.sql.ts'
import { moveError } from './moves.ts'
import { billableRecord } from './record.ts'

/** Locks the tasks of billables, then returns the states of the billables by id. */
function* lockBillables(orgId: number, ids: number[]) {
  const [locked, rows] = yield* send(lockTasksOf.call(orgId, ids), findStates.call(orgId, ids))
  const tasks = new Set(locked.map(({ id }) => id))
  // A billable that was created between the two statements has a task that is not locked.
  if (rows.some(({ task_id }) => task_id !== null && !tasks.has(task_id))) throw retryTransaction()
  return new Map(rows.map((row) => [row.id, row]))
}

interface BillBody {
  ids: number[]
  invoice_number: string
  dry_run?: boolean
}

/** Invoices pending billables. A billable that is not pending is reported and does not stop the others. */
export function bill(db: Queryable, { orgId, connectionId }: Caller, now: number, body: BillBody) {
  const { ids, invoice_number, dry_run } = body
  return pipeline(db, function* () {
    const stateOf = yield* lockBillables(orgId, ids)
    const results = ids.map((id) => {
      const billable = stateOf.get(id)
      const error = billable ? moveError('bill', billable) : 'Billable not found.'
      return error
        ? { id, ok: false, error }
        : { id, ok: true, message: `${dry_run ? 'Would be invoiced' : 'Invoiced'} on ${invoice_number}.` }
    })
    const invoiced = results.filter(({ ok }) => ok).map(({ id }) => id)
    const at = new Date(now).toISOString()
    const [, [sum]] = yield* sendLast(
      invoiced.length > 0 ? invoice.call(orgId, connectionId, invoiced, invoice_number, at) : undefined,
      invoiced.length > 0 ? sumCosts.call(orgId, invoiced) : undefined,
    )
    const [succeeded, failed] = [invoiced.length, ids.length - invoiced.length]
    return { succeeded, failed, total_cost: sum?.total_cost ?? 0, results }
  })
}

/** Voids an invoiced billable. Its task can be edited again when none of its other billables is invoiced. */
export function voidBillable(db: Queryable, caller: Caller, now: number, id: number, reason: string) {
  const { orgId, connectionId } = caller
  return pipeline(db, function* () {
    const billable = found((yield* lockBillables(orgId, [id])).get(id), 'Billable')
    const error = moveError('void', billable)
    if (error) throw rejectedField('status', error)
    const [, [row]] = yield* sendLast(
      makeVoid.call(orgId, connectionId, id, reason, new Date(now).toISOString()),
      find.call(orgId, id),
    )
    return { data: billableRecord(row!) }
  })
}
